/** Tells what a coupon of a set costs in points: the price that staff set, the operator's, or the platform's. */
import { z } from "zod";
import type { CouponSet } from "./contract.ts";

/** Where a price comes from; each stands above those behind it. */
export type PriceSource = "staff" | "file" | "platform";

/** How a set is offered to members as a reward. */
export interface RewardTerms {
  /** The price of one coupon, at least 1. */
  points: number;
  source: PriceSource;
  /** The place in the list, ascending; null = behind those that have one. */
  order: number | null;
  /** Whether members aren't offered it; staff may redeem it for them all the same. */
  hidden: boolean;
  /** How many coupons of the set one member may redeem; null = any number. */
  limitPerMember: number | null;
}

/**
 * @param options `withoutStaff`: as if staff had set no price.
 * @returns null when the set has no price: it isn't a reward.
 */
export type ReadTerms = (
  set: Pick<CouponSet, "uuid" | "points_cost">,
  options?: { withoutStaff?: boolean },
) => RewardTerms | null;

export interface RewardPrices {
  /** The prices as they are now. Read them for each event: staff may change them at any time. */
  read(): Promise<ReadTerms>;
}

const maxPoints = 1_000_000_000;
const count = (max: number) => z.int().min(1).max(max);

/** What `/reward` takes: a whole number from 1 to a billion. */
export const rewardPrice = count(maxPoints);

const entry = z.strictObject({
  points: rewardPrice,
  order: z.int().optional(),
  hidden: z.boolean().optional(),
  limit_per_member: count(1_000_000).optional(),
});

/** The content of a `REWARDS_FILE`: price and presentation by the uuid of the coupon set. */
export const rewardsFileSchema = z.record(z.string().trim().min(1), entry);

export type RewardsFile = z.output<typeof rewardsFileSchema>;

const none: ReadonlyMap<string, number> = new Map();

/** @param options `staffPrices`: what staff set, in points by the coupon set's uuid. */
export const createRewardPrices = ({
  file,
  staffPrices,
}: {
  file: RewardsFile;
  staffPrices(): Promise<ReadonlyMap<string, number>>;
}): RewardPrices => ({
  async read() {
    const set = await staffPrices();
    return (couponSet, { withoutStaff = false } = {}) =>
      termsOf(couponSet, file, withoutStaff ? none : set);
  },
});

function termsOf(
  { uuid, points_cost }: Parameters<ReadTerms>[0],
  file: RewardsFile,
  staffPrices: ReadonlyMap<string, number>,
): RewardTerms | null {
  const filed = Object.hasOwn(file, uuid) ? file[uuid] : undefined;
  const prices = { staff: staffPrices.get(uuid), file: filed?.points, platform: points_cost };
  const source = (["staff", "file", "platform"] as const).find((name) => prices[name]);
  const points = source && prices[source];
  if (!points || points < 0) return null;
  return {
    points,
    source,
    order: filed?.order ?? null,
    hidden: filed?.hidden ?? false,
    limitPerMember: filed?.limit_per_member ?? null,
  };
}
