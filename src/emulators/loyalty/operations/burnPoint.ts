/** Burn Point: subtracts points from a card with a sufficient balance. */
import type { Handler } from "../context.ts";
import { bookMovement } from "../ledger.ts";

export const burnPoint: Handler<"burnPoint"> = (input, context) => ({
  message: "points burned",
  ...bookMovement(context, "BURN", input, { points: input.points }),
});
