/**
 * Reads all pages of a list operation for display, without relying on the page size that the platform states.
 * The stated total is trusted: it saves the request for an empty last page, and a changed one means that
 * rows moved between pages. The search for a write of unknown outcome (`findWrittenRows`) must not trust a
 * total, ends at a page without new rows and never restarts: it has a reader of its own.
 */
import type { Page } from "./contract.ts";

interface Paged {
  page?: number | undefined;
  size?: number | undefined;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface List<Row> {
  /** Each row once, in the platform's order. */
  rows: Row[];
  /** Whether the list is complete, as far as the platform's totals show. */
  isWhole: boolean;
}

/** The maximum number of rows per page. */
export const pageSize = 100;
const defaultMaxPages = 5;

/**
 * Reads a list from its first page. A platform may return fewer rows per page than requested and still
 * state the requested size, so only the received rows are counted.
 * @param call a list operation of the client.
 * @param options `maxPages`: the maximum number of calls (default 5). `enough`: ends the reading early when
 *   it returns true for the rows so far; such a list has `isWhole` false.
 */
export async function readList<Input extends Paged, Row extends { uuid: string }>(
  call: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
  input: Omit<Input, "page" | "size">,
  {
    signal,
    maxPages = defaultMaxPages,
    enough,
  }: CallOptions & { maxPages?: number; enough?: (rows: Row[]) => boolean } = {},
): Promise<List<Row>> {
  const found = new Map<string, Row>();
  let size = pageSize;
  let total: number | null = null;
  let page = 1;
  let isUnchanged = true;
  for (let calls = 1; calls <= maxPages; calls += 1) {
    const { data, pagination } = await call({ ...input, page, size } as Input, { signal });
    const hasChanged = total !== null && total !== pagination.total;
    isUnchanged &&= !hasChanged;
    // The total changed between pages, so rows may have moved to pages already read: start again.
    if (hasChanged && !enough) {
      found.clear();
      isUnchanged = true;
      total = null;
      page = 1;
      continue;
    }
    total = pagination.total;
    for (const row of data) if (!found.has(row.uuid)) found.set(row.uuid, row);
    const rows = [...found.values()];
    const isEnd = rows.length >= total || (data.length === 0 && page > 1);
    if (isEnd) return { rows, isWhole: isUnchanged };
    if (data.length === 0 || enough?.(rows)) return { rows, isWhole: false };
    // Further pages use the size that the platform really returned, so that page 2 begins where page 1 ended.
    if (page === 1) size = Math.min(size, data.length);
    page += 1;
  }
  return { rows: [...found.values()], isWhole: false };
}
