/** Reads the coupons that a member can use now, and tells when that can't be known. */
import type { LoyaltyClient } from "./client.ts";
import type { Coupon } from "./contract.ts";
import { readEnd, type PlatformTime } from "./platform-time.ts";
import { readMatching, requireKnown } from "./read-list.ts";

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
  options: { isAvailable(coupon: Coupon): boolean; timeZone: string; signal: AbortSignal },
): Promise<AvailableCoupons> {
  const { isAvailable, timeZone, signal } = options;
  const filters = { member_uuid: memberUuid, usable: true, sort: "expires_at" };
  const { rows, isComplete } = await readMatching(loyalty[operation], filters, {
    operation,
    owner: ["member_uuid", memberUuid],
    isWanted: isAvailable,
    signal,
  });
  const coupons = requireKnown({ rows, isComplete }, operation);
  return { coupons: soonestFirst(coupons, timeZone), isComplete };
}

/** Sorts coupons by their ends. */
export function soonestFirst(coupons: readonly Coupon[], timeZone: string): Coupon[] {
  const endOf = ({ expires_at }: Coupon) => placeOf(readEnd(expires_at, timeZone));
  // The difference of two infinities is no number.
  return coupons.toSorted((one, other) => endOf(one) - endOf(other) || 0);
}

/** Behind the ends that are known comes what may end at any time, and last what never ends. */
function placeOf(end: PlatformTime): number {
  if (end.kind === "read") return end.at;
  return end.kind === "unreadable" ? Number.MAX_SAFE_INTEGER : Infinity;
}
