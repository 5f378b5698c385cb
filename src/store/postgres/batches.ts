/** Gathers calls into batches: those that arrive while one batch is written share the next one. */

/** Maximum number of items in a batch. */
const maxItems = 200;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * @param write gets the items in the order of the calls, and returns a result for each, or an error to reject with; one batch at a time.
 * @returns a function that adds an item and resolves with its result.
 */
export function createBatches<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let isWriting = false;

  async function writeNext(): Promise<void> {
    const batch = queue.splice(0, maxItems);
    try {
      const results = await write(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (queue.length > 0) await writeNext();
    isWriting = false;
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.push({ item, resolve, reject });
    // Calls of the same turn of the event loop share the first batch, too.
    if (!isWriting) {
      isWriting = true;
      setImmediate(() => void writeAll());
    }
    return promise;
  };
}
