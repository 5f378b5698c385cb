/** The table of the kinds of writes. */
import type { Confirmation } from "../../../store/confirmations.ts";
import { giveCoupons } from "./give-coupons.ts";
import type { WriteOperation } from "./write-operation.ts";
import { createCouponSet } from "./create-coupon-set.ts";
import { adjustPoints } from "./adjust-points.ts";
import { voidCoupons } from "./void-coupons.ts";
import { useCoupon } from "./use-coupon.ts";
import { voidTransactions } from "./void-transactions.ts";

/** By the name under which confirmations are stored. */
const operations: Readonly<Record<string, WriteOperation>> = {
  giving: giveCoupons,
  takingBack: voidCoupons,
  using: useCoupon,
  moving: adjustPoints,
  voiding: voidTransactions,
  making: createCouponSet,
};

/** @throws {RangeError} for a kind that this version of the bot doesn't know. */
export function operationOf({ kind }: Pick<Confirmation, "kind">): WriteOperation {
  const known = operations[kind];
  if (!known) throw new RangeError(`no kind of write is called ${kind}`);
  return known;
}
