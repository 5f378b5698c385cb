/** The operation that adds points to a card or burns them. */
import type { Transaction } from "../../../loyalty/contract.ts";
import { changeOf } from "../../../loyalty/points.ts";
import { isOnCard } from "../../../members/ledger/mirrored-transaction.ts";
import { groupedNumber } from "../../views/card.ts";
import { balanceFigure } from "../staff-views.ts";
import { findWrittenRows } from "./find-written-rows.ts";
import { cardNow } from "./check-before-send.ts";
import { requireOrdered, type AffectedMember, type WriteOperation } from "./write-operation.ts";

export interface AdjustPoints extends AffectedMember {
  type: Transaction["type"];
  card: string;
  points: number;
  refNo: string | null;
  /** Absent where the member moves their points themselves. */
  staffCode?: string;
}

interface Done {
  id: number;
  /** Absent where it can't be read. */
  balance?: number;
}

const doneOf = ({ id, balance_after }: Transaction): Done => ({
  id,
  ...(balance_after !== null && { balance: balance_after }),
});

/** Whether a transaction is what was ordered: with points as ordered, without a sign of their own. */
const isOrdered = (row: Transaction, order: AdjustPoints): boolean =>
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

export const adjustPoints: WriteOperation<AdjustPoints, Done> = {
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
    const isDone = isOrdered(row, order) && isBooked(row);
    requireOrdered(type === "ADD" ? "addPoint" : "burnPoint", isDone);
    return { done: doneOf(row) };
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
      isProven: (row) => isOrdered(row, order),
      isIntact: isBooked,
      timeOf: (row) => row.created_at,
      count: 1,
    });
    if (typeof found === "string") return found;
    const [row] = found;
    return row ? { done: doneOf(row) } : "nothing";
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
