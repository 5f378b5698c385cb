/** Implements statistics in Postgres. */
import { byDay, type DailyCount, type Statistics } from "../statistics.ts";
import type { PostgresDatabase } from "./database.ts";

/** Sorted, so that two replicas never wait for each other. */
const addCounts = `
  insert into daily_counts (account, day, kind, name, language, count)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
    as added (account, day, kind, name, language, count)
  order by day, kind, name, language
  on conflict (account, day, kind, name, language)
    do update set count = daily_counts.count + excluded.count`;

export function postgresStatistics(db: PostgresDatabase): Statistics {
  return {
    async add(account, counts) {
      await db.run(addCounts, [
        counts.map(() => account),
        ...(["day", "kind", "name", "language", "count"] as const).map((column) =>
          counts.map((one) => one[column]),
        ),
      ]);
    },
    async accounts() {
      const rows = await db.rows<{ account: string }>("select distinct account from daily_counts");
      return rows.map(({ account }) => account).toSorted();
    },
    async list(account, from, until) {
      const rows = await db.rows<DailyCount>(
        `select day, kind, name, language, count from daily_counts
         where account = $1 and day >= $2 and day <= $3`,
        [account, from, until],
      );
      // Not by the database, whose collation may be any.
      return rows.toSorted(byDay);
    },
  };
}
