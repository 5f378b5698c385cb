/** The system clock, and the waits built on clocks. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import {
  backoffMs,
  orAfter,
  pause,
  systemClock,
  unlessAborted,
  withTimeout,
} from "../src/clock.ts";
import { manualClock } from "./support/clock.ts";

test("a delay longer than Node's timers support does not fire at once", async () => {
  let isOver = false;
  using _timer = systemClock.after(2 ** 40, () => (isOver = true));
  await pause(systemClock, 5);
  expect(isOver).toBe(false);
});

test("a back-off grows by its factor with each failure, up to its maximum", () => {
  const delays = [1, 2, 3, 4].map((failures) => backoffMs({ firstMs: 100, maxMs: 500 }, failures));
  expect(delays).toEqual([100, 200, 400, 500]);
  expect(backoffMs({ firstMs: 100, factor: 3 }, 3)).toBe(900);
});

test("jitter varies a delay by its share either way", () => {
  const delays = Array.from({ length: 200 }, () => backoffMs({ firstMs: 1000, jitter: 0.25 }, 1));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(750);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1250);
  expect(new Set(delays).size).toBeGreaterThan(1);
});

test("a time-out rejects, and leaves no timer once the work has ended", async () => {
  const clock = manualClock();
  const never = new Promise<void>(() => {});
  const late = withTimeout(clock, 1000, never);
  clock.turn(1000);
  await expect(late).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(withTimeout(clock, 1000, Promise.resolve(7))).resolves.toBe(7);
  expect(clock.waiting).toBe(0);
});

test("an abort ends the wait with the given reason, also one before the wait", async () => {
  const controller = new AbortController();
  const never = new Promise<void>(() => {});
  const waiting = unlessAborted(controller.signal, never, () => new Error("cancelled"));
  controller.abort(new Error("stopping"));
  await expect(waiting).rejects.toThrow("cancelled");
  await expect(unlessAborted(controller.signal, never)).rejects.toThrow("stopping");
});

test("what is done before the wait counts, though it is aborted, and the signal keeps no listener", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const failed = Promise.reject(new Error("failed"));
  await expect(unlessAborted(signal, Promise.resolve(7))).resolves.toBe(7);
  await expect(unlessAborted(signal, failed)).rejects.toThrow("failed");
  expect(getEventListeners(signal, "abort")).toEqual([]);
  controller.abort(new Error("stopping"));
  await expect(unlessAborted(signal, Promise.resolve(7))).resolves.toBe(7);
});

test("late work is stood in for, and a failure in time is its own", async () => {
  const clock = manualClock();
  const late = orAfter<string>(clock, 1000, new Promise(() => {}), () => "late");
  clock.turn(1000);
  await expect(late).resolves.toBe("late");
  const failed = Promise.reject(new Error("failed"));
  await expect(orAfter(clock, 1000, failed, () => "late")).rejects.toThrow("failed");
  expect(clock.waiting).toBe(0);
});
