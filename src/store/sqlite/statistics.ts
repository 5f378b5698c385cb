/** Implements statistics in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { byDay, type DailyCount, type Statistics } from "../statistics.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

export function sqliteStatistics(db: DatabaseSync, commit: GroupCommit): Statistics {
  const add = db.prepare(
    `insert into daily_counts values (?, ?, ?, ?, ?, ?)
     on conflict do update set count = count + excluded.count`,
  );
  const list = query<DailyCount>(
    db,
    `select day, kind, name, language, count from daily_counts
     where account = ? and day between ? and ?`,
  );
  const accounts = query<{ account: string }>(
    db,
    "select distinct account from daily_counts order by account",
  );
  return {
    add: (account, counts) =>
      commit.run(() => {
        for (const { day, kind, name, language, count } of counts) {
          add.run(account, day, kind, name, language, count);
        }
      }),
    accounts: async () => accounts.all().map(({ account }) => account),
    list: async (account, from, until) => list.all(account, from, until).toSorted(byDay),
  };
}
