/** Reads the rows of a list that somebody asked for, whether the platform filters, ignores filters or refuses them. */
import type { OperationName } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import { textIn, unknownRows } from "./lenient-parse.ts";
import {
  pageSize,
  readList,
  type List,
  type ListOperation,
  type Paged,
  type ReadOptions,
} from "./read-list.ts";

export interface Matching<Row> extends List<Row> {
  /** Every readable row that the platform sent, in its order; `rows` has only the wanted ones. */
  received: readonly Row[];
}

export interface MatchingOptions<Row> extends ReadOptions {
  operation: OperationName;
  /** Decides about each row, whatever the platform was asked for. */
  isWanted(row: Row): boolean;
  /** The field that says whose a row is: one that can't be read and is theirs makes the reading fail. */
  owner?: readonly [field: keyof Row & string, value: string];
  /** Ends the reading early. @param wanted the rows so far. @param received all of them. */
  enough?(wanted: readonly Row[], received: readonly Row[]): boolean;
  maxPages?: number;
  /** Rows per page once the platform doesn't filter. */
  unfilteredSize?: number;
}

/**
 * Reads a list, and picks the wanted rows from it. Where a row that isn't found may be on a page that wasn't read,
 * `isComplete` is false: see `requireKnown`.
 * @param filters make the platform's list shorter where it filters; their effect isn't relied on.
 * @throws {LoyaltyError} `UNEXPECTED_ANSWER` when a row that may be wanted can't be read, or none can.
 */
export async function readMatching<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  filters: Omit<Input, "page" | "size">,
  options: MatchingOptions<Row>,
): Promise<Matching<Row>> {
  const { isWanted, enough, signal, maxPages, unfilteredSize = pageSize } = options;
  const wantedOf = (rows: readonly Row[]) => rows.filter(isWanted);
  const paging = { signal, ...(maxPages !== undefined && { maxPages }) };
  const endsEarly = enough && ((rows: Row[]) => enough(wantedOf(rows), rows));
  const hasLargerPages = unfilteredSize > pageSize;
  const isUnfiltered = (rows: readonly Row[]) => hasLargerPages && !rows.every(isWanted);

  async function readFiltered(): Promise<List<Row> | null> {
    if (Object.keys(filters).length === 0) return null;
    try {
      const list = await readList(call, filters, {
        ...paging,
        ...((endsEarly ?? hasLargerPages) && {
          enough: (rows: Row[]) => isUnfiltered(rows) || (endsEarly?.(rows) ?? false),
        }),
      });
      // Without an effect, the filters only cost a larger page.
      return !list.isComplete && isUnfiltered(list.rows) ? null : list;
    } catch (error) {
      if (isFilterRefused(error)) return null;
      throw error;
    }
  }

  const list =
    (await readFiltered()) ??
    (await readList(call, {} as typeof filters, {
      ...paging,
      size: unfilteredSize,
      ...(endsEarly && { enough: endsEarly }),
    }));
  requireReadable(list, options);
  return { ...list, rows: wantedOf(list.rows), received: list.rows };
}

/** Whether the platform, or the client itself, takes no such filters. */
export const isFilterRefused = (error: unknown): boolean =>
  error instanceof LoyaltyError && (error.status === 400 || error.isUnsendable);

/** The wanted rows. @throws {LoyaltyError} when there are none on the pages read, and the list isn't whole. */
export function requireKnown<Row>(
  { rows, isComplete }: List<Row>,
  operation: OperationName,
): Row[] {
  if (rows.length > 0 || isComplete) return rows;
  throw new LoyaltyError("UNEXPECTED_ANSWER", "lists too many rows to find what was asked for", {
    operation,
  });
}

/**
 * Reads a list until the wanted row is found.
 * @returns null when the list is whole without it.
 * @throws {LoyaltyError} as `readMatching`, or when the row may be on a page that wasn't read.
 */
export async function findMatching<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  filters: Omit<Input, "page" | "size">,
  options: Omit<MatchingOptions<Row>, "enough">,
): Promise<Row | null> {
  const list = await readMatching(call, filters, {
    ...options,
    enough: ({ length }) => length > 0,
  });
  return requireKnown(list, options.operation)[0] ?? null;
}

function requireReadable<Row>(
  { rows, unreadable = [] }: List<Row>,
  { operation, owner }: MatchingOptions<Row>,
): void {
  if (unreadable.length === 0) return;
  const isTheirs = (row: unknown) => owner !== undefined && textIn(row, owner[0]) === owner[1];
  const theirs = unreadable.filter(isTheirs);
  if (rows.length > 0 && theirs.length === 0) return;
  throw unknownRows(operation, undefined, theirs.length > 0 ? theirs : unreadable);
}
