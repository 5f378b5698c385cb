/** Void Transaction By RefId: voids the movement with a caller's idempotency key. */
import type { Handler } from "../context.ts";
import { movementsWhere, voidMovement } from "../ledger.ts";
import { ApiError } from "../api-error.ts";

export const voidTransactionByRefId: Handler<"voidTransactionByRefId"> = ({ refId }, context) => {
  const rows = movementsWhere(context, "t.ref_id = ?", refId);
  const open = rows.filter(({ status }) => status === "COMPLETED");
  // An add and a burn may have the same key.
  if (open.length > 1)
    throw new ApiError("REF_ID_AMBIGUOUS", "an add and a burn have this ref_id: void by id", {
      detail: { ids: open.map(({ id }) => id) },
    });
  const row = open[0] ?? rows.at(-1);
  if (!row) throw new ApiError("NOT_FOUND", "no transaction has this ref_id");
  return voidMovement(context, row);
};
