/** Get Coupon Set: lists coupon sets, newest first. */
import type { Handler } from "../context.ts";
import { giveable, setColumns, toCouponSet, type SetRow } from "../coupon-sets.ts";
import { activeConditions, queryPage, nameKey, negate } from "../listing.ts";

export const getCouponSet: Handler<"getCouponSet"> = (input, context) => {
  const { database, business } = context;
  const search = input.search?.trim();
  return queryPage(database, input, {
    select: setColumns,
    from: "coupon_set s",
    where: activeConditions(
      ["s.business_id = ?", business.id],
      search && ["s.uuid = ? OR instr(s.name_key, ?) > 0", search, nameKey(search)],
      input.status && ["s.status = ?", input.status],
      input.giveable === true && giveable(context),
      input.giveable === false && negate(giveable(context)),
    ),
    sorts: { created_at: "s.created_at", name: "s.name_key", points_cost: "s.points_cost" },
    sort: "-created_at",
    key: "s.id",
    toEntry: (row: SetRow) => toCouponSet(row, context),
  });
};
