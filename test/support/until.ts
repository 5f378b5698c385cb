/** Polls a condition once per turn of the event loop. */

/** Only for what never happens: a busy machine is slow. */
const timeoutMs = 60_000;

/** @throws when it is still false after a minute of real time. */
export async function until(isTrue: () => boolean | Promise<boolean>, what = "it"): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${what} didn't happen`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
