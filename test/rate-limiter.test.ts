/** The rate limiter's two policies, and that it forgets keys without uses. */
import { expect, test } from "vitest";
import { createRateLimiter } from "../src/rate-limiter.ts";
import { manualClock } from "./support/clock.ts";

test("a leaky bucket drains steadily and never holds more than its maximum", () => {
  const clock = manualClock();
  const limiter = createRateLimiter(clock, { kind: "leaky_bucket", drainPerMs: 0.01, maxCount: 3 });
  const counts = Array.from({ length: 5 }, () => limiter.take("a").count);
  expect(counts).toEqual([1, 2, 3, 3, 3]);
  clock.turn(150);
  expect(limiter.take("a").count).toBe(2.5);
  expect(limiter.take("b").count).toBe(1);
  clock.turn(250);
  expect(limiter.get("a")).toBeNull();
});

test("a window begins with the first use and ends at once", () => {
  const clock = manualClock();
  const limiter = createRateLimiter<string>(clock, { kind: "window", windowMs: 1000 });
  limiter.take("a").note = "noted";
  clock.turn(999);
  expect(limiter.take("a")).toMatchObject({ count: 2, note: "noted" });
  clock.turn(1);
  expect(limiter.get("a")).toBeNull();
  expect(limiter.take("a")).toMatchObject({ count: 1, note: null });
});

test("a window ends although the clock was set back", () => {
  const clock = manualClock();
  const limiter = createRateLimiter(clock, { kind: "window", windowMs: 1000 });
  limiter.take("a");
  clock.move(-3_600_000);
  expect(limiter.take("a").count).toBe(1);
});

test("a use taken back doesn't count, nor does one of a former window", () => {
  const clock = manualClock();
  const limiter = createRateLimiter(clock, { kind: "window", windowMs: 1000 });
  const first = limiter.take("a");
  limiter.refund(first);
  expect(limiter.get("a")).toBeNull();
  const second = limiter.take("a");
  clock.turn(1000);
  limiter.take("a");
  limiter.refund(second);
  expect(limiter.get("a")?.count).toBe(1);
});
