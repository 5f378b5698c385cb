/** Reads the coupons that a member can use now, and tells when that can't be known. */
import type { LoyaltyClient } from "./client.ts";
import type { Coupon } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import { readMatching } from "./read-matching.ts";

const operation = "getGiveCouponHistory";

/**
 * Soonest expiry first.
 * @param options `isAvailable` decides about each coupon, whatever the platform filters.
 * @throws {LoyaltyError} when the platform fails, or the member's coupons can't be told from the pages read.
 */
export async function readAvailableCoupons(
  loyalty: Pick<LoyaltyClient, typeof operation>,
  memberUuid: string,
  { isAvailable, signal }: { isAvailable(coupon: Coupon): boolean; signal: AbortSignal },
): Promise<Coupon[]> {
  const filters = { member_uuid: memberUuid, usable: true, sort: "expires_at" };
  const { rows, received, isComplete } = await readMatching(loyalty[operation], filters, {
    operation,
    owner: ["member_uuid", memberUuid],
    isWanted: isAvailable,
    signal,
  });
  // Pages of nothing else come soonest expiry first; among other rows, one that expires sooner may be missing.
  const isSure = isComplete || (rows.length > 0 && rows.length === received.length);
  if (isSure) return rows.toSorted((one, other) => endOf(one) - endOf(other));
  throw new LoyaltyError("UNEXPECTED_ANSWER", "too many coupons that the member can't use", {
    operation,
  });
}

const endOf = ({ expires_at }: Coupon): number => Date.parse(expires_at ?? "") || Infinity;
