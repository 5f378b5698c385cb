/** Lists, page by page, to an end that doesn't hang on what the platform says of its pages. */
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
  /** Whether there are no others, as far as that can be known. */
  isWhole: boolean;
}

/** What one page may hold. */
export const pageSize = 100;
const usualMostPages = 5;

/**
 * Reads a list from its first page on. A platform may give fewer rows a page than it is asked for and
 * still state the size that was asked: only the rows that came count.
 * @param call a list operation of the client.
 * @param enough whether what was read so far will do; a list that ends with that isn't whole.
 */
export async function readList<Input extends Paged, Row extends { uuid: string }>(
  call: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
  input: Omit<Input, "page" | "size">,
  {
    signal,
    mostPages = usualMostPages,
    enough,
  }: CallOptions & { mostPages?: number; enough?: (rows: Row[]) => boolean } = {},
): Promise<List<Row>> {
  const found = new Map<string, Row>();
  let size = pageSize;
  let total: number | null = null;
  let page = 1;
  let isSteady = true;
  for (let calls = 1; calls <= mostPages; calls += 1) {
    const { data, pagination } = await call({ ...input, page, size } as Input, { signal });
    const hasChanged = total !== null && total !== pagination.total;
    isSteady &&= !hasChanged;
    // Rows came or went, so others may have moved past us between the pages: from the start again.
    if (hasChanged && !enough) {
      found.clear();
      isSteady = true;
      total = null;
      page = 1;
      continue;
    }
    total = pagination.total;
    for (const row of data) if (!found.has(row.uuid)) found.set(row.uuid, row);
    const rows = [...found.values()];
    const isEnd = rows.length >= total || (data.length === 0 && page > 1);
    if (isEnd) return { rows, isWhole: isSteady };
    if (data.length === 0 || enough?.(rows)) return { rows, isWhole: false };
    // Asked for in its own size, so that the second page begins where this one ends.
    if (page === 1) size = Math.min(size, data.length);
    page += 1;
  }
  return { rows: [...found.values()], isWhole: false };
}
