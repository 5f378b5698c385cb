/** Void Give Coupon: voids a given coupon; its code returns to the set, or is deleted if it was generated on giving. */
import type { Handler } from "../context.ts";
import { couponByUuid, toCoupon } from "../coupons.ts";
import { ApiError } from "../api-error.ts";

export const voidGiveCoupon: Handler<"voidGiveCoupon"> = ({ couponUuid }, context) => {
  const { database, business, now } = context;
  const row = couponByUuid(context, couponUuid);
  if (row.status === "VOIDED") return toCoupon(row, now);
  if (row.status === "USED") throw new ApiError("COUPON_USED", "the coupon is used");
  database.run(
    row.source === "AUTO_GENERATE"
      ? "DELETE FROM code WHERE business_id = ? AND code_key = ?"
      : `UPDATE code SET state = 'PENDING', give_id = NULL
         WHERE business_id = ? AND code_key = ?`,
    business.id,
    row.code_key,
  );
  database.run(
    "UPDATE give SET status = 'VOIDED', voided_at = ?, void_reason = ? WHERE id = ?",
    now,
    "voided by request",
    row.id,
  );
  return toCoupon(couponByUuid(context, couponUuid), now);
};
