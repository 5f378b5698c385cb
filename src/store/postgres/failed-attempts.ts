/** Implements the counters of failed attempts in Postgres: an upsert locks the row, so that replicas count together. */
import type { Clock } from "../../clock.ts";
import type { CountedAttempt, FailedAttempts } from "../failed-attempts.ts";
import { hashId } from "../hash-id.ts";
import type { PostgresDatabase } from "./database.ts";

/** A window that ends too late was begun before the clock was set back, and is over. */
const isCurrent = "old.ends_at > $3::bigint and old.ends_at <= $3::bigint + $4::bigint";
const beginSql = `
  insert into failed_attempts as old (secret, guesser, count, ends_at)
  values ($1, $2, 1, $3::bigint + $4::bigint)
  on conflict (secret, guesser) do update set
    count = case when ${isCurrent} then old.count + 1 else 1 end,
    ends_at = case when ${isCurrent} then old.ends_at else excluded.ends_at end
  returning count, ends_at as "endsAt"`;

export function postgresFailedAttempts(db: PostgresDatabase, clock: Clock): FailedAttempts {
  return {
    async begin(secret, guesser, windowMs) {
      // Repeated when its answer was lost: then one attempt counts twice, which never lets anybody guess more.
      const values = [secret, hashId(guesser), clock.now(), windowMs];
      const [attempt] = await db.rows<CountedAttempt>(beginSql, values);
      if (!attempt) throw new Error("an upsert returned no row");
      return attempt;
    },
    async forgive(secret, guesser, { endsAt }) {
      await db.run(
        `update failed_attempts set count = count - 1
         where secret = $1 and guesser = $2 and ends_at = $3`,
        [secret, hashId(guesser), endsAt],
      );
    },
  };
}
