/** Reads a coupon set with its present terms, to ask about it or to check that what was asked still holds. */
import type { CouponSet } from "../../../loyalty/contract.ts";
import { isGiveable, leftOf } from "../../../loyalty/giveable-sets.ts";
import { findMatching } from "../../../loyalty/read-matching.ts";
import type { RewardTerms } from "../../../loyalty/reward-prices.ts";
import type { Context } from "../../context.ts";
import { isSetExpired } from "../../views/coupon-text.ts";

export interface PricedSet {
  set: CouponSet;
  terms: RewardTerms;
}

/** Pages of sets that are read to find one. */
const maxPages = 10;

/**
 * @param options `withHidden`: also what members aren't offered, which staff may redeem for them.
 * @returns null when it can't be redeemed now.
 * @throws {LoyaltyError} when the platform can't tell.
 */
export async function readReward(
  context: Context,
  setUuid: string,
  { withHidden = false }: { withHidden?: boolean } = {},
): Promise<PricedSet | null> {
  const { loyalty, rewardPrices, signal } = context;
  const set = await findMatching(
    loyalty.getCouponSet,
    { giveable: true },
    { operation: "getCouponSet", isWanted: ({ uuid }) => uuid === setUuid, signal, maxPages },
  );
  if (!set || !isGiveable(set, context) || leftOf(set) === 0 || isSetExpired(context, set))
    return null;
  const terms = (await rewardPrices.read())(set);
  return terms && (withHidden || !terms.hidden) ? { set, terms } : null;
}
