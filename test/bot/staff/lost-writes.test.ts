/** What follows a read after an unclear send: another send, a wait, an outcome, or a person. */
import { describe, expect, test } from "vitest";
import {
  afterReading,
  bookedSince,
  isStale,
  stillOpen,
  type Read,
} from "../../../src/bot/staff/orders/lost-writes.ts";

/** How long the platform may still be processing a request, in milliseconds. */
const inFlightMs = 65_000;
const dayMs = 86_400_000;
const minuteMs = 60_000;

const sent = { begunAt: 0, askedAt: 0, sends: 1, sentAt: 1000, clockDifference: null };
const settledAt = 1000 + inFlightMs;
const done: Read = { done: { id: 1 } };
const partly: Read = { partly: { voided: [1] } };
const refused: Read = { refused: "COUPON_USED", detail: null };
const needsReview = { end: { state: "needs_review" } };

test("the next reconciliation is due in 5 to 15 seconds, in whole milliseconds; after a day the write needs review", () => {
  for (let age = 1; age < 100_000; age += 777) {
    const outcome = stillOpen({ begunAt: 0 }, age);
    const pause = outcome.state === "unknown" ? outcome.again - age : Number.NaN;
    expect(Number.isInteger(pause)).toBe(true);
    expect(pause).toBeGreaterThanOrEqual(5000);
    expect(pause).toBeLessThanOrEqual(15_000);
  }
  expect(stillOpen({ begunAt: 0 }, dayMs + 1)).toEqual({ state: "needs_review" });
});

describe("a write that was sent once", () => {
  test("is done as soon as a read shows it", () => {
    const end = { state: "done", done: { id: 1 } };
    expect(afterReading(sent, done, 1001, false)).toEqual({ end });
    expect(afterReading(sent, done, settledAt, false)).toEqual({ end });
  });

  test.each<[string, Read]>([
    ["nothing", "nothing"],
    ["a part", partly],
    ["what can't be told", "unclear"],
    ["a refusal", refused],
  ])("stays unknown while the platform may be processing it, if a read shows %s", (_, read) => {
    const next = afterReading(sent, read, settledAt - 1, false);
    expect(next).toMatchObject({ end: { state: "unknown" } });
  });

  test.each<[string, Read, object]>([
    ["is sent again if a read shows nothing", "nothing", { send: null }],
    ["is sent again for the rest if a read shows a part", partly, { send: { voided: [1] } }],
    ["needs review if a read can't tell", "unclear", needsReview],
    [
      "is refused if a read shows why",
      refused,
      { end: { state: "refused", code: "COUPON_USED", detail: null } },
    ],
  ])("%s, once the platform has had its time", (_, read, next) => {
    expect(afterReading(sent, read, settledAt, false)).toEqual(next);
  });

  test("stays unknown while the platform can't be read", () => {
    expect(afterReading(sent, "later", settledAt, false)).toMatchObject({
      end: { state: "unknown" },
    });
  });
});

test("a write stays unknown while the time of its send can't be compared, unless a read shows it", () => {
  const long = settledAt + dayMs / 2;
  for (const read of ["nothing", partly, "unclear", refused] as const) {
    const next = afterReading(sent, read, long, true);
    expect(next).toMatchObject({ end: { state: "unknown" } });
  }
  expect(afterReading(sent, done, long, true)).toMatchObject({ end: { state: "done" } });
});

describe("a write that was sent twice", () => {
  const twice = { ...sent, sends: 2 };

  test("is never sent again", () => {
    expect(afterReading(twice, "nothing", settledAt, false)).toEqual(needsReview);
    expect(afterReading(twice, partly, settledAt, false)).toEqual({
      end: { state: "done", done: { voided: [1] } },
    });
  });

  test("counts its time from the second send", () => {
    const later = { ...twice, sentAt: 500_000 };
    const next = afterReading(later, "nothing", 500_000 + inFlightMs - 1, false);
    expect(next).toMatchObject({ end: { state: "unknown" } });
    expect(afterReading(later, "nothing", 500_000 + inFlightMs, false)).toEqual(needsReview);
  });
});

test("an order that was never sent is dropped 20 minutes after it was confirmed", () => {
  const unsent = { ...sent, sends: 0, sentAt: null, begunAt: 5000 };
  expect(isStale(unsent, 5000 + 20 * minuteMs)).toBe(false);
  expect(isStale(unsent, 5001 + 20 * minuteMs)).toBe(true);
  expect(isStale({ ...unsent, begunAt: null }, 1 + 20 * minuteMs)).toBe(true);
  expect(isStale(sent, dayMs)).toBe(false);
});

test("rows are looked for from five minutes before the order on the slower of the two clocks", () => {
  const row = { ...sent, begunAt: 100 * minuteMs };
  expect(bookedSince(row, null)).toBeNull();
  expect(bookedSince(row, 3000)).toBe(95 * minuteMs);
  expect(bookedSince(row, -3000)).toBe(95 * minuteMs - 3000);
  expect(bookedSince({ ...row, clockDifference: -9000 }, -3000)).toBe(95 * minuteMs - 9000);
});
