/** Which coupon sets are short of coupons: 20 left, or a tenth of all. */
import { expect, test } from "vitest";
import { isShort } from "../../../../src/bot/staff/commands/today.ts";

const count = { total: 0, pending: 0, given: 0, used: 0, voided: 0 };
const made = { status: "ACTIVE", source: "GENERATE", limit: {} } as const;
const unlimited = { status: "ACTIVE", source: "AUTO_GENERATE", limit: {}, count } as const;

test.each([
  [{ ...made, count: { ...count, total: 100, pending: 20 } }, true],
  [{ ...made, count: { ...count, total: 100, pending: 21 } }, false],
  [{ ...made, count: { ...count, total: 1000, pending: 100 } }, true],
  [{ ...made, count: { ...count, total: 1000, pending: 101 } }, false],
  [{ ...made, count: { ...count, total: 500, pending: 0 } }, true],
  [{ ...made, status: "PAUSED", count: { ...count, total: 100, pending: 1 } } as const, false],
  [unlimited, false],
  [{ ...unlimited, limit: { total: 300 }, count: { ...count, given: 200, used: 70 } }, true],
  [{ ...unlimited, limit: { total: 300 }, count: { ...count, given: 200, used: 69 } }, false],
])("%j: %s", (set, expected) => {
  expect(isShort(set)).toBe(expected);
});
