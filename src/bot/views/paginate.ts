/** Cuts one page out of a list in memory. */

export interface PageOfItems<Item> {
  shown: readonly Item[];
  /** From 1. */
  page: number;
  /** Number of items after this page. */
  left: number;
}

/** @param page from 1; past the end, the last page is returned. @param size items per page. */
export function paginate<Item>(
  items: readonly Item[],
  page: number,
  size: number,
): PageOfItems<Item> {
  const current = Math.max(1, Math.min(page, Math.ceil(items.length / size)));
  const shown = items.slice((current - 1) * size, current * size);
  return { shown, page: current, left: items.length - (current - 1) * size - shown.length };
}
