/** The store port for statistics: how often something happened on a day, without who it was. */

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
export const byDay = (one: DailyCount, other: DailyCount): number =>
  orderOf(one) < orderOf(other) ? -1 : 1;

export interface Statistics {
  /** Adds to the counts in one transaction; those of several replicas add up. @throws {StoreError} when it can't. */
  add(account: string, counts: readonly DailyCount[]): Promise<void>;
  /** The accounts that have counts. */
  accounts(): Promise<string[]>;
  /** The counts of the days from `from` to `until`, both included, ordered by day, kind, name and language. */
  list(account: string, from: string, until: string): Promise<DailyCount[]>;
}
