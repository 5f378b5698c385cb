/** Add Point: for an amount of money by the business's rate (method 1), or points directly (method 2). */
import type { Handler } from "../context.ts";
import { bookMovement } from "../ledger.ts";
import { ApiError } from "../api-error.ts";

export const addPoint: Handler<"addPoint"> = (input, context) => {
  const { method, value } = input;
  const points = input.points ?? pointsFor(value ?? 0, context.business.point_price);
  if (points < 1)
    throw new ApiError("BAD_REQUEST", "the value makes no point", {
      errors: [{ field: "value", message: `one point is ${context.business.point_price}` }],
    });
  return {
    message: "points added",
    ...bookMovement(context, "ADD", input, { points, method, value }),
  };
};

/** Whole points, rounded down; computed in hundredths to avoid floating-point errors. */
function pointsFor(value: number, price: number): number {
  return Math.floor(Math.round(value * 100) / Math.round(price * 100));
}
