/** Mark Use Coupon: redeems a coupon, once. */
import type { Handler } from "../context.ts";
import { couponByCode, couponByUuid, toCoupon, unusableReason } from "../coupons.ts";
import { ApiError } from "../api-error.ts";

export const markUseCoupon: Handler<"markUseCoupon"> = (input, context) => {
  const { database, business, now } = context;
  const row =
    input.coupon_uuid === undefined
      ? couponByCode(context, input.code ?? "")
      : couponByUuid(context, input.coupon_uuid);
  const reason = unusableReason(row, input.member_uuid, now);
  if (row.status === "PENDING" || reason !== undefined) {
    const { used_at, used_by, branch_code } = toCoupon(row, now);
    const detail = { used_at, used_by, branch_code };
    throw new ApiError(reason ?? "COUPON_NOT_GIVEN", "the coupon can't be used", {
      ...(reason === "COUPON_USED" && { detail }),
    });
  }
  database.run(
    `UPDATE give SET status = 'USED', used_at = ?, used_by = ?, branch_code = ?, used_ref_no = ?,
       used_ref_id = ? WHERE id = ?`,
    now,
    input.staff_code ?? null,
    input.branch_code ?? null,
    input.ref_no ?? null,
    input.ref_id ?? null,
    row.id,
  );
  database.run(
    "UPDATE code SET state = 'USED' WHERE business_id = ? AND code_key = ?",
    business.id,
    row.code_key,
  );
  return { message: "coupon used", ...toCoupon(couponByUuid(context, row.uuid), now) };
};
