/** Why a coupon can't be used, for its member and for staff, with the dates as far as they are known. */
import { expect, test } from "vitest";
import type { CouponReason } from "../../../src/loyalty/contract.ts";
import { builtInCatalogues, createMessages } from "../../../src/bot/i18n/translate.ts";
import {
  couponRefusal,
  isCouponReason,
  refusalTextsForMember,
  refusalTextsForStaff,
} from "../../../src/bot/views/coupon.ts";
import type { RenderContext } from "../../../src/bot/context.ts";

const ctx = {
  t: createMessages(builtInCatalogues, "Asia/Bangkok").in("en"),
  timeZone: "Asia/Bangkok",
} as RenderContext;

const known = {
  used_at: "2026-03-01T05:00:00Z",
  used_by: "Mint",
  branch_code: "B7",
  starts_at: "2026-03-02T00:00:00Z",
  expires_at: "2026-03-03T17:00:00Z",
};

test.each<[CouponReason | undefined, typeof known | object, RegExp, RegExp]>([
  ["COUPON_USED", known, /“Tea” was already used on 1 Mar 2026 at 12:00/, /12:00 \(B7, Mint\)$/],
  ["COUPON_USED", {}, /“Tea” has already been used/, /^The coupon has been used\.$/],
  ["COUPON_EXPIRED", known, /until 3 Mar 2026\./, /^Expired: .*until 3 Mar 2026\./],
  [
    "COUPON_EXPIRED",
    { expires_at: "2026-03-03T07:30:00Z" },
    /until 3 Mar 2026, 14:30/,
    /^Expired: .*until 3 Mar 2026, 14:30/,
  ],
  ["COUPON_EXPIRED", {}, /“Tea” has expired/, /^The coupon has expired\.$/],
  ["COUPON_NOT_STARTED", known, /2 Mar 2026/, /from 2 Mar 2026, 07:00/],
  ["COUPON_NOT_STARTED", {}, /“Tea” can’t be used yet/, /^The coupon can’t be used yet\.$/],
  ["COUPON_VOIDED", known, /“Tea”/, /^The coupon was taken back\.$/],
  ["COUPON_NOT_GIVEN", known, /./, /^This coupon hasn’t been given to anybody\.$/],
  ["COUPON_OTHER_MEMBER", known, /“Tea” can’t be used right now/, /belongs to somebody else now/],
  [undefined, known, /“Tea” can’t be used right now/, /^The membership system refused it/],
])("%s: why the coupon can't be used, for its member and for staff", (reason, coupon, ...words) => {
  const [forMember, forStaff] = words;
  expect(couponRefusal(refusalTextsForMember(ctx, "Tea"), reason, coupon)).toMatch(forMember);
  expect(couponRefusal(refusalTextsForStaff(ctx), reason, coupon)).toMatch(forStaff);
});

test("other refusal codes of the platform are no reasons of coupons", () => {
  expect(isCouponReason("COUPON_USED")).toBe(true);
  expect(isCouponReason("COUPON_SET_NOT_ACTIVE")).toBe(false);
  expect(isCouponReason("")).toBe(false);
});
