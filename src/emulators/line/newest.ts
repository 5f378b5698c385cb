/** Keeps the newest of what happens, as much as fits; the oldest is dropped. */

export interface Newest<Item> {
  /** Oldest first. */
  readonly items: readonly Item[];
  /** @param size of what it keeps, in characters. @returns what is dropped for it. */
  add(item: Item, size: number): Item[];
  /** More is kept of an item that is there. @returns what is dropped for it. */
  grow(item: Item, more: number): Item[];
}

/** @param limits the newest item stays, however large. */
export function createNewest<Item>(limits: { items: number; characters: number }): Newest<Item> {
  const items: Item[] = [];
  const sizes: number[] = [];
  let characters = 0;

  function drop(): Item[] {
    let count = 0;
    const isTooMuch = () =>
      items.length - count > limits.items ||
      (characters > limits.characters && items.length - count > 1);
    for (; isTooMuch(); count += 1) characters -= sizes[count] ?? 0;
    sizes.splice(0, count);
    return items.splice(0, count);
  }

  return {
    items,
    add(item, size) {
      items.push(item);
      sizes.push(size);
      characters += size;
      return drop();
    },
    grow(item, more) {
      const index = items.lastIndexOf(item);
      if (index < 0) return [];
      sizes[index] = (sizes[index] ?? 0) + more;
      characters += more;
      return drop();
    },
  };
}
