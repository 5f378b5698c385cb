/** The operation that voids point transactions. */
import type { Transaction } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { cardKeyOf, isOnCard } from "../../../members/ledger/mirrored-transaction.ts";
import { clip } from "../../views/flex-components.ts";
import { groupedNumber, signedPoints } from "../../views/card.ts";
import type { RenderContext } from "../../context.ts";
import { readFiltered } from "./find-written-rows.ts";
import { memberNow } from "./check-before-send.ts";
import {
  PartialWriteError,
  refusalIn,
  requireOrdered,
  type AffectedMember,
  type FindContext,
  type Refusal,
  type WriteOperation,
} from "./write-operation.ts";

type VoidableTransaction = Pick<Transaction, "id" | "type" | "points"> & {
  /** Its number; empty where it isn't known. */
  card: string;
  /** What tells its card from others where the number isn't known. */
  cardKey?: string;
};

export interface VoidTransactions extends AffectedMember {
  movements: VoidableTransaction[];
}

interface Done {
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
  [
    t("staff.transaction", { id: String(id) }),
    signedPoints(t, { type, points }),
    groupedNumber(card),
  ]
    .filter(Boolean)
    .join(" · ");

export const voidTransactions: WriteOperation<VoidTransactions, Done> = {
  describe: (ctx, { movements, who }) =>
    ctx.t("staff.what.void", {
      movements: clip(movements.map((one) => transactionSummary(ctx, one)).join("; "), 200),
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
    let refusal: Refusal | null = null;
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
    if (found.length < ids.size || !found.every((row) => isOrdered(row, order))) return "unclear";
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
const isOrdered = (row: Transaction, { movements, memberUuid }: VoidTransactions): boolean =>
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
