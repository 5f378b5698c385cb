/** Void Transaction By Id: voids one movement. Idempotent. */
import type { Handler } from "../context.ts";
import { movementsWhere, voidMovement } from "../ledger.ts";
import { ApiError } from "../api-error.ts";

export const voidTransactionById: Handler<"voidTransactionById"> = ({ id }, context) => {
  const [row] = movementsWhere(context, "t.id = ?", id);
  if (!row) throw new ApiError("NOT_FOUND", "no such transaction");
  return voidMovement(context, row);
};
