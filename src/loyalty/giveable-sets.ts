/** Reads the coupon sets, and tells which of them can be given now and how many of their coupons are left. */
import type { LoyaltyClient } from "./client.ts";
import type { CouponSet } from "./contract.ts";
import {
  momentOf,
  readWindow,
  standing,
  unreadableIn,
  type PlatformTime,
  type PlatformWindow,
} from "./platform-time.ts";
import { readMatching, type Matching } from "./read-matching.ts";

const operation = "getCouponSet";
/** Pages of coupon sets that are read at most. */
export const maxSetPages = 10;

/**
 * Newest first.
 * @param filters make the platform's list shorter where it filters; their effect isn't relied on.
 * @throws {LoyaltyError}
 */
export async function readCouponSets(
  loyalty: Pick<LoyaltyClient, typeof operation>,
  filters: { giveable?: true },
  options: { isWanted(set: CouponSet): boolean; timeZone: string; signal: AbortSignal },
): Promise<Matching<CouponSet>> {
  const { isWanted, timeZone, signal } = options;
  const list = await readMatching(loyalty[operation], filters, {
    operation,
    isWanted,
    signal,
    maxPages: maxSetPages,
  });
  const madeAt = ({ created_at }: CouponSet) => momentOf(created_at, timeZone) ?? 0;
  return { ...list, rows: list.rows.toSorted((one, other) => madeAt(other) - madeAt(one)) };
}

type SetTimes = Pick<CouponSet, "give_start_at" | "give_end_at" | "validity">;

/** When coupons of the set can be given. */
const givingWindow = ({ give_start_at, give_end_at }: SetTimes, timeZone: string): PlatformWindow =>
  readWindow({ start: give_start_at, end: give_end_at }, timeZone);

const none: PlatformTime = { kind: "none" };

/**
 * When coupons of the set can be used: always, where that counts from the day of the gift. The end can't be read where
 * the platform doesn't say how it counts.
 */
export function usingWindow(
  { validity }: Pick<SetTimes, "validity">,
  timeZone: string,
): PlatformWindow {
  const { mode, start_at, end_on, days } = validity;
  if (mode === "FIXED") return readWindow({ start: start_at, end: end_on }, timeZone);
  if (mode === "DAYS_AFTER_GIVE" && days !== undefined) return { start: none, end: none };
  return { start: none, end: { kind: "unreadable", written: JSON.stringify(validity) } };
}

/** The dates of a set that can't be read, as the platform writes them: such a set isn't given. */
export const unreadableDatesOf = (set: SetTimes, timeZone: string): string[] =>
  [givingWindow(set, timeZone), usingWindow(set, timeZone)].flatMap(unreadableIn);

/**
 * Whether the set is active and within its giving period, and all its dates can be read.
 * @param moment `now`: milliseconds since 1970.
 */
export const isGiveable = (
  set: CouponSet,
  { now, timeZone }: { now: number; timeZone: string },
): boolean =>
  set.status === "ACTIVE" &&
  standing(givingWindow(set, timeZone), now) === "within" &&
  unreadableDatesOf(set, timeZone).length === 0;

/** How many coupons can still be given; null = unlimited. */
export function leftOf({
  source,
  count,
  limit,
}: Pick<CouponSet, "source" | "count" | "limit">): number | null {
  const codes = source === "AUTO_GENERATE" ? null : count.pending;
  const leftInLimit = limit.total === undefined ? null : limit.total - count.given - count.used;
  if (codes === null) return leftInLimit === null ? null : Math.max(0, leftInLimit);
  return Math.max(0, leftInLimit === null ? codes : Math.min(codes, leftInLimit));
}
