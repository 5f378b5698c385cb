/** Which coupons a member can use now, whatever the platform's filters let through. */
import { expect, test } from "vitest";
import { isAvailable } from "../../../src/bot/views/coupon-text.ts";
import type { Coupon } from "../../../src/loyalty/contract.ts";

const now = Date.parse("2026-03-15T05:00:00Z");
const coupon: Coupon = {
  uuid: "1",
  code: "ABC123",
  coupon_set_uuid: "2",
  coupon_set_name: "50 THB off",
  status: "GIVEN",
  source: "GENERATE",
  member_uuid: "m1",
};

test.each<[string, Partial<Coupon>, boolean]>([
  ["without an end", {}, true],
  ["that ends later", { expires_at: "2026-03-15T05:00:00.001Z" }, true],
  ["that has just ended", { expires_at: "2026-03-15T05:00:00Z" }, false],
  ["that ended long ago", { expires_at: "2020-01-01T00:00:00Z" }, false],
  ["that has begun", { starts_at: "2026-03-15T05:00:00Z" }, true],
  ["that begins later", { starts_at: "2026-03-15T05:00:00.001Z" }, false],
  ["that is used", { status: "USED" }, false],
  ["that was taken back", { status: "VOIDED" }, false],
  ["of another member", { member_uuid: "m2" }, false],
  ["of nobody", { member_uuid: undefined }, false],
])("a coupon %s", (_, change, expected) => {
  expect(isAvailable({ ...coupon, ...change }, "m1", now)).toBe(expected);
});
