/** Impersonation in the dev channel: the member that each marketer acts as, in memory. */
import { LRUCache } from "lru-cache";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { memberBy } from "../staff/member-search.ts";
import { deadline, type Clock } from "../../clock.ts";
import type { MemberCache } from "../../members/member-cache.ts";

/** `member`: acts as that member. `nobody`: acts as a stranger. `samples`: sees sample replies; the default. */
export type Impersonated = { as: "member"; uuid: string } | { as: "nobody" } | { as: "samples" };

export interface Impersonation extends MemberCache {
  of(lineId: string): Impersonated;
  set(lineId: string, impersonated: Impersonated): void;
}

const maxMarketers = 1000;
const budgetMs = 8000;

/** A member cache that caches nothing: every lookup reads the impersonated member from the platform. */
export function createImpersonation(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  clock: Clock,
): Impersonation {
  const byLineId = new LRUCache<string, Impersonated>({ max: maxMarketers });
  const of = (lineId: string): Impersonated => byLineId.get(lineId) ?? { as: "samples" };
  return {
    of,
    set: (lineId, impersonated) => void byLineId.set(lineId, impersonated),
    async lookup(lineId) {
      const impersonated = of(lineId);
      if (impersonated.as !== "member") return { kind: "unknown" };
      using budget = deadline(clock, budgetMs);
      const profile = await memberBy(loyalty, impersonated.uuid, budget.signal);
      if (!profile) return { kind: "unknown" };
      return profile.active ? { kind: "member", profile } : { kind: "inactive" };
    },
    lastKnown: () => null,
    cached: () => null,
    forget: () => {},
    invalidate: () => {},
    drop: () => {},
  };
}
