/** The table of write operations. */
import type { Confirmation } from "../../../store/confirmations.ts";
import { giveCoupons } from "./give-coupons.ts";
import type { WriteOperation } from "./write-operation.ts";
import { createCouponSet } from "./create-coupon-set.ts";
import { adjustPoints } from "./adjust-points.ts";
import { voidCoupons } from "./void-coupons.ts";
import { useCoupon } from "./use-coupon.ts";
import { voidTransactions } from "./void-transactions.ts";

/** By the kind stored with a confirmation: stored values, so they never change. */
const operations: Readonly<Record<string, WriteOperation>> = {
  giving: giveCoupons,
  takingBack: voidCoupons,
  using: useCoupon,
  moving: adjustPoints,
  voiding: voidTransactions,
  making: createCouponSet,
};

/** The operation of a confirmation. @throws {RangeError} for an unknown kind, stored by another version. */
export function operationOf({ kind }: Pick<Confirmation, "kind">): WriteOperation {
  const known = operations[kind];
  if (!known) throw new RangeError(`no kind of write is called ${kind}`);
  return known;
}
