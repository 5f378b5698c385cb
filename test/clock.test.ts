/** The clock of a running bot. */
import { expect, test } from "vitest";
import { pause, systemClock } from "../src/clock.ts";

test("a wait longer than Node's timers can hold isn't over at once", async () => {
  let isOver = false;
  using _timer = systemClock.after(2 ** 40, () => (isOver = true));
  await pause(systemClock, 5);
  expect(isOver).toBe(false);
});
