/** Translates the platform's transactions into entries of the mirrored ledger and back, without what isn't kept. */
import type { Transaction } from "../../loyalty/contract.ts";
import { exactMomentOf } from "../../loyalty/platform-time.ts";
import { hashId } from "../../store/hash-id.ts";
import type { LedgerEntry } from "../../store/ledger.ts";

/** A transaction as the mirror knows it: `card_no` is empty unless it was asked for. */
export type MirroredTransaction = Transaction & { card_hash?: string };

/** Whether a transaction, mirrored or not, is on the card of this number; no number is no card's. */
export const isOnCard = ({ card_no, card_hash }: MirroredTransaction, cardNo: string): boolean =>
  cardNo !== "" && (card_no === cardNo || (card_no === "" && card_hash === hashId(cardNo)));

/** What tells a transaction's card from others, mirrored or not; empty where the platform names no card. */
export const cardKeyOf = ({
  card_no,
  card_hash = hashId(card_no),
  card_uuid,
}: MirroredTransaction): string => (card_hash === hashId("") ? card_uuid : card_hash);

/** @returns null when its time or its balance can't be read, or its time is only a day: the mirror is filled by moments. */
export function entryOf(row: Transaction): LedgerEntry | null {
  const at = exactMomentOf(row.created_at);
  if (at === null || row.balance_after === null) return null;
  return {
    uuid: row.uuid === "" ? `id ${row.id}` : row.uuid,
    id: row.id,
    at,
    type: row.type,
    status: row.status,
    points: row.points,
    balanceAfter: row.balance_after,
    memberUuid: row.member_uuid,
    cardUuid: row.card_uuid,
    cardHash: hashId(row.card_no),
    refId: row.ref_id ?? null,
    refNoHash: row.ref_no === undefined ? null : hashId(row.ref_no),
  };
}

/** @param known the numbers that were asked for, of which the mirror has hashes. */
export const transactionOf = (
  entry: LedgerEntry,
  known: { card_no?: string | undefined; ref_no?: string | undefined } = {},
): MirroredTransaction => ({
  id: entry.id,
  uuid: entry.uuid,
  type: entry.type,
  status: entry.status,
  points: entry.points,
  balance_after: entry.balanceAfter,
  card_uuid: entry.cardUuid,
  card_no: known.card_no ?? "",
  card_hash: entry.cardHash,
  member_uuid: entry.memberUuid,
  // Former versions stored blank keys as the platform sent them.
  ...(entry.refId?.trim() && { ref_id: entry.refId }),
  ...(known.ref_no !== undefined && { ref_no: known.ref_no }),
  channel: "API",
  created_at: new Date(entry.at).toISOString(),
});
