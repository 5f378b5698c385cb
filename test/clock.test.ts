/** The system clock. */
import { expect, test } from "vitest";
import { pause, systemClock } from "../src/clock.ts";

test("a delay longer than Node's timers support does not fire at once", async () => {
  let isOver = false;
  using _timer = systemClock.after(2 ** 40, () => (isOver = true));
  await pause(systemClock, 5);
  expect(isOver).toBe(false);
});
