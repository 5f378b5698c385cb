/** Puts together what all commands work with. */
import type { Clock } from "../../clock.ts";
import type { Connect } from "../../loyalty/client.ts";
import type { Limits } from "../../store/confirmations.ts";
import type { Store } from "../../store/store.ts";
import { createGuesses } from "../routing/code-guess-limiter.ts";
import type { Members } from "../../members/member-cache.ts";
import { createExecution } from "./confirmation/execute.ts";
import { createChoices } from "./stored-choices.ts";
import type { Desk } from "./command.ts";
import { createDrafts } from "./commands/newset.ts";
import { createRoster } from "./staff-directory.ts";
import { createShownSets } from "./commands/sets.ts";

export function createDesk(options: {
  connect: Connect;
  members: Members;
  store: Pick<Store, "staff" | "confirmations" | "audit">;
  ownerLineIds: readonly string[];
  displayName(lineId: string): Promise<string | undefined>;
  limits: Limits;
  approvalAbove: number;
  /** Whether the platform does a write once per `ref_id`. */
  idempotent: boolean;
  /** The platform's clock less ours, or null where that isn't known. */
  clockDifference?(): number | null;
  clock: Clock;
}): Desk {
  const { members, store, limits, approvalAbove, clock } = options;
  return {
    roster: createRoster({ staff: store.staff, ...options }),
    staff: store.staff,
    confirmations: store.confirmations,
    audit: store.audit,
    members,
    shownSets: createShownSets(clock),
    drafts: createDrafts(clock),
    choices: createChoices(clock),
    joinGuesses: createGuesses(clock),
    execution: createExecution({ ...options, confirmations: store.confirmations }),
    limits,
    approvalAbove,
  };
}
