/** The operations on points: to add and burn them, and to void transactions. */
import type { Transaction } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { changeOf } from "../../../loyalty/points.ts";
import { cardKeyOf, isOnCard } from "../../../members/ledger/mirrored-transaction.ts";
import type { RenderContext } from "../../context.ts";
import { groupedNumber, signedPoints } from "../../views/card.ts";
import * as ui from "../../views/flex-components.ts";
import { balanceFigure } from "../staff-views.ts";
import {
  type AffectedMember,
  cardNow,
  type FindContext,
  findWrittenRows,
  memberNow,
  PartialWriteError,
  readFiltered,
  type Refused,
  refusalIn,
  requireOrdered,
  type WriteOperation,
} from "./write-operation.ts";

export interface AdjustPoints extends AffectedMember {
  type: Transaction["type"];
  card: string;
  points: number;
  refNo: string | null;
  /** Absent where the member moves their points themselves. */
  staffCode?: string;
}

interface Booked {
  id: number;
  /** Absent where it can't be read. */
  balance?: number;
}

const bookedOf = ({ id, balance_after }: Transaction): Booked => ({
  id,
  ...(balance_after !== null && { balance: balance_after }),
});

/** Whether a transaction is what was ordered: with points as ordered, without a sign of their own. */
const isOrderedMovement = (row: Transaction, order: AdjustPoints): boolean =>
  isAlike(row, order) && row.points === order.points;

/**
 * Whether a transaction may be what was ordered, also where the platform lists it with a sign. The card says whose it is
 * where the platform names no member.
 */
const isAlike = (row: Transaction, { type, card, points, memberUuid }: AdjustPoints): boolean =>
  isOnCard(row, card) &&
  row.type === type &&
  Math.abs(row.points) === points &&
  (!memberUuid || row.member_uuid.trim() === "" || row.member_uuid === memberUuid);

const isBooked = ({ status }: Transaction): boolean => status === "COMPLETED";

/** The operation that adds points to a card or burns them. */
export const adjustPoints: WriteOperation<AdjustPoints, Booked> = {
  describe: ({ t }, { type, card, points, who }) => {
    const values = { points, card: groupedNumber(card), who };
    return type === "ADD" ? t("staff.what.add", values) : t("staff.what.burn", values);
  },
  async perform({ loyalty, options }, order, ref_id) {
    const { type, card, points, refNo, staffCode } = order;
    const shared = {
      card_no: card,
      points,
      ref_id,
      ...(staffCode !== undefined && { staff_code: staffCode }),
      ...(refNo !== null && { ref_no: refNo }),
    };
    const row =
      type === "ADD"
        ? await loyalty.addPoint({ ...shared, method: 2, channel: "LINE" }, options)
        : await loyalty.burnPoint({ ...shared, channel: "LINE" }, options);
    const isDone = isOrderedMovement(row, order) && isBooked(row);
    requireOrdered(type === "ADD" ? "addPoint" : "burnPoint", isDone);
    return { done: bookedOf(row) };
  },
  async lookAgain(ctx, { type, card: number, points, ...holder }) {
    const looked = await cardNow(ctx, holder, number);
    if ("refused" in looked) return looked;
    const { point } = looked.card;
    const isShort = type === "BURN" && point !== null && point < points;
    return isShort
      ? { refused: "INSUFFICIENT_POINTS", detail: { balance: point, requested: points } }
      : null;
  },
  async find({ loyalty, refId, isOtherOrder, since, signal }, order) {
    const found = await findWrittenRows({
      list: (query) => loyalty.getTransaction(query, { signal }),
      refId,
      around: { card_no: order.card },
      since,
      keyOf: (row) => row.id,
      hasOurKey: (row) => row.ref_id === refId,
      refIdOf: (row) => row.ref_id,
      isOtherOrder,
      isAlike: (row) => isAlike(row, order),
      isProven: (row) => isOrderedMovement(row, order),
      isIntact: isBooked,
      timeOf: (row) => row.created_at,
      count: 1,
    });
    if (typeof found === "string") return found;
    const [row] = found;
    return row ? { done: bookedOf(row) } : "nothing";
  },
  resultView: (ctx, order, { id, balance }) => {
    const { t } = ctx;
    const { type, points, card, who } = order;
    return {
      title: type === "ADD" ? t("staff.done.add", { points }) : t("staff.done.burn", { points }),
      ...(balance !== undefined && {
        figure: balanceFigure(ctx, balance, balance - changeOf(order)),
      }),
      facts: [`${who} · ${groupedNumber(card)}`, t("staff.transaction", { id: String(id) })],
    };
  },
  undo: ({ memberUuid, lineId, who, type, card, points }, { id }) => ({
    operation: "void_transactions",
    order: { memberUuid, lineId, who, movements: [{ id, type, card, points }] },
  }),
};

// The operation that voids point transactions.

type VoidableTransaction = Pick<Transaction, "id" | "type" | "points"> & {
  /** Its number; empty where it isn't known. */
  card: string;
  /** What tells its card from others where the number isn't known. */
  cardKey?: string;
};

export interface VoidTransactions extends AffectedMember {
  movements: VoidableTransaction[];
}

interface VoidedMovements {
  /** Ids. */
  voided: number[];
  /** Ids that couldn't be voided because their points are spent. */
  kept: number[];
  /** Ids that couldn't be voided for another reason; absent in results of older versions. */
  left?: number[];
}

/** One line about a transaction: id, points and card. */
export const transactionSummary = (
  { t }: RenderContext,
  { id, type, points, card }: VoidableTransaction,
): string =>
  ui.dotted([
    t("staff.transaction", { id: String(id) }),
    signedPoints(t, { type, points }),
    groupedNumber(card),
  ]);

export const voidTransactions: WriteOperation<VoidTransactions, VoidedMovements> = {
  describe: (ctx, { movements, who }) =>
    ctx.t("staff.what.void", {
      movements: ui.clip(movements.map((one) => transactionSummary(ctx, one)).join("; "), 200),
      who,
    }),
  async perform({ loyalty, options }, { movements }, _refId, doneBefore) {
    // Burns first: voiding one gives back points that the void of an add may need.
    const ordered = movements.toSorted((a, b) => b.type.localeCompare(a.type));
    const done = {
      voided: [...(doneBefore?.voided ?? [])],
      kept: [] as number[],
      left: [] as number[],
    };
    let refusal: Refused | null = null;
    for (const { id } of ordered.filter((one) => !done.voided.includes(one.id))) {
      try {
        const row = await loyalty.voidTransactionById({ id }, options);
        requireOrdered("voidTransactionById", row.id === id && row.status === "VOIDED");
        done.voided.push(id);
      } catch (error) {
        const refused = refusalIn(error);
        if (!refused || doneBefore) {
          const isPartly = done.voided.length > 0 && error instanceof LoyaltyError;
          throw isPartly ? new PartialWriteError(error) : error;
        }
        refusal ??= refused;
        (refused.refused === "POINTS_ALREADY_SPENT" ? done.kept : done.left).push(id);
      }
    }
    return refusal && done.voided.length === 0 ? refusal : { done };
  },
  async lookAgain(ctx, { movements, ...holder }) {
    const cards = [...new Set(movements.map(({ card }) => card))].filter(Boolean);
    if (!holder.memberUuid || cards.length === 0) return null;
    const member = await memberNow(ctx, holder, cards);
    // Movements of somebody who can't be found can be voided all the same: they go by their ids.
    if (typeof member === "string") return null;
    const isTheirs = (card: string) => member.cards.some(({ card_no }) => card_no === card);
    return cards.every(isTheirs) ? null : { refused: "CARD_MOVED", detail: null };
  },
  async find(ctx, order) {
    const ids = new Set(order.movements.map(({ id }) => id));
    const found = (await readTransactions(ctx, order)).filter(({ id }) => ids.has(id));
    if (found.length < ids.size || !found.every((row) => isOrderedVoid(row, order)))
      return "unclear";
    const idsIn = (expected: Transaction["status"]) =>
      found.flatMap(({ id, status }) => (status === expected ? id : []));
    const done = { voided: idsIn("VOIDED"), kept: [], left: idsIn("COMPLETED") };
    if (done.left.length === 0) return { done };
    return done.voided.length > 0 ? { partly: done } : "nothing";
  },
  resultView: (ctx, { movements, who }, { kept, left = [] }) => ({
    title: ctx.t("staff.done.void", { who }),
    facts: movements.map((one) => {
      const summary = transactionSummary(ctx, one);
      if (kept.includes(one.id)) return ctx.t("staff.transaction.kept", { movement: summary });
      return left.includes(one.id)
        ? ctx.t("staff.transaction.left", { movement: summary })
        : summary;
    }),
  }),
  asUndo: {
    describe: ({ t }, order) => {
      const { type, values } = undone(order);
      return type === "ADD" ? t("staff.what.undo.add", values) : t("staff.what.undo.burn", values);
    },
    title: ({ t }, order) => {
      const { type, values } = undone(order);
      return type === "ADD" ? t("staff.undone.add", values) : t("staff.undone.burn", values);
    },
  },
  takenBack: (order, { voided }) => ({
    gifts: 0,
    points: order.movements.reduce(
      (sum, { id, points }) => (voided.includes(id) ? sum + points : sum),
      0,
    ),
  }),
};

/** Whether a row with an ordered id is the ordered transaction: ids of another platform may be the same. */
const isOrderedVoid = (row: Transaction, { movements, memberUuid }: VoidTransactions): boolean =>
  (!memberUuid || row.member_uuid.trim() === "" || row.member_uuid === memberUuid) &&
  movements.some(
    ({ id, type, points, card, cardKey }) =>
      row.id === id &&
      row.type === type &&
      row.points === points &&
      (isOnCard(row, card) || (card === "" && cardKeyOf(row) === cardKey)),
  );

/** The order's transactions, by their ids from the mirrored ledger if there is one, among others else. */
async function readTransactions(
  { loyalty, transactions, signal }: FindContext,
  { movements, memberUuid }: VoidTransactions,
): Promise<readonly Transaction[]> {
  const ids = movements.map(({ id }) => id);
  const mirrored = await transactions?.byIds(ids.map(String), signal);
  if (mirrored) return mirrored;
  const { rows } = await readFiltered(
    (query) => loyalty.getTransaction(query, { signal }),
    [{ member_uuid: memberUuid }, {}],
    ({ id }) => id,
    (read) => ids.every((id) => read.some((row) => row.id === id)),
  );
  return rows;
}

/** What an undo takes back: it voids the one movement that the undone command made. */
function undone({ movements, who }: VoidTransactions) {
  const points = movements.reduce((sum, one) => sum + one.points, 0);
  return { type: movements[0]?.type ?? "ADD", values: { points, who } };
}
