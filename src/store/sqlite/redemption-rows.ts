/** Loads and saves rows of the table `redemptions`; every save belongs inside a transaction. */
import type { DatabaseSync } from "node:sqlite";
import type { DayRange } from "../confirmations.ts";
import { countedRedemptionStates, maxAskedMs, type StoredRedemption } from "../redemption-rules.ts";
import type { RedemptionOrder, RedemptionQuestion, StepFailure } from "../redemptions.ts";
import { listOf } from "./confirmation-rows.ts";
import { query } from "./query.ts";

const columns = `account, id, asker, member_uuid as memberUuid, line_id as lineId, order_json as orderJson,
  burn_ref_id as burnRefId, give_ref_id as giveRefId, asked_at as askedAt, expires_at as expiresAt,
  state, claimed_at as claimedAt, claimed_event as claimedEvent, done_at as doneAt,
  undo_event as undoEvent, steps as stepsJson, failure as failureJson, retry_at as retryAt`;

type Row = Omit<StoredRedemption, "order" | "steps" | "failure"> & {
  orderJson: string;
  stepsJson: string;
  failureJson: string | null;
};

/** @param rest what follows `from redemptions`. */
export function redemptionQuery(db: DatabaseSync, rest: string) {
  const rows = query<Row>(db, `select ${columns} from redemptions ${rest}`);
  type Values = Parameters<typeof rows.all>;
  return {
    all: (...values: Values): StoredRedemption[] => rows.all(...values).map(redemptionOf),
    get(...values: Values): StoredRedemption | null {
      const row = rows.get(...values);
      return row && redemptionOf(row);
    },
  };
}

const redemptionOf = ({ orderJson, stepsJson, failureJson, ...row }: Row): StoredRedemption => ({
  ...row,
  order: JSON.parse(orderJson) as RedemptionOrder,
  steps: JSON.parse(stepsJson) as StoredRedemption["steps"],
  failure: failureJson === null ? null : (JSON.parse(failureJson) as StepFailure),
});

export function insertRedemption(db: DatabaseSync) {
  const insert = db.prepare(
    `insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json,
       burn_ref_id, give_ref_id, asked_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (account: string, question: RedemptionQuestion): void => {
    const { id, asker, memberUuid, lineId, order, burnRefId, giveRefId } = question;
    insert.run(
      account,
      id,
      asker,
      memberUuid,
      lineId,
      order.setUuid,
      JSON.stringify(order),
      burnRefId,
      giveRefId,
      question.askedAt,
      question.expiresAt,
    );
  };
}

/** @returns a function that counts what a staff member has redeemed for members since a time. */
export function countRedeemedBy(db: DatabaseSync) {
  // The question is never much older than its confirmation; the index is on its time.
  const counted = query<{ n: number }>(
    db,
    `select count(*) as n from redemptions where asked_at >= ? and +account = ? and asker = ?
     and line_id <> asker and claimed_at >= ? and claimed_at < ?
     and +state in ${listOf(countedRedemptionStates)}`,
  );
  return (account: string, asker: string, { start, end }: DayRange): number =>
    counted.get(start - maxAskedMs, account, asker, start, end)?.n ?? 0;
}

const json = (value: object | null) => value && JSON.stringify(value);

/** @returns a function that saves what a tap, a send or an outcome can change. */
export function saveRedemption(db: DatabaseSync) {
  const update = db.prepare(
    `update redemptions set state = ?, claimed_at = ?, claimed_event = ?, done_at = ?, undo_event = ?,
       steps = ?, failure = ?, retry_at = ? where account = ? and id = ?`,
  );
  return (row: StoredRedemption): void => {
    const { account, id, state, claimedAt, claimedEvent, doneAt, undoEvent, retryAt } = row;
    const [steps, failure] = [json(row.steps), json(row.failure)];
    const taps = [claimedAt, claimedEvent, doneAt, undoEvent];
    update.run(state, ...taps, steps, failure, retryAt, account, id);
  };
}
