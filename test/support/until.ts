/** Waits for something that happens by itself, one turn of the event loop after another. */

/** Only for what never happens: on a busy machine everything takes its time. */
const patienceMs = 60_000;

/** @throws when it hasn't come true after a real minute. */
export async function until(isTrue: () => boolean | Promise<boolean>, what = "it"): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${what} didn't happen`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
