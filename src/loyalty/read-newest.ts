/** Reads the newest rows of a list that somebody asked for, whether or not the platform filters and sorts. */
import type { Page } from "./contract.ts";
import { readList } from "./paginate.ts";

interface Paged {
  page?: number | undefined;
  size?: number | undefined;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface Newest<Row> {
  /** The wanted rows, newest first. */
  rows: Row[];
  /** Whether no newer wanted row is missing: the list is whole, or it came newest first. */
  isReliable: boolean;
  /** Whether no wanted row is missing at all. */
  isWhole: boolean;
}

/**
 * @param input filters that may make the platform's list shorter; their effect isn't relied on.
 * @param options `isWanted` decides about each row; `needed` ends the reading when so many are found.
 */
export async function readNewest<Input extends Paged, Row extends { uuid: string }>(
  call: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
  input: Omit<Input, "page" | "size">,
  options: CallOptions & {
    isWanted(row: Row): boolean;
    timeOf(row: Row): string | undefined;
    needed: number;
    maxPages?: number;
  },
): Promise<Newest<Row>> {
  const { isWanted, needed, ...paging } = options;
  const timeOf = (row: Row) => Date.parse(options.timeOf(row) ?? "");
  const list = await readList(call, input, {
    ...paging,
    enough: (rows) => rows.filter(isWanted).length >= needed,
  });
  const times = list.rows.map(timeOf);
  // Times that can't be read, or are all the same, show no order.
  const isNewestFirst =
    times.every((time, index) => index === 0 || time <= times[index - 1]!) &&
    times.at(-1)! < times[0]!;
  const rows = list.rows.filter(isWanted);
  return {
    rows: isNewestFirst ? rows : rows.toSorted((a, b) => (timeOf(b) || 0) - (timeOf(a) || 0)),
    isReliable: list.isWhole || isNewestFirst,
    isWhole: list.isWhole,
  };
}
