/**
 * Reads all pages of a list operation for display, without relying on the page size that the platform states.
 * `readMatching` is on top of it, for rows that somebody asked for.
 * The stated total is trusted: it saves the request for an empty last page, and a changed one means that
 * rows moved between pages. The search for a write of unknown outcome (`findWrittenRows`) must not trust a
 * total, ends at a page without new rows and never restarts: it has a reader of its own.
 */
import type { Page } from "./contract.ts";
import { unreadableRows } from "./lenient-parse.ts";

export interface Paged {
  page?: number | undefined;
  size?: number | undefined;
}

export interface ReadOptions {
  signal?: AbortSignal | undefined;
}

/** A list operation of the client. */
export type ListOperation<Input extends Paged, Row> = (
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
