/** Impersonation in the dev channel: the member that each marketer acts as, kept in their dialogue. */
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { memberBy } from "../staff/member-search.ts";
import { deadline, type Clock } from "../../clock.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import type { Dialogues } from "../../store/dialogues.ts";
import { openDialogue, type ActsAs } from "../staff/dialogue.ts";

/** `samples`: sees sample replies; the default. */
export type Impersonated = ActsAs | { as: "samples" };

export interface Impersonation extends MemberCache {
  /** As whom somebody acts; `samples` in place of a member once they may no longer see members. */
  of(lineId: string): Promise<Impersonated>;
}

const budgetMs = 8000;

/**
 * A member cache that caches nothing: every lookup reads the impersonated member from the platform.
 * @param options `account`: of the dev channel. `maySeeMembers`: asked for every event.
 */
export function createImpersonation(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  dialogues: Dialogues;
  account: string;
  maySeeMembers(lineId: string): Promise<boolean>;
  clock: Clock;
}): Impersonation {
  const { loyalty, dialogues, account, maySeeMembers, clock } = options;
  const samples = { as: "samples" } as const;
  async function of(lineId: string): Promise<Impersonated> {
    const dialogue = await openDialogue(dialogues, { account, lineId, now: clock.now() });
    const impersonated = dialogue.actsAs() ?? samples;
    const isForbidden = impersonated.as === "member" && !(await maySeeMembers(lineId));
    return isForbidden ? samples : impersonated;
  }
  return {
    of,
    async lookup(lineId) {
      const impersonated = await of(lineId);
      if (impersonated.as !== "member") return { kind: "unknown" };
      using budget = deadline(clock, budgetMs);
      const profile = await memberBy(loyalty, impersonated.uuid, budget.signal);
      if (!profile) return { kind: "unknown" };
      return profile.active ? { kind: "member", profile } : { kind: "inactive" };
    },
    lastKnown: () => null,
    cached: () => null,
    forget: () => {},
    clear: () => {},
    invalidate: () => {},
    drop: () => {},
  };
}
