/** Statistics: how often something happened on a day, without who it was. */
import type { Database } from "./database.ts";

export interface DailyCount {
  /** Of the business's time zone, such as `2026-11-22`. */
  day: string;
  /** `answer`: a reply that was delivered; `tap`: a tap on a rich menu. */
  kind: "answer" | "tap";
  /** The intent that answered, or the tile, such as `member.balance`. */
  name: string;
  /** The language of the person; `unknown` where it wasn't known. */
  language: string;
  count: number;
}

const orderOf = ({ day, kind, name, language }: DailyCount) =>
  [day, kind, name, language].join(" ");

/** Orders counts by day, kind, name and language. */
const byDay = (one: DailyCount, other: DailyCount): number =>
  orderOf(one) < orderOf(other) ? -1 : 1;

export interface Statistics {
  /** Adds to the counts in one transaction; those of several replicas add up. @throws {StoreError} when it can't. */
  add(account: string, counts: readonly DailyCount[]): Promise<void>;
  /** The accounts that have counts. */
  accounts(): Promise<string[]>;
  /** The counts of the days from `from` to `until`, both included, ordered by day, kind, name and language. */
  list(account: string, from: string, until: string): Promise<DailyCount[]>;
}

/** Sorted, so that two replicas never wait for each other. */
const addCounts = `
  insert into daily_counts (account, day, kind, name, language, count)
  select $1, value ->> 'day', value ->> 'kind', value ->> 'name', value ->> 'language',
    (value ->> 'count')::bigint
  from json_array_elements($2::json) as each (value) where true order by 2, 3, 4, 5
  on conflict (account, day, kind, name, language)
    do update set count = daily_counts.count + excluded.count`;

export const createStatistics = (db: Database): Statistics => ({
  async add(account, counts) {
    await db.run(addCounts, [account, JSON.stringify(counts)]);
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
});
