/** State transitions of a confirmation when an outcome is stored, as pure functions shared by all stores. */
import type { Confirmation, ConfirmationState, Outcome, LimitUse } from "./confirmations.ts";

/** States that count against the day's limits; an undone order counts what was not taken back. */
export const countedStates: readonly ConfirmationState[] = [
  "awaiting_approval",
  "claimed",
  "unknown",
  "needs_review",
  "done",
  "undone",
];

/**
 * @returns the state after an outcome, or null if the order had ended before.
 * An undo that never reached the platform (`UNREACHED`) returns to `open`, so that it can be tried again.
 */
export function stateAfter(
  { state, undoOf }: Pick<Confirmation, "state" | "undoOf">,
  outcome: Outcome,
): ConfirmationState | null {
  const isOpen = state === "claimed" || state === "unknown";
  const isDecided =
    state === "needs_review" && (outcome.state === "done" || outcome.state === "refused");
  if (!isOpen && !isDecided) return null;
  const isUnreached = outcome.state === "refused" && outcome.code === "UNREACHED";
  return isUnreached && undoOf !== null ? "open" : outcome.state;
}

/** What remains of an order after an undo. @param takenBack null when the amount taken back is unknown. */
export function afterUndo(
  { gifts, points }: LimitUse,
  takenBack: LimitUse | null,
): LimitUse & { state: "done" | "undone" } {
  if (takenBack === null) return { gifts, points, state: "undone" };
  const remaining = {
    gifts: Math.max(0, gifts - takenBack.gifts),
    points: Math.max(0, points - takenBack.points),
  };
  return { ...remaining, state: remaining.gifts + remaining.points > 0 ? "done" : "undone" };
}
