/** How an order goes on when an outcome is stored; the stores only load and save. */
import type { Confirmation, ConfirmationState, Outcome, LimitUse } from "./confirmations.ts";

/** What is counted against the day's limits; of an undone one what stays given. */
export const countedStates: readonly ConfirmationState[] = [
  "waiting",
  "taken",
  "unknown",
  "person",
  "done",
  "undone",
];

/**
 * The state that an order has with an outcome, or null where it has ended before.
 * An undo by which nothing was done isn't used up.
 */
export function stateAfter(
  { state, undoOf }: Pick<Confirmation, "state" | "undoOf">,
  outcome: Outcome,
): ConfirmationState | null {
  const isOpen = state === "taken" || state === "unknown";
  const isDecided = state === "person" && (outcome.state === "done" || outcome.state === "refused");
  if (!isOpen && !isDecided) return null;
  const isUntouched = outcome.state === "refused" && outcome.code === "UNREACHED";
  return isUntouched && undoOf !== null ? "open" : outcome.state;
}

/** What stays of an order when so much of it was taken back; null = nobody can tell how much. */
export function afterUndo(
  { gifts, points }: LimitUse,
  takenBack: LimitUse | null,
): LimitUse & { state: "done" | "undone" } {
  if (takenBack === null) return { gifts, points, state: "undone" };
  const stays = {
    gifts: Math.max(0, gifts - takenBack.gifts),
    points: Math.max(0, points - takenBack.points),
  };
  return { ...stays, state: stays.gifts + stays.points > 0 ? "done" : "undone" };
}
