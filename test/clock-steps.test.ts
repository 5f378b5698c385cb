/** Steps of the wall clock, as a process that looks at it now and then notices them. */
import { expect, test } from "vitest";
import { createClockSteps } from "../src/clock.ts";
import { manualClock } from "./support/clock.ts";

test("a step forward counts from the moment at which it is noticed, by time that really passes", () => {
  const clock = manualClock();
  const wasClockSet = createClockSteps(clock);
  clock.turn(86_400_000);
  expect(wasClockSet(65_000)).toBe(false);
  clock.turn(1000);
  clock.move(70_000);
  clock.turn(5000);
  expect(wasClockSet(65_000)).toBe(true);
  clock.turn(64_999);
  expect(wasClockSet(65_000)).toBe(true);
  clock.turn(1);
  expect(wasClockSet(65_000)).toBe(false);
});

test("a step back and a correction by less than a second are none", () => {
  const clock = manualClock();
  const wasClockSet = createClockSteps(clock);
  clock.move(-86_400_000);
  expect(wasClockSet(65_000)).toBe(false);
  clock.move(900);
  expect(wasClockSet(65_000)).toBe(false);
});
