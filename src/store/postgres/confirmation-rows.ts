/** Loads and saves rows of the table `confirmations`; every save belongs inside a transaction. */
import type { StoredConfirmation } from "../confirmation-rules.ts";
import type { Outcome, Question } from "../confirmations.ts";
import { textOf } from "../audit.ts";
import type { Queries } from "../database.ts";

const columns = `account, id, asker, command, kind, order_json as "orderJson", ref_id as "refId",
  member_uuid as "memberUuid", gifts, points, approval, asked_at as "askedAt",
  expires_at as "expiresAt", undo_of as "undoOf", state, confirmed_at as "confirmedAt",
  confirmed_event as "confirmedEvent", claimed_by as "claimedBy", claimed_at as "claimedAt",
  claimed_event as "claimedEvent", sends, sent_at as "sentAt",
  clock_difference as "clockDifference", outcome as "outcomeJson", retry_at as "retryAt"`;

type Row = Omit<StoredConfirmation, "order" | "outcome"> & {
  orderJson: string;
  outcomeJson: string | null;
};

/** @param rest what follows `from confirmations`. */
export async function selectConfirmations(
  db: Queries,
  rest: string,
  values: readonly unknown[],
): Promise<StoredConfirmation[]> {
  const rows = await db.rows<Row>(`select ${columns} from confirmations ${rest}`, values);
  return rows.map(({ orderJson, outcomeJson, ...row }) => ({
    ...row,
    order: JSON.parse(orderJson) as object,
    outcome: outcomeJson === null ? null : (JSON.parse(outcomeJson) as Outcome),
  }));
}

/** Reads one and locks it until the end of the transaction; null if there is none. */
export async function lockConfirmation(
  tx: Queries,
  account: string,
  id: string,
): Promise<StoredConfirmation | null> {
  const [row] = await selectConfirmations(tx, "where account = $1 and id = $2 for update", [
    account,
    id,
  ]);
  return row ?? null;
}

/** A question that was stored before, by an attempt whose answer was lost, stays as it is. */
export async function insertConfirmation(
  tx: Queries,
  account: string,
  question: Question,
): Promise<void> {
  await tx.run(
    `insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id,
       recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict do nothing`,
    [
      account,
      question.id,
      question.asker,
      question.command,
      question.kind,
      JSON.stringify(question.order),
      textOf(question.order, "lineId"),
      textOf(question.order, "memberUuid"),
      question.refId,
      question.memberUuid,
      question.gifts,
      question.points,
      question.approval,
      question.askedAt,
      question.expiresAt,
      question.undoOf,
    ],
  );
}

/** Saves what a tap can change. */
export async function saveAnswer(tx: Queries, row: StoredConfirmation): Promise<void> {
  await tx.run(
    `update confirmations set state = $3, confirmed_at = $4, confirmed_event = $5, expires_at = $6,
       claimed_by = $7, claimed_at = $8, claimed_event = $9 where account = $1 and id = $2`,
    [
      row.account,
      row.id,
      row.state,
      row.confirmedAt,
      row.confirmedEvent,
      row.expiresAt,
      row.claimedBy,
      row.claimedAt,
      row.claimedEvent,
    ],
  );
}

/** Saves what a send can change. */
export async function saveSend(tx: Queries, row: StoredConfirmation): Promise<void> {
  const { account, id, sends, sentAt, clockDifference } = row;
  await tx.run(
    `update confirmations set sends = $3, sent_at = $4, clock_difference = $5
     where account = $1 and id = $2`,
    [account, id, sends, sentAt, clockDifference],
  );
}

/** Saves what an outcome can change. */
export async function saveOutcome(tx: Queries, row: StoredConfirmation): Promise<void> {
  const { account, id, state, outcome, retryAt, sends, sentAt, gifts, points } = row;
  const json = outcome && JSON.stringify(outcome);
  await tx.run(
    `update confirmations set state = $3, outcome = $4, retry_at = $5, sends = $6, sent_at = $7,
       gifts = $8, points = $9 where account = $1 and id = $2`,
    [account, id, state, json, retryAt, sends, sentAt, gifts, points],
  );
}
