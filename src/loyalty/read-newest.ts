/** Reads the newest rows of a list that somebody asked for, whether or not the platform filters and sorts. */
import type { ListOperation, Paged } from "./read-list.ts";
import { readMatching, type MatchingOptions } from "./read-matching.ts";

export interface Newest<Row> {
  /** The wanted rows, newest first. */
  rows: Row[];
  /** Whether no newer wanted row is missing: the list is whole, or it came newest first. */
  isReliable: boolean;
  /** Whether no wanted row is missing at all. */
  isComplete: boolean;
}

interface NewestOptions<Row> extends Omit<MatchingOptions<Row>, "enough"> {
  timeOf(row: Row): string | undefined;
  /** Ends the reading when so many wanted rows are found and the list comes newest first. */
  needed: number;
}

/**
 * As `readMatching`, newest first; a list that comes in this order needn't be read to its end.
 * @param filters may make the platform's list shorter; their effect isn't relied on.
 * @throws {LoyaltyError}
 */
export async function readNewest<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  filters: Omit<Input, "page" | "size">,
  { timeOf, needed, ...options }: NewestOptions<Row>,
): Promise<Newest<Row>> {
  const time = (row: Row) => Date.parse(timeOf(row) ?? "");
  /** Times that can't be read, or are all the same, show no order. */
  const isNewestFirst = (rows: readonly Row[]) => {
    const times = rows.map(time);
    return (
      times.every((at, index) => index === 0 || at <= times[index - 1]!) &&
      times.at(-1)! < times[0]!
    );
  };
  const list = await readMatching(call, filters, {
    ...options,
    enough: (wanted, received) => wanted.length >= needed && isNewestFirst(received),
  });
  const isSorted = isNewestFirst(list.received);
  return {
    rows: isSorted ? list.rows : list.rows.toSorted((a, b) => (time(b) || 0) - (time(a) || 0)),
    isReliable: list.isComplete || isSorted,
    isComplete: list.isComplete,
  };
}
