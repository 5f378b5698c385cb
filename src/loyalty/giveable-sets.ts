/** Reads the coupon sets, and tells which of them can be given now and how many of their coupons are left. */
import type { LoyaltyClient } from "./client.ts";
import type { CouponSet } from "./contract.ts";
import { readMatching, type Matching } from "./read-matching.ts";

const operation = "getCouponSet";
const maxPages = 10;

const instant = (time: string | undefined): number | null => {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? null : at;
};

const madeAt = ({ created_at }: CouponSet) => instant(created_at) ?? 0;

/**
 * Newest first.
 * @param filters make the platform's list shorter where it filters; their effect isn't relied on.
 * @throws {LoyaltyError}
 */
export async function readCouponSets(
  loyalty: Pick<LoyaltyClient, typeof operation>,
  filters: { giveable?: true },
  { isWanted, signal }: { isWanted(set: CouponSet): boolean; signal: AbortSignal },
): Promise<Matching<CouponSet>> {
  const options = { operation, isWanted, signal, maxPages } as const;
  const list = await readMatching(loyalty[operation], filters, options);
  return { ...list, rows: list.rows.toSorted((one, other) => madeAt(other) - madeAt(one)) };
}

/** Whether the set is active and within its giving period. @param now milliseconds since 1970. */
export function isGiveable(
  { status, give_start_at, give_end_at }: CouponSet,
  now: number,
): boolean {
  return (
    status === "ACTIVE" &&
    (instant(give_start_at) ?? -Infinity) <= now &&
    (instant(give_end_at) ?? Infinity) > now
  );
}

/** How many coupons can still be given; null = unlimited. */
export function leftOf({ source, count, limit }: CouponSet): number | null {
  const codes = source === "AUTO_GENERATE" ? null : count.pending;
  const leftInLimit = limit.total === undefined ? null : limit.total - count.given - count.used;
  if (codes === null) return leftInLimit === null ? null : Math.max(0, leftInLimit);
  return Math.max(0, leftInLimit === null ? codes : Math.min(codes, leftInLimit));
}
