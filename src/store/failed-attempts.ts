/** Counters of failed attempts, which limit guessing in all replicas together. */
import type { Clock } from "../clock.ts";
import { firstRow, type Database } from "./database.ts";
import { hashId } from "./hash-id.ts";

/** What is guessed; stored, so a name must never change. */
export type Secret = "coupon code" | "invitation" | "studio password";

/** A counted attempt, and those of the same guesser in the same window. */
export interface CountedAttempt {
  /** Attempts in the window that failed or aren't over yet, this one included. */
  count: number;
  /** When the window ends, in milliseconds since 1970. */
  endsAt: number;
}

export type FailedAttempts = ReturnType<typeof createFailedAttempts>;

/** A window that ends too late was begun before the clock was set back, and is over. */
const isCurrent = "old.ends_at > $3::bigint and old.ends_at <= $3::bigint + $4::bigint";
/** The upsert locks the row, so that replicas count together. */
const beginSql = `
  insert into failed_attempts as old (secret, guesser, count, ends_at)
  values ($1, $2, 1, $3::bigint + $4::bigint)
  on conflict (secret, guesser) do update set
    count = case when ${isCurrent} then old.count + 1 else 1 end,
    ends_at = case when ${isCurrent} then old.ends_at else excluded.ends_at end
  returning count, ends_at as "endsAt"`;

export const createFailedAttempts = (db: Database, clock: Pick<Clock, "now">) => ({
  /**
   * Counts an attempt before its outcome is known, so that parallel attempts can't exceed a limit.
   * @param guesser whoever guesses, such as a LINE user id; stored as a hash.
   * @param windowMs length of the window, which begins with its first attempt.
   */
  async begin(secret: Secret, guesser: string, windowMs: number): Promise<CountedAttempt> {
    // Repeated when its answer was lost: then one attempt counts twice, which never lets anybody guess more.
    const values = [secret, hashId(guesser), clock.now(), windowMs];
    const attempt = await firstRow<CountedAttempt>(db, beginSql, values);
    if (!attempt) throw new Error("an upsert returned no row");
    return attempt;
  },
  /** Takes an attempt back that hasn't failed. @param attempt as `begin` returned it. */
  async forgive(secret: Secret, guesser: string, { endsAt }: CountedAttempt): Promise<void> {
    await db.run(
      `update failed_attempts set count = count - 1
       where secret = $1 and guesser = $2 and ends_at = $3`,
      [secret, hashId(guesser), endsAt],
    );
  },
});
