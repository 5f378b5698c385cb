/** One page of a list that is at hand, and how much is left behind it. */

export interface PageOfItems<Item> {
  shown: readonly Item[];
  /** From 1. */
  page: number;
  /** How many come after this page. */
  left: number;
}

/** @param page from 1; past the end it is the last one. */
export function paginate<Item>(
  items: readonly Item[],
  page: number,
  size: number,
): PageOfItems<Item> {
  const real = Math.max(1, Math.min(page, Math.ceil(items.length / size)));
  const shown = items.slice((real - 1) * size, real * size);
  return { shown, page: real, left: items.length - (real - 1) * size - shown.length };
}
