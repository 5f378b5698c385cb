/** As whom each marketer is answered in the dev channel, in the place of who they are. */
import { LRUCache } from "lru-cache";
import type { Connect } from "../../loyalty/client.ts";
import { memberBy } from "../staff/member-search.ts";
import { deadline, type Clock } from "../../clock.ts";
import type { Members } from "../../members/member-cache.ts";

/** A member by uuid, somebody unknown, or nobody in particular: then samples are shown. */
export type Persona = { as: "member"; uuid: string } | { as: "nobody" } | { as: "samples" };

export interface Personas extends Members {
  of(lineId: string): Persona;
  play(lineId: string, persona: Persona): void;
}

const mostPlayers = 1000;
const budgetMs = 8000;

/** Nothing of a member is kept: each question looks them up. */
export function createPersonas(connect: Pick<Connect, "getProfile">, clock: Clock): Personas {
  const players = new LRUCache<string, Persona>({ max: mostPlayers });
  const of = (lineId: string): Persona => players.get(lineId) ?? { as: "samples" };
  return {
    of,
    play: (lineId, persona) => void players.set(lineId, persona),
    async lookup(lineId) {
      const persona = of(lineId);
      if (persona.as !== "member") return { kind: "unknown" };
      using budget = deadline(clock, budgetMs);
      const profile = await memberBy(connect, persona.uuid, budget.signal);
      if (!profile) return { kind: "unknown" };
      return profile.active ? { kind: "member", profile, ready: [] } : { kind: "inactive" };
    },
    lastKnown: () => null,
    kept: () => null,
    forget: () => {},
    forgetProfile: () => {},
  };
}
