/** Implements the counters of failed attempts in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import type { CountedAttempt, FailedAttempts } from "../failed-attempts.ts";
import { hashId } from "../hash-id.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

/** A window that ends too late was begun before the clock was set back, and is over. */
const isCurrent = "ends_at > ?3 and ends_at <= ?3 + ?4";

export function sqliteFailedAttempts(
  db: DatabaseSync,
  commit: GroupCommit,
  clock: Clock,
): FailedAttempts {
  const begin = query<CountedAttempt>(
    db,
    `insert into failed_attempts (secret, guesser, count, ends_at)
     values (?1, ?2, 1, ?3 + ?4)
     on conflict do update set
       count = iif(${isCurrent}, count + 1, 1),
       ends_at = iif(${isCurrent}, ends_at, excluded.ends_at)
     returning count, ends_at as endsAt`,
  );
  const forgive = db.prepare(
    "update failed_attempts set count = count - 1 where secret = ? and guesser = ? and ends_at = ?",
  );
  return {
    begin: (secret, guesser, windowMs) =>
      commit.run(() => {
        const attempt = begin.get(secret, hashId(guesser), clock.now(), windowMs);
        if (!attempt) throw new Error("an upsert returned no row");
        return attempt;
      }),
    forgive: (secret, guesser, { endsAt }) =>
      commit.run(() => void forgive.run(secret, hashId(guesser), endsAt)),
  };
}
