/** Reads the coupon sets, and tells which of them can be given now and how many of their coupons are left. */
import { type Clock, deadline } from "../clock.ts";
import type { LoyaltyClient } from "./client.ts";
import type { CouponSet } from "./contract.ts";
import {
  momentOf,
  type PlatformTime,
  type PlatformWindow,
  readWindow,
  standing,
  unreadableIn,
} from "./platform-time.ts";
import { findMatching, type Matching, readList, readMatching } from "./read-list.ts";

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

/**
 * The set as the platform has it now; null = there is none.
 * @param filters as in {@link readCouponSets}.
 * @throws {LoyaltyError} also when the platform can't tell.
 */
export const findCouponSet = (
  loyalty: Pick<LoyaltyClient, typeof operation>,
  setUuid: string,
  signal: AbortSignal,
  filters: { giveable?: true } = {},
): Promise<CouponSet | null> =>
  findMatching(loyalty[operation], filters, {
    operation,
    isWanted: ({ uuid }) => uuid === setUuid,
    signal,
    maxPages: maxSetPages,
  });

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

export interface CouponSetCache {
  /**
   * The sets by uuid. Never fails, and waits for at most 2 seconds: while they can't be read, the last known
   * ones, or none.
   */
  read(loyalty: Pick<LoyaltyClient, "getCouponSet">): Promise<ReadonlyMap<string, CouponSet>>;
  /**
   * The same without waiting, but for the first reading of the process: later ones go on in the background,
   * and the last known sets are returned.
   */
  known(loyalty: Pick<LoyaltyClient, "getCouponSet">): Promise<ReadonlyMap<string, CouponSet>>;
}

const readTimeoutMs = 2000;
const lifeMs = 300_000;
/** How long a platform that failed isn't asked again. */
const pauseMs = 60_000;

/** Caches the coupon sets, whose pictures and terms are shown with their coupons and seldom change. */
export function createCouponSetCache(clock: Clock): CouponSetCache {
  let sets: ReadonlyMap<string, CouponSet> = new Map();
  let validUntil = -Infinity;
  let pending: Promise<void> | null = null;

  async function refresh(loyalty: Pick<LoyaltyClient, "getCouponSet">): Promise<void> {
    try {
      using limit = deadline(clock, readTimeoutMs);
      const paging = { signal: limit.signal, maxPages: maxSetPages };
      const { rows } = await readList(loyalty.getCouponSet, {}, paging);
      sets = new Map(rows.map((set) => [set.uuid, set]));
      validUntil = clock.monotonic() + lifeMs;
    } catch {
      // Coupons are shown without pictures then; the client has counted the failure.
      validUntil = clock.monotonic() + pauseMs;
    } finally {
      pending = null;
    }
  }

  /** @returns the reading in progress; null while the sets are valid. */
  const refreshed = (loyalty: Pick<LoyaltyClient, "getCouponSet">) =>
    clock.monotonic() < validUntil ? null : (pending ??= refresh(loyalty));

  return {
    async read(loyalty) {
      await refreshed(loyalty);
      return sets;
    },
    async known(loyalty) {
      const isFirst = validUntil === -Infinity;
      const reading = refreshed(loyalty);
      if (isFirst) await reading;
      return sets;
    },
  };
}
