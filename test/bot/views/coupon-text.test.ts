/** Which coupons a member can use now and how long, and what they are worth. */
import { expect, test } from "vitest";
import type { RenderContext } from "../../../src/bot/context.ts";
import { builtInCatalogues, createMessages } from "../../../src/bot/i18n/translate.ts";
import { isAvailable, setValidity, worthText } from "../../../src/bot/views/coupon.ts";
import { validUntil, validUntilForStaff } from "../../../src/bot/views/coupon-expiry.ts";
import { palette } from "../../../src/bot/views/flex-components.ts";
import type { Coupon, CouponSet } from "../../../src/loyalty/contract.ts";

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

const ctx = {
  t: createMessages(builtInCatalogues, "Asia/Bangkok").in("en"),
  now,
  timeZone: "Asia/Bangkok",
} as RenderContext;

test.each<[string, Partial<Coupon>, boolean]>([
  ["without an end", {}, true],
  ["that ends later", { expires_at: "2026-03-15T05:00:00.001Z" }, true],
  ["that has just ended", { expires_at: "2026-03-15T05:00:00Z" }, false],
  ["that ended long ago", { expires_at: "2020-01-01T00:00:00Z" }, false],
  ["that has begun", { starts_at: "2026-03-15T05:00:00Z" }, true],
  ["that begins later", { starts_at: "2026-03-15T05:00:00.001Z" }, false],
  ["that ends today, by a day without a time", { expires_at: "2026-03-15" }, true],
  ["that ended yesterday, by a day without a time", { expires_at: "2026-03-14" }, false],
  ["that begins today, by a day without a time", { starts_at: "2026-03-15" }, true],
  ["that begins tomorrow, by a day without a time", { starts_at: "2026-03-16" }, false],
  ["whose end can't be read", { expires_at: "15/03/2026" }, true],
  [
    "whose end can't be read, and that begins later",
    { starts_at: "2026-03-16", expires_at: "?" },
    false,
  ],
  [
    "whose beginning can't be read, and that has ended",
    { starts_at: "?", expires_at: "2026-03-14" },
    false,
  ],
  ["that is used", { status: "USED" }, false],
  ["that was taken back", { status: "VOIDED" }, false],
  ["of another member", { member_uuid: "m2" }, false],
  ["of nobody", { member_uuid: undefined }, false],
])("a coupon %s", (_, change, expected) => {
  expect(isAvailable({ ...coupon, ...change }, "m1", ctx)).toBe(expected);
});

test.each([
  ["2026-03-15T17:00:00Z", "", palette.urgent],
  ["2026-03-16T17:00:00Z", "1 day left", palette.urgent],
  ["2026-03-16T17:00:00.001Z", "2 days left", palette.soon],
  ["2026-03-22T17:00:00Z", "7 days left", palette.soon],
  ["2026-03-23T17:00:00Z", "", palette.soft],
  [undefined, "", palette.soft],
])("the days left until %s in the business's time zone", (expires_at, left, color) => {
  expect(validUntil(ctx, { ...coupon, expires_at })).toMatchObject({ left, color });
});

test.each([
  ["05/06/2027", "End date not known, please ask our staff", "Date can’t be read: “05/06/2027”"],
  ["2027-02-30", "End date not known, please ask our staff", "Date can’t be read: “2027-02-30”"],
  ["9999-12-31T23:59:59Z", "No end date", "No end date"],
  ["2026-03-31", "Use by 31 Mar 2026", "Use by 31 Mar 2026"],
])("an end written %j: members read %j, staff %j", (expires_at, forMember, forStaff) => {
  expect(validUntil(ctx, { expires_at }).text).toBe(forMember);
  expect(validUntilForStaff(ctx, { expires_at })).toBe(forStaff);
});

test("a beginning that can't be read is told beside the end", () => {
  const times = { starts_at: "soon", expires_at: "2026-03-31" };
  expect(validUntil(ctx, times).text).toBe(
    "Use by 31 Mar 2026 · Start date not known, please ask our staff",
  );
  expect(validUntilForStaff(ctx, times)).toBe("Use by 31 Mar 2026 · Date can’t be read: “soon”");
});

test.each<[CouponSet["type"], number | undefined, string]>([
  ["DISCOUNT_AMOUNT", 1500, "1,500 off"],
  ["DISCOUNT_PERCENT", 12.5, "12.5% off"],
  ["DISCOUNT_PERCENT", undefined, ""],
  ["DISCOUNT_AMOUNT", 0, ""],
  ["FREE_ITEM", undefined, "Free"],
  ["OTHER", 50, ""],
])("a coupon of type %s and value %j is worth %j", (type, value, worth) => {
  expect(worthText(ctx, { type, value })).toBe(worth);
});

test.each<[CouponSet["validity"], string]>([
  [{ mode: "FIXED" }, "No end date"],
  [{ mode: "FIXED", end_on: "2026-03-31" }, "Use by 31 Mar 2026"],
  [{ mode: "FIXED", end_on: "2026-02-30" }, ""],
  [{ mode: "FIXED", end_on: "31/12/2026" }, ""],
  [{ mode: "DAYS_AFTER_GIVE", days: 7 }, "7 days"],
  [{ mode: "DAYS_AFTER_GIVE" }, ""],
])("coupons of a set with the validity %j are valid: %j", (validity, expected) => {
  expect(setValidity(ctx, { validity }, (days) => `${days} days`)).toBe(expected);
});
