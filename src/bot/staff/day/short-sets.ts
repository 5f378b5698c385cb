/** Coupon sets that are short of coupons. */
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { leftOf, readCouponSets } from "../../../loyalty/giveable-sets.ts";

export interface ShortSet {
  name: string;
  /** How many coupons can still be given. */
  left: number;
}

/** So many left are few, */
const fewCoupons = 20;
/** and so is this part of all. */
const fewShare = 0.1;

/** Whether an active set has few coupons left, or none. */
export function isShort(set: Pick<CouponSet, "status" | "source" | "limit" | "count">): boolean {
  const left = leftOf(set);
  if (set.status !== "ACTIVE" || left === null) return false;
  return left <= fewCoupons || left <= fewShare * (set.limit.total ?? set.count.total);
}

/** The fewest left first; null while the platform can't tell. */
export async function readShortSets(
  loyalty: Pick<LoyaltyClient, "getCouponSet">,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<ShortSet[] | null> {
  try {
    const { rows } = await readCouponSets(loyalty, {}, { isWanted: isShort, timeZone, signal });
    return rows
      .map((set) => ({ name: set.name, left: leftOf(set) ?? 0 }))
      .toSorted((one, other) => one.left - other.left);
  } catch (error) {
    if (error instanceof LoyaltyError) return null;
    throw error;
  }
}
