/** The points ledger: the operations that book, list and void movements, together with the card's balance. */
import { type Input, type Transaction, transactionSizes } from "../../../loyalty/contract.ts";
import { ApiError } from "../api-error.ts";
import { type Context, type Handler, iso } from "../context.ts";
import { activeConditions, queryPage, withoutNulls } from "../listing.ts";
import { readingsOf } from "../phone-numbers.ts";

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

// The points ledger: books and voids movements of points together with the card's balance.

const movementColumns = `t.id, t.uuid, t.type, t.status, t.method, t.points, t.value,
  t.balance_after, c.uuid AS card_uuid, c.card_no, m.uuid AS member_uuid, t.ref_no, t.ref_id,
  t.staff_code, t.channel, t.remark, t.created_at, t.voided_at, t.void_reason`;

const movementTables =
  "movement t JOIN card c ON c.id = t.card_id JOIN member m ON m.id = c.member_id";

interface MovementRow {
  id: number;
  uuid: string;
  type: "ADD" | "BURN";
  status: "COMPLETED" | "VOIDED";
  method: number | null;
  points: number;
  value: number | null;
  balance_after: number;
  card_uuid: string;
  card_no: string;
  member_uuid: string;
  ref_no: string | null;
  ref_id: string | null;
  staff_code: string | null;
  channel: "API" | "LINE";
  remark: string | null;
  created_at: number;
  voided_at: number | null;
  void_reason: string | null;
}

function toTransaction(row: MovementRow): Transaction {
  return withoutNulls({
    ...row,
    created_at: iso(row.created_at),
    voided_at: row.voided_at === null ? null : iso(row.voided_at),
  });
}

/** The business's movements that match, oldest first. */
function movementsWhere(
  { database, business }: Context,
  condition: string,
  value: string | number,
): MovementRow[] {
  return database.all<MovementRow>(
    `SELECT ${movementColumns} FROM ${movementTables}
     WHERE t.business_id = ? AND ${condition} ORDER BY t.id`,
    business.id,
    value,
  );
}

/** Adds or burns points on a card. Must run inside a write transaction. @throws {ApiError} */
function bookMovement(
  context: Context,
  type: "ADD" | "BURN",
  body: Omit<Input<"burnPoint">, "points">,
  amount: { points: number; method?: number; value?: number | undefined },
): Transaction {
  const { database, random, business, now } = context;
  const card = findCard(context, body);
  if (body.ref_no !== undefined && isRefNoTaken(context, type, body.ref_no))
    throw new ApiError("REF_NO_TAKEN", "this ref_no is booked already");
  const after = changeBalance(context, card.id, type === "ADD" ? amount.points : -amount.points);
  if (after === null)
    throw new ApiError("INSUFFICIENT_POINTS", "the card has too few points", {
      detail: { balance: card.point, requested: amount.points },
    });
  const { id } = database.run(
    `INSERT INTO movement (business_id, card_id, uuid, type, status, method, points, value,
       balance_after, ref_no, ref_id, staff_code, channel, remark, created_at)
     VALUES (?, ?, ?, ?, 'COMPLETED', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    business.id,
    card.id,
    random.uuid(),
    type,
    amount.method ?? null,
    amount.points,
    amount.value ?? null,
    after,
    body.ref_no ?? null,
    body.ref_id ?? null,
    body.staff_code ?? null,
    body.channel ?? "API",
    body.remark ?? null,
    now,
  );
  return toTransaction(movementsWhere(context, "t.id = ?", id)[0]!);
}

/** Voids a movement; a voided one stays unchanged. Must run inside a write transaction. @throws {ApiError} */
function voidMovement(context: Context, row: MovementRow): Transaction {
  if (row.status === "VOIDED") return toTransaction(row);
  const { database, now } = context;
  const card = database.get<{ id: number }>("SELECT id FROM card WHERE uuid = ?", row.card_uuid)!;
  const delta = row.type === "ADD" ? -row.points : row.points;
  if (changeBalance(context, card.id, delta) === null)
    throw new ApiError("POINTS_ALREADY_SPENT", "the points that were added are spent");
  database.run(
    "UPDATE movement SET status = 'VOIDED', voided_at = ?, void_reason = ? WHERE id = ?",
    now,
    "voided by request",
    row.id,
  );
  return toTransaction(movementsWhere(context, "t.id = ?", row.id)[0]!);
}

/** Changes a balance. @returns the new balance; null, without a change, if it would be negative. */
function changeBalance({ database }: Context, cardId: number, delta: number): number | null {
  const changed = database.get<{ point: number }>(
    "UPDATE card SET point = point + ?1 WHERE id = ?2 AND point + ?1 >= 0 RETURNING point",
    delta,
    cardId,
  );
  return changed?.point ?? null;
}

/** Whether a completed movement of this type has the reference number. */
function isRefNoTaken({ database, business }: Context, type: string, refNo: string): boolean {
  const found = database.get(
    `SELECT 1 FROM movement
     WHERE business_id = ? AND ref_no = ? AND type = ? AND status = 'COMPLETED'`,
    business.id,
    refNo,
    type,
  );
  return found !== undefined;
}

interface Card {
  id: number;
  member_id: number;
  point: number;
}

/** The card of a card number, of a phone number with one card, or of both together. @throws {ApiError} */
function findCard(
  { database, business }: Context,
  { card_no, phone_number }: { card_no?: string | undefined; phone_number?: string | undefined },
): Card {
  const owners =
    phone_number === undefined
      ? null
      : database.all<{ member_id: number }>(
          `SELECT DISTINCT member_id FROM phone_reading
           WHERE business_id = ? AND reading IN (SELECT value FROM json_each(?))`,
          business.id,
          readingsOf(phone_number),
        );
  if (owners?.length === 0) throw new ApiError("NOT_FOUND", "no member has this phone_number");
  if (card_no === undefined) {
    const cards = database.all<Card>(
      "SELECT id, member_id, point FROM card WHERE member_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(owners?.map(({ member_id }) => member_id)),
    );
    if (cards.length > 1)
      throw new ApiError("CARD_AMBIGUOUS", "this phone_number has several cards: name one");
    if (!cards[0]) throw new ApiError("NOT_FOUND", "this phone_number has no card");
    return cards[0];
  }
  const card = database.get<Card>(
    "SELECT id, member_id, point FROM card WHERE business_id = ? AND card_no = ?",
    business.id,
    card_no,
  );
  if (!card) throw new ApiError("NOT_FOUND", "no such card_no");
  if (owners && !owners.some(({ member_id }) => member_id === card.member_id))
    throw new ApiError("CARD_MISMATCH", "the card isn't of a member with this phone_number");
  return card;
}
