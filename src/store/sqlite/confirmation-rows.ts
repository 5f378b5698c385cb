/** Loads and saves rows of the table `confirmations`; every save belongs inside a transaction. */
import type { DatabaseSync } from "node:sqlite";
import { textOf } from "../audit.ts";
import type { StoredConfirmation } from "../confirmation-rules.ts";
import type { Outcome, Question } from "../confirmations.ts";
import { query } from "./query.ts";

const columns = `account, id, asker, command, kind, order_json as orderJson, ref_id as refId,
  member_uuid as memberUuid, gifts, points, approval, asked_at as askedAt, expires_at as expiresAt,
  undo_of as undoOf, state, confirmed_at as confirmedAt, confirmed_event as confirmedEvent,
  claimed_by as claimedBy, claimed_at as claimedAt, claimed_event as claimedEvent, sends,
  sent_at as sentAt, clock_difference as clockDifference, outcome as outcomeJson, retry_at as retryAt`;

type Row = Omit<StoredConfirmation, "order" | "approval" | "outcome"> & {
  orderJson: string;
  approval: 0 | 1;
  outcomeJson: string | null;
};

/** A list of states in SQL. */
export const listOf = (states: readonly string[]) =>
  `(${states.map((state) => `'${state}'`).join(", ")})`;

/** @param rest what follows `from confirmations`. */
export function confirmationQuery(db: DatabaseSync, rest: string) {
  const rows = query<Row>(db, `select ${columns} from confirmations ${rest}`);
  type Values = Parameters<typeof rows.all>;
  return {
    all: (...values: Values): StoredConfirmation[] => rows.all(...values).map(confirmationOf),
    get(...values: Values): StoredConfirmation | null {
      const row = rows.get(...values);
      return row && confirmationOf(row);
    },
  };
}

const confirmationOf = ({ orderJson, outcomeJson, ...row }: Row): StoredConfirmation => ({
  ...row,
  order: JSON.parse(orderJson) as object,
  approval: row.approval === 1,
  outcome: outcomeJson === null ? null : (JSON.parse(outcomeJson) as Outcome),
});

export function insertConfirmation(db: DatabaseSync) {
  const insert = db.prepare(
    `insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id,
       recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (account: string, question: Question): void => {
    insert.run(
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
      Number(question.approval),
      question.askedAt,
      question.expiresAt,
      question.undoOf,
    );
  };
}

/** @returns functions that save what a tap, a send or an outcome can change. */
export function saveConfirmation(db: DatabaseSync) {
  const setAnswer = db.prepare(
    `update confirmations set state = ?, confirmed_at = ?, confirmed_event = ?, expires_at = ?,
       claimed_by = ?, claimed_at = ?, claimed_event = ? where account = ? and id = ?`,
  );
  const setSend = db.prepare(
    `update confirmations set sends = ?, sent_at = ?, clock_difference = ?
     where account = ? and id = ?`,
  );
  const setOutcome = db.prepare(
    `update confirmations set state = ?, outcome = ?, retry_at = ?, sends = ?, sent_at = ?, gifts = ?,
       points = ? where account = ? and id = ?`,
  );
  return {
    answer(row: StoredConfirmation): void {
      const { account, id, state, confirmedAt, confirmedEvent, expiresAt } = row;
      const { claimedBy, claimedAt, claimedEvent } = row;
      const confirmed = [confirmedAt, confirmedEvent, expiresAt];
      setAnswer.run(state, ...confirmed, claimedBy, claimedAt, claimedEvent, account, id);
    },
    send({ account, id, sends, sentAt, clockDifference }: StoredConfirmation): void {
      setSend.run(sends, sentAt, clockDifference, account, id);
    },
    outcome(row: StoredConfirmation): void {
      const { account, id, state, outcome, retryAt, sends, sentAt, gifts, points } = row;
      const json = outcome && JSON.stringify(outcome);
      setOutcome.run(state, json, retryAt, sends, sentAt, gifts, points, account, id);
    },
  };
}
