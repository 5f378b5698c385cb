/** Cuts long work into slices, so that the thread that answers members does everything else in between. */

/** Work that waits for its next slice. */
const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/**
 * Waits for a turn of the event loop in which no other slice of such work runs, however many requests have begun some.
 * Await it before each piece that takes some milliseconds.
 */
export function giveWay(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(next);
  return promise;
}
