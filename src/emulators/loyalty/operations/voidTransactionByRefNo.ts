/** Void Transaction By RefNo: voids all movements with a reference number, all or none. */
import type { Handler } from "../context.ts";
import { movementsWhere, voidMovement } from "../ledger.ts";
import { ApiError } from "../api-error.ts";

export const voidTransactionByRefNo: Handler<"voidTransactionByRefNo"> = ({ refNo }, context) => {
  const rows = movementsWhere(context, "t.status = 'COMPLETED' AND t.ref_no = ?", refNo)
    // Burns first: their points may be needed to void an add.
    .toSorted((a, b) => (a.type === b.type ? a.id - b.id : a.type === "BURN" ? -1 : 1));
  if (rows.length === 0) throw new ApiError("NOT_FOUND", "nothing is booked under this ref_no");
  const data = rows.map((row) => voidMovement(context, row));
  return { message: `transactions voided: ${data.length}`, data };
};
