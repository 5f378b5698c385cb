/** Polls a condition: once per turn of the event loop at first, then with pauses that leave the CPU to what is awaited. */
import { setImmediate, setTimeout } from "node:timers/promises";

/** Only for what never happens: a busy machine is slow. */
const timeoutMs = 60_000;
/** What happens within this process takes a few turns; other processes and the system take milliseconds. */
const turns = 20;
const pauseMs = 4;

/** @throws when it is still false after a minute of real time. */
export async function until(isTrue: () => boolean | Promise<boolean>, what = "it"): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let turn = 1; !(await isTrue()); turn += 1) {
    if (performance.now() > end) throw new Error(`${what} didn't happen`);
    await (turn < turns ? setImmediate() : setTimeout(pauseMs));
  }
}
