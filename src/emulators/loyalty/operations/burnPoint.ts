/** Burn Point: takes points off a card that has enough of them. */
import type { Handler } from "../context.ts";
import { move } from "../ledger.ts";

export const burnPoint: Handler<"burnPoint"> = (input, context) => ({
  message: "points burned",
  ...move(context, "BURN", input, { points: input.points }),
});
