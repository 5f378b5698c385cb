/** The points ledger: books and voids movements of points together with the card's balance. */
import type { Input, Transaction } from "../../loyalty/contract.ts";
import { iso, type Context } from "./context.ts";
import { withoutNulls } from "./listing.ts";
import { readingsOf } from "./phone-numbers.ts";
import { ApiError } from "./api-error.ts";

export const movementColumns = `t.id, t.uuid, t.type, t.status, t.method, t.points, t.value,
  t.balance_after, c.uuid AS card_uuid, c.card_no, m.uuid AS member_uuid, t.ref_no, t.ref_id,
  t.staff_code, t.channel, t.remark, t.created_at, t.voided_at, t.void_reason`;

export const movementTables =
  "movement t JOIN card c ON c.id = t.card_id JOIN member m ON m.id = c.member_id";

export interface MovementRow {
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

export function toTransaction(row: MovementRow): Transaction {
  return withoutNulls({
    ...row,
    created_at: iso(row.created_at),
    voided_at: row.voided_at === null ? null : iso(row.voided_at),
  });
}

/** The business's movements that match, oldest first. */
export function movementsWhere(
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
export function bookMovement(
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
export function voidMovement(context: Context, row: MovementRow): Transaction {
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
