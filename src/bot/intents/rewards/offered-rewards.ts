/** Finds the rewards that a member can redeem now, and those that are known without asking the platform. */
import type { Coupon, CouponSet, MemberProfile } from "../../../loyalty/contract.ts";
import { isGiveable, leftOf, readCouponSets } from "../../../loyalty/coupon-sets.ts";
import { fundsOf } from "../../../loyalty/points.ts";
import { readMatching, requireKnown } from "../../../loyalty/read-list.ts";
import type { ReadTerms, RewardTerms } from "../../../loyalty/reward-prices.ts";
import { countedRedemptionStates, type OrderState } from "../../../store/rules/order.ts";
import type { Context, RenderContext } from "../../context.ts";
import { isSetExpired } from "../../views/coupon.ts";

export interface Reward {
  set: CouponSet;
  terms: RewardTerms;
}

export interface OfferedRewards {
  /** What the points of one card suffice for first, then by the operator's order, the price and the name. */
  rewards: readonly Reward[];
  /** Whether the platform's list of coupon sets was read to its end. */
  isComplete: boolean;
}

/** @throws {LoyaltyError} when the sets can't be read, or none of those that were is a reward and others weren't. */
export async function readOfferedRewards(
  context: Context,
  profile: MemberProfile,
): Promise<OfferedRewards> {
  const { loyalty, rewardPrices, timeZone, signal } = context;
  const termsOf = await rewardPrices.read();
  const filters = { giveable: true } as const;
  const list = await readCouponSets(loyalty, filters, {
    isWanted: (set) => offeredTerms(context, set, termsOf) !== null,
    timeZone,
    signal,
  });
  const offered = requireKnown(list, "getCouponSet").flatMap((set): Reward[] => {
    const terms = offeredTerms(context, set, termsOf);
    return terms ? [{ set, terms }] : [];
  });
  const redeemable = await withinRedemptionLimits(context, profile, offered);
  const rewards = await withinMemberLimits(context, profile, redeemable);
  return {
    rewards: affordableFirst(rewards, fundsOf(profile.cards).most),
    isComplete: list.isComplete,
  };
}

/**
 * The rewards that are offered, as far as the cached coupon sets tell, in the order for somebody without points. Never
 * fails on the platform.
 * @param profile leaves out what this member has redeemed as often as one may. What the platform lets one member have
 * isn't known without a call of it.
 */
export async function knownRewards(
  context: Context,
  profile: MemberProfile | null,
): Promise<readonly Reward[]> {
  const { couponSets, loyalty, rewardPrices } = context;
  const sets = [...(await couponSets.known(loyalty)).values()];
  if (sets.length === 0) return [];
  const termsOf = await rewardPrices.read();
  const offered = sets.flatMap((set): Reward[] => {
    const terms = offeredTerms(context, set, termsOf);
    return terms ? [{ set, terms }] : [];
  });
  return affordableFirst(
    profile ? await withinRedemptionLimits(context, profile, offered) : offered,
    0,
  );
}

/** The cheapest reward that costs more than these points, the first of several; undefined when none does. */
export const nextReward = (rewards: readonly Reward[], points: number): Reward | undefined =>
  rewards
    .filter(({ terms }) => terms.points > points)
    .toSorted((one, other) => one.terms.points - other.terms.points)[0];

/** The terms of a set that members are offered; null for one that has no price, is hidden or can't be given now. */
function offeredTerms(
  ctx: Pick<RenderContext, "now" | "timeZone">,
  set: CouponSet,
  termsOf: ReadTerms,
): RewardTerms | null {
  const terms = termsOf(set);
  const isOffered =
    terms !== null &&
    !terms.hidden &&
    isGiveable(set, ctx) &&
    leftOf(set) !== 0 &&
    !isSetExpired(ctx, set);
  return isOffered ? terms : null;
}

/** The member's last redemptions that are read; of more, a set is offered too often, and the tap refused. */
const maxRedemptions = 100;
const counted: ReadonlySet<OrderState> = new Set(countedRedemptionStates);

/** Leaves out the sets that the member has redeemed as often as the operator lets one member. */
async function withinRedemptionLimits(
  { redeemer, account }: Context,
  { uuid }: MemberProfile,
  rewards: readonly Reward[],
): Promise<readonly Reward[]> {
  if (!rewards.some(({ terms }) => terms.limitPerMember !== null)) return rewards;
  const redemptions = await redeemer.ofMember(account, uuid, maxRedemptions);
  const redeemed = ({ set }: Reward) =>
    redemptions.filter(({ state, subject }) => counted.has(state) && subject === set.uuid);
  return rewards.filter(
    (reward) => redeemed(reward).length < (reward.terms.limitPerMember ?? Infinity),
  );
}

const historyOperation = "getGiveCouponHistory";

/** Leaves out the sets of which the member has had as many coupons as the platform gives to one member. */
async function withinMemberLimits(
  { loyalty, signal }: Context,
  { uuid }: MemberProfile,
  rewards: readonly Reward[],
): Promise<readonly Reward[]> {
  if (!rewards.some(({ set }) => set.limit.per_member !== undefined)) return rewards;
  // Where the list isn't whole, a set is offered too often rather than too seldom: the platform refuses then.
  const { rows } = await readMatching(
    loyalty[historyOperation],
    { member_uuid: uuid },
    {
      operation: historyOperation,
      owner: ["member_uuid", uuid],
      isWanted: ({ member_uuid, status }: Coupon) => member_uuid === uuid && status !== "VOIDED",
      signal,
    },
  );
  const had = (set: CouponSet) =>
    rows.filter(({ coupon_set_uuid }) => coupon_set_uuid === set.uuid).length;
  return rewards.filter(({ set }) => had(set) < (set.limit.per_member ?? Infinity));
}

/** What the points suffice for first, then by the operator's order, the price and the name. */
export function affordableFirst(rewards: readonly Reward[], points: number): Reward[] {
  const rank = ({ terms }: Reward) => [
    terms.points <= points ? 0 : 1,
    terms.order ?? Infinity,
    terms.points,
  ];
  return rewards.toSorted((one, other) => {
    const [ranks, otherRanks] = [rank(one), rank(other)];
    const place = ranks.findIndex((value, index) => value !== otherRanks[index]);
    if (place === -1) return one.set.name.localeCompare(other.set.name);
    return (ranks[place] ?? 0) < (otherRanks[place] ?? 0) ? -1 : 1;
  });
}
