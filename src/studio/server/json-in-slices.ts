/** Writes long lists as JSON in slices. */
import { giveWay } from "../../give-way.ts";

/** Characters that are written at once: a millisecond or two. */
const maxSlice = 100_000;

/**
 * @param items are taken from it as they are written.
 * @param write the JSON of one.
 * @returns a JSON array.
 */
export async function jsonInSlices<Item>(
  items: Iterable<Item>,
  write: (item: Item) => string = (item) => JSON.stringify(item),
): Promise<string> {
  const written: string[] = [];
  let length = 0;
  for (const item of items) {
    const json = write(item);
    written.push(json);
    length += json.length;
    if (length < maxSlice) continue;
    length = 0;
    await giveWay();
  }
  return `[${written.join(",")}]`;
}
