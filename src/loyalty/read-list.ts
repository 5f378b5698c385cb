/**
 * Reads all pages of a list operation for display, without relying on the page size that the platform states.
 * `readMatching` is on top of it, for rows that somebody asked for.
 * The stated total is trusted: it saves the request for an empty last page, and a changed one means that
 * rows moved between pages. The search for a write of unknown outcome (`findWrittenRows`) must not trust a
 * total, ends at a page without new rows and never restarts: it has a reader of its own.
 */
import { isPlatformFailure } from "../errors.ts";
import type { OperationName, Page } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import { textIn, unknownRows, unreadableRows } from "./lenient-parse.ts";

interface Paged {
  page?: number | undefined;
  size?: number | undefined;
}

interface ReadOptions {
  signal?: AbortSignal | undefined;
}

/** A list operation of the client. */
type ListOperation<Input extends Paged, Row> = (
  input: Input,
  options?: ReadOptions,
) => Promise<Page<Row>>;

export interface List<Row> {
  /** Each row once, in the platform's order. */
  rows: Row[];
  /** Whether the list is complete, as far as the platform's totals show. */
  isComplete: boolean;
  /** Rows that can't be read, as they came; absent if there are none. */
  unreadable?: readonly unknown[];
}

/** The maximum number of rows per page; lists of transactions take `transactionSizes.max`. */
export const pageSize = 100;
const defaultMaxPages = 5;

/**
 * Reads a list from its first page. A platform may return fewer rows per page than requested and still
 * state the requested size, so only the received rows are counted. A list that ends before its total is read
 * once more: rows that moved between two pages are found then, and a list that stays as it is has a wrong total.
 * @param options `maxPages`: the maximum number of calls (default 5). `size`: rows per page (default 100).
 *   `enough`: ends the reading early when it returns true for the rows so far; such a list has `isComplete` false.
 * @throws {LoyaltyError} of the call.
 */
export async function readList<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  input: Omit<Input, "page" | "size">,
  {
    signal,
    maxPages = defaultMaxPages,
    size: requestedSize = pageSize,
    enough,
  }: ReadOptions & { maxPages?: number; size?: number; enough?: (rows: Row[]) => boolean } = {},
): Promise<List<Row>> {
  const rows = new ReceivedRows<Row>();
  let size = requestedSize;
  let total: number | null = null;
  let page = 1;
  let isUnchanged = true;
  /** How many rows the first look found, when this is the second one. */
  let before: number | null = null;
  for (let calls = 1; calls <= maxPages; calls += 1) {
    const found = await call({ ...input, page, size } as Input, { signal });
    const hasChanged = total !== null && total !== found.pagination.total;
    isUnchanged &&= !hasChanged;
    // The total changed between pages, so rows may have moved to pages already read: start again, while there are calls.
    if (hasChanged && !enough && calls < maxPages) {
      rows.clear();
      isUnchanged = true;
      before = null;
      total = null;
      page = 1;
      continue;
    }
    total = found.pagination.total;
    const received = rows.add(found);
    if (rows.count >= total) return rows.list(isUnchanged);
    if (received === 0 && page > 1) {
      if (before !== null) return rows.list(isUnchanged && rows.count === before);
      before = rows.count;
      page = 1;
      continue;
    }
    if (received === 0 || enough?.(rows.readable)) return rows.list(false);
    // Further pages use the size that the platform really returned, so that page 2 begins where page 1 ended.
    if (page === 1) size = Math.min(size, received);
    page += 1;
  }
  return rows.list(false);
}

/** The rows of a list so far, each once. */
class ReceivedRows<Row extends { uuid: string }> {
  readonly #readable = new Map<string, Row>();
  readonly #unreadable = new Map<string, unknown>();

  get count(): number {
    return this.#readable.size + this.#unreadable.size;
  }

  get readable(): Row[] {
    return [...this.#readable.values()];
  }

  clear(): void {
    this.#readable.clear();
    this.#unreadable.clear();
  }

  /** @returns how many rows the page has. */
  add(page: Page<Row>): number {
    const lost = unreadableRows(page);
    for (const row of lost) this.#unreadable.set(JSON.stringify(row), row);
    for (const row of page.data)
      if (!this.#readable.has(row.uuid)) this.#readable.set(row.uuid, row);
    return page.data.length + lost.length;
  }

  list(isComplete: boolean): List<Row> {
    const unreadable = [...this.#unreadable.values()];
    return { rows: this.readable, isComplete, ...(unreadable.length > 0 && { unreadable }) };
  }
}

// Reads the rows of a list that somebody asked for, whether the platform filters, ignores filters or refuses them.

export interface Matching<Row> extends List<Row> {
  /** Every readable row that the platform sent, in its order; `rows` has only the wanted ones. */
  received: readonly Row[];
}

interface MatchingOptions<Row> extends ReadOptions {
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

// Reads the newest rows of a list that somebody asked for, whether or not the platform filters and sorts.

interface Newest<Row> {
  /** The wanted rows, newest first. */
  rows: Row[];
  /**
   * Since when no wanted row is missing, in milliseconds since 1970 by the platform's clock, where the rows needed
   * weren't all found; null = nothing is missing from them.
   */
  since: number | null;
}

/** All wanted rows since a time, newest first, as they are known without the platform's list. */
export interface KnownPart<Row> {
  rows: Row[];
  /** Milliseconds since 1970 by the platform's clock. */
  since: number;
}

interface NewestOptions<Row> extends Omit<MatchingOptions<Row>, "enough"> {
  /** In milliseconds since 1970; null = not known. */
  timeOf(row: Row): number | null;
  /** Ends the reading when so many wanted rows are found and the list comes newest first. */
  needed: number;
  /** What is known where the platform's list can't be read far enough; null = nothing. @throws {LoyaltyError} */
  knownPart?: (() => Promise<KnownPart<Row> | null>) | undefined;
}

/**
 * As `readMatching`, newest first; a list that comes in this order needn't be read to its end.
 * @param filters may make the platform's list shorter; their effect isn't relied on.
 * @returns null where not even the newest wanted row can be told.
 * @throws {LoyaltyError}
 */
export async function readNewest<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  filters: Omit<Input, "page" | "size">,
  { knownPart, ...options }: NewestOptions<Row>,
): Promise<Newest<Row> | null> {
  // Before the platform's list, whose pages may take all the time that there is.
  const part = (await knownPart?.()) ?? null;
  if (!part) return readWhole(call, filters, options);
  if (part.rows.length >= options.needed) return { rows: part.rows, since: null };
  const read = await readWhole(call, filters, options).catch(nullIfPlatformFails);
  return read && (read.since === null || read.since <= part.since) ? read : part;
}

async function readWhole<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  filters: Omit<Input, "page" | "size">,
  { timeOf, needed, ...options }: Omit<NewestOptions<Row>, "knownPart">,
): Promise<Newest<Row> | null> {
  const time = (row: Row) => timeOf(row) ?? 0;
  const timesOf = (rows: readonly Row[]) => rows.flatMap((row) => timeOf(row) ?? []);
  /** Rows without a time are passed over. Times that are all the same show no order. */
  const isNewestFirst = (rows: readonly Row[]) => {
    const times = timesOf(rows);
    return (
      times.every((at, index) => index === 0 || at <= times[index - 1]!) &&
      times.at(-1)! < times[0]!
    );
  };
  const { rows, received, isComplete } = await readMatching(call, filters, {
    ...options,
    enough: (wanted, all) => wanted.length >= needed && isNewestFirst(all),
  });
  if (isNewestFirst(received)) {
    const isEnough = isComplete || rows.length >= needed;
    return { rows, since: isEnough ? null : timesOf(received).at(-1)! };
  }
  if (!isComplete) return null;
  return { rows: rows.toSorted((a, b) => time(b) - time(a)), since: null };
}

function nullIfPlatformFails(error: unknown): null {
  if (isPlatformFailure(error)) return null;
  throw error;
}
