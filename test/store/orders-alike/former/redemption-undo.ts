/** Which redemptions can still be undone. */
import { isAhead } from "../../../../src/store/clock-rules.ts";
import type { Redemption } from "./redemptions.ts";

/** How long a redemption can be undone, in ms. */
export const redemptionUndoMs = 15 * 60_000;

/** Whether its undo can still begin. Of what a person decided the bot knows no ids by which it could be voided. */
export const isUndoable = ({ state, doneAt, steps }: Redemption, now: number): boolean =>
  state === "done" &&
  doneAt !== null &&
  now < doneAt + redemptionUndoMs &&
  !isAhead(doneAt, now) &&
  [steps.burn, steps.give].every((step) => step?.done != null && !("person" in step.done));

/** The first of those, newest first, whose undo can still begin and wasn't refused since the coupon is used. */
export const firstUndoable = <R extends Redemption>(rows: readonly R[], now: number): R | null =>
  rows.find((row) => isUndoable(row, now) && row.failure?.code !== "COUPON_USED") ?? null;
