/** Get Give Coupon History: lists all given coupons, including voided ones, newest first. */
import type { Handler } from "../context.ts";
import { giveColumns, giveTables, inStatus, toCoupon, usable, type GiveRow } from "../coupons.ts";
import { codeKey } from "../coupon-codes.ts";
import { activeConditions, queryPage, nameKey, negate } from "../listing.ts";

export const getGiveCouponHistory: Handler<"getGiveCouponHistory"> = (input, context) => {
  const { database, business, now } = context;
  const search = input.search?.trim();
  return queryPage(database, input, {
    select: giveColumns,
    from: giveTables,
    where: activeConditions(
      ["g.business_id = ?", business.id],
      input.member_uuid !== undefined && ["m.uuid = ?", input.member_uuid],
      input.coupon_set_uuid !== undefined && ["s.uuid = ?", input.coupon_set_uuid],
      input.status && inStatus(input.status, now),
      input.usable === true && usable(now),
      input.usable === false && negate(usable(now)),
      input.staff_code !== undefined && ["? IN (g.given_by, g.used_by)", input.staff_code],
      input.ref_id !== undefined && [
        "g.given_ref_id = ? OR g.used_ref_id = ?",
        input.ref_id,
        input.ref_id,
      ],
      input.from !== undefined && ["g.given_at >= ?", Date.parse(input.from)],
      input.to !== undefined && ["g.given_at < ?", Date.parse(input.to)],
      search && [
        "g.uuid = ? OR g.code_key = ? OR instr(s.name_key, ?) > 0",
        search,
        codeKey(search),
        nameKey(search),
      ],
    ),
    sorts: {
      given_at: "g.given_at",
      // Coupons without an expiry come last.
      expires_at: "coalesce(g.expires_at, 9e15)",
      used_at: "g.used_at",
    },
    sort: "-given_at",
    key: "g.id",
    toEntry: (row: GiveRow) => toCoupon(row, now),
  });
};
