/** Burn Point: takes points off a card that has enough of them. */
import type { Handler } from "../context.ts";
import { bookMovement } from "../ledger.ts";

export const burnPoint: Handler<"burnPoint"> = (input, context) => ({
  message: "points burned",
  ...bookMovement(context, "BURN", input, { points: input.points }),
});
