/** As whom each marketer is answered in the dev channel, in the place of who they are. */
import { LRUCache } from "lru-cache";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { memberBy } from "../staff/member-search.ts";
import { deadline, type Clock } from "../../clock.ts";
import type { MemberCache } from "../../members/member-cache.ts";

/** A member by uuid, somebody unknown, or nobody in particular: then samples are shown. */
export type Impersonated = { as: "member"; uuid: string } | { as: "nobody" } | { as: "samples" };

export interface Impersonation extends MemberCache {
  of(lineId: string): Impersonated;
  set(lineId: string, persona: Impersonated): void;
}

const maxMarketers = 1000;
const budgetMs = 8000;

/** Nothing of a member is kept: each question looks them up. */
export function createImpersonation(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  clock: Clock,
): Impersonation {
  const players = new LRUCache<string, Impersonated>({ max: maxMarketers });
  const of = (lineId: string): Impersonated => players.get(lineId) ?? { as: "samples" };
  return {
    of,
    set: (lineId, persona) => void players.set(lineId, persona),
    async lookup(lineId) {
      const persona = of(lineId);
      if (persona.as !== "member") return { kind: "unknown" };
      using budget = deadline(clock, budgetMs);
      const profile = await memberBy(loyalty, persona.uuid, budget.signal);
      if (!profile) return { kind: "unknown" };
      return profile.active ? { kind: "member", profile, replies: [] } : { kind: "inactive" };
    },
    lastKnown: () => null,
    cached: () => null,
    forget: () => {},
    forgetProfile: () => {},
  };
}
