/** The operations on points: adding, burning, listing and voiding movements. */
import { transactionSizes } from "../../../loyalty/contract.ts";
import { ApiError } from "../api-error.ts";
import type { Handler } from "../context.ts";
import {
  bookMovement,
  movementColumns,
  type MovementRow,
  movementsWhere,
  movementTables,
  toTransaction,
  voidMovement,
} from "../ledger.ts";
import { activeConditions, queryPage } from "../listing.ts";

/** Add Point: for an amount of money by the business's rate (method 1), or points directly (method 2). */
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

/** Burn Point: subtracts points from a card with a sufficient balance. */
export const burnPoint: Handler<"burnPoint"> = (input, context) => ({
  message: "points burned",
  ...bookMovement(context, "BURN", input, { points: input.points }),
});

/** Get Transaction: lists the ledger, newest first. */
export const getTransaction: Handler<"getTransaction"> = (input, { database, business }) => {
  const search = input.search?.trim();
  return queryPage(database, input, {
    select: movementColumns,
    from: movementTables,
    where: activeConditions(
      ["t.business_id = ?", business.id],
      input.card_no !== undefined && [
        "t.card_id = (SELECT id FROM card WHERE business_id = ? AND card_no = ?)",
        business.id,
        input.card_no,
      ],
      input.member_uuid !== undefined && [
        `t.card_id IN (SELECT id FROM card WHERE member_id =
           (SELECT id FROM member WHERE business_id = ? AND uuid = ?))`,
        business.id,
        input.member_uuid,
      ],
      input.type !== undefined && ["t.type = ?", input.type],
      input.status !== undefined && ["t.status = ?", input.status],
      input.ref_no !== undefined && ["t.ref_no = ?", input.ref_no],
      input.ref_id !== undefined && ["t.ref_id = ?", input.ref_id],
      input.from !== undefined && ["t.created_at >= ?", Date.parse(input.from)],
      input.to !== undefined && ["t.created_at < ?", Date.parse(input.to)],
      search && [`? IN (t.uuid, c.card_no, t.ref_no, t.ref_id, t.staff_code, m.uuid)`, search],
    ),
    sorts: { created_at: "t.created_at", points: "t.points" },
    sort: "-created_at",
    key: "t.id",
    toEntry: (row: MovementRow) => toTransaction(row),
    sizes: transactionSizes,
  });
};

/** Void Transaction By Id: voids one movement. Idempotent. */
export const voidTransactionById: Handler<"voidTransactionById"> = ({ id }, context) => {
  const [row] = movementsWhere(context, "t.id = ?", id);
  if (!row) throw new ApiError("NOT_FOUND", "no such transaction");
  return voidMovement(context, row);
};

/** Void Transaction By RefId: voids the movement with a caller's idempotency key. */
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

/** Void Transaction By RefNo: voids all movements with a reference number, all or none. */
export const voidTransactionByRefNo: Handler<"voidTransactionByRefNo"> = ({ refNo }, context) => {
  const rows = movementsWhere(context, "t.status = 'COMPLETED' AND t.ref_no = ?", refNo)
    // Burns first: their points may be needed to void an add.
    .toSorted((a, b) => (a.type === b.type ? a.id - b.id : a.type === "BURN" ? -1 : 1));
  if (rows.length === 0) throw new ApiError("NOT_FOUND", "nothing is booked under this ref_no");
  const data = rows.map((row) => voidMovement(context, row));
  return { message: `transactions voided: ${data.length}`, data };
};
