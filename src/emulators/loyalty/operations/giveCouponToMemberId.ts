/** Give Coupon to Member ID: one or several coupons of a set to one member, all or nothing. */
import { generateCodes } from "../coupon-codes.ts";
import type { Context, Handler } from "../context.ts";
import { couponByUuid, toCoupon } from "../coupons.ts";
import { assertGiveable, setByUuid, validityFrom, type SetRow } from "../coupon-sets.ts";
import { ApiError } from "../api-error.ts";

export const giveCouponToMemberId: Handler<"giveCouponToMemberId"> = (input, context) => {
  const { database, random, business, now } = context;
  const { quantity = 1 } = input;
  const member = database.get<{ id: number; active: number }>(
    "SELECT id, active FROM member WHERE business_id = ? AND uuid = ?",
    business.id,
    input.memberUuid,
  );
  if (!member) throw new ApiError("NOT_FOUND", "no such member");
  const set = setByUuid(context, input.coupon_set_uuid);
  if (!member.active) throw new ApiError("MEMBER_INACTIVE", "the member isn't active");
  assertGiveable(set, context, quantity);
  const codes = takeCodes(context, set, quantity);
  const held = database.get<{ gives: number }>(
    "SELECT count(*) AS gives FROM give WHERE member_id = ? AND set_id = ? AND status <> 'VOIDED'",
    member.id,
    set.id,
  )!;
  if (set.limit_per_member !== null && held.gives + quantity > set.limit_per_member)
    throw new ApiError("MEMBER_LIMIT_REACHED", "the member has as many as the set allows");
  const { starts_at, expires_at } = validityFrom(set, business, now);
  const data = codes.map(({ id: codeId, code, code_key }) => {
    const uuid = random.uuid();
    const { id } = database.run(
      `INSERT INTO give (business_id, set_id, member_id, uuid, code, code_key, status, given_at,
         given_by, given_ref_no, given_ref_id, remark, starts_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, 'GIVEN', ?, ?, ?, ?, ?, ?, ?)`,
      business.id,
      set.id,
      member.id,
      uuid,
      code,
      code_key,
      now,
      input.staff_code ?? null,
      input.ref_no ?? null,
      input.ref_id ?? null,
      input.remark ?? null,
      starts_at,
      expires_at,
    );
    database.run("UPDATE code SET give_id = ? WHERE id = ?", id, codeId);
    return toCoupon(couponByUuid(context, uuid), now);
  });
  return { message: `coupons given: ${data.length}`, data };
};

interface CodeRow {
  id: number;
  code: string;
  code_key: string;
}

/** Picks and marks codes in one statement; an error afterwards rolls it back with the transaction. */
function takeCodes(
  { database, random, business }: Context,
  set: SetRow,
  quantity: number,
): CodeRow[] {
  if (set.source === "AUTO_GENERATE")
    generateCodes(database, { business_id: business.id, set_id: set.id }, quantity, random);
  const codes = database.all<CodeRow>(
    `UPDATE code SET state = 'GIVEN' WHERE id IN (
       SELECT id FROM code WHERE set_id = ? AND state = 'PENDING' ORDER BY id LIMIT ?)
     RETURNING id, code, code_key`,
    set.id,
    quantity,
  );
  if (codes.length < quantity)
    throw new ApiError("OUT_OF_STOCK", "the coupon set has too few codes left", {
      detail: { left: codes.length, requested: quantity },
    });
  return codes;
}
