/** Check Coupon: whether a code can be used now, and the reason if not. Read-only. */
import { iso, type Handler } from "../context.ts";
import { couponByCode, toCoupon, unusableReason } from "../coupons.ts";
import { setByUuid, toCouponSet } from "../coupon-sets.ts";

export const checkCoupon: Handler<"checkCoupon"> = (input, context) => {
  const { now } = context;
  const row = couponByCode(context, input.code);
  const reason = unusableReason(row, input.member_uuid, now);
  return {
    usable: reason === undefined,
    reason,
    coupon: toCoupon(row, now),
    coupon_set: toCouponSet(setByUuid(context, row.coupon_set_uuid), context),
    checked_at: iso(now),
  };
};
