/** Waits for something that happens by itself, one turn of the event loop after another. */

const patienceMs = 10_000;

/** @throws when it hasn't come true after ten real seconds. */
export async function until(isTrue: () => boolean, what = "it"): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`${what} didn't happen`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
