/** Reads the coupons that a member can use now, and tells when that can't be known. */
import type { LoyaltyClient } from "./client.ts";
import type { Coupon } from "./contract.ts";
import { readMatching, requireKnown } from "./read-matching.ts";

const operation = "getGiveCouponHistory";

export interface AvailableCoupons {
  coupons: Coupon[];
  /** Whether there are no others. */
  isComplete: boolean;
}

/**
 * Soonest expiry first, as far as they were found.
 * @param options `isAvailable` decides about each coupon, whatever the platform filters.
 * @throws {LoyaltyError} when the platform fails, or none is found and the list isn't whole.
 */
export async function readAvailableCoupons(
  loyalty: Pick<LoyaltyClient, typeof operation>,
  memberUuid: string,
  { isAvailable, signal }: { isAvailable(coupon: Coupon): boolean; signal: AbortSignal },
): Promise<AvailableCoupons> {
  const filters = { member_uuid: memberUuid, usable: true, sort: "expires_at" };
  const { rows, isComplete } = await readMatching(loyalty[operation], filters, {
    operation,
    owner: ["member_uuid", memberUuid],
    isWanted: isAvailable,
    signal,
  });
  const coupons = requireKnown({ rows, isComplete }, operation);
  return { coupons: coupons.toSorted((one, other) => endOf(one) - endOf(other)), isComplete };
}

const endOf = ({ expires_at }: Coupon): number => Date.parse(expires_at ?? "") || Infinity;
