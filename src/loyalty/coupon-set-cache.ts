/** Caches the coupon sets, whose pictures and terms are shown with their coupons and seldom change. */
import { deadline, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "./client.ts";
import type { CouponSet } from "./contract.ts";
import { maxSetPages } from "./giveable-sets.ts";
import { readList } from "./read-list.ts";

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
