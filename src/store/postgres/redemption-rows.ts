/** Loads and saves rows of the table `redemptions`; every save belongs inside a transaction. */
import type { DayRange } from "../confirmations.ts";
import { countedRedemptionStates, maxAskedMs, type StoredRedemption } from "../redemption-rules.ts";
import type { RedemptionOrder, RedemptionQuestion, StepFailure } from "../redemptions.ts";
import type { Queries } from "../database.ts";

const columns = `account, id, asker, member_uuid as "memberUuid", line_id as "lineId",
  order_json as "orderJson", burn_ref_id as "burnRefId", give_ref_id as "giveRefId",
  asked_at as "askedAt", expires_at as "expiresAt", state, claimed_at as "claimedAt",
  claimed_event as "claimedEvent", done_at as "doneAt", undo_event as "undoEvent",
  steps as "stepsJson", failure as "failureJson", retry_at as "retryAt"`;

type Row = Omit<StoredRedemption, "order" | "steps" | "failure"> & {
  orderJson: string;
  stepsJson: string;
  failureJson: string | null;
};

/** @param rest what follows `from redemptions`. */
export async function selectRedemptions(
  db: Queries,
  rest: string,
  values: readonly unknown[],
): Promise<StoredRedemption[]> {
  const rows = await db.rows<Row>(`select ${columns} from redemptions ${rest}`, values);
  return rows.map(({ orderJson, stepsJson, failureJson, ...row }) => ({
    ...row,
    order: JSON.parse(orderJson) as RedemptionOrder,
    steps: JSON.parse(stepsJson) as StoredRedemption["steps"],
    failure: failureJson === null ? null : (JSON.parse(failureJson) as StepFailure),
  }));
}

/** Reads one and locks it until the end of the transaction; null if there is none. */
export async function lockRedemption(
  tx: Queries,
  account: string,
  id: string,
): Promise<StoredRedemption | null> {
  const [row] = await selectRedemptions(tx, "where account = $1 and id = $2 for update", [
    account,
    id,
  ]);
  return row ?? null;
}

/** A question that was stored before, by an attempt whose answer was lost, stays as it is. */
export async function insertRedemption(
  tx: Queries,
  account: string,
  question: RedemptionQuestion,
): Promise<void> {
  const { id, asker, memberUuid, lineId, order, burnRefId, giveRefId } = question;
  const { askedAt, expiresAt } = question;
  await tx.run(
    `insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json,
       burn_ref_id, give_ref_id, asked_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      account,
      id,
      asker,
      memberUuid,
      lineId,
      order.setUuid,
      JSON.stringify(order),
      burnRefId,
      giveRefId,
      askedAt,
      expiresAt,
    ],
  );
}

/** Saves what a tap, a send or an outcome can change. */
export async function saveRedemption(tx: Queries, row: StoredRedemption): Promise<void> {
  const { account, id, state, claimedAt, claimedEvent, doneAt, undoEvent, retryAt } = row;
  const { steps, failure } = row;
  await tx.run(
    `update redemptions set state = $3, claimed_at = $4, claimed_event = $5, done_at = $6,
       undo_event = $7, steps = $8, failure = $9, retry_at = $10 where account = $1 and id = $2`,
    [
      account,
      id,
      state,
      claimedAt,
      claimedEvent,
      doneAt,
      undoEvent,
      JSON.stringify(steps),
      failure && JSON.stringify(failure),
      retryAt,
    ],
  );
}

/** How many redemptions a staff member has confirmed for members since a time, as they count against the limits. */
export async function countRedeemedBy(
  db: Queries,
  account: string,
  asker: string,
  { start, end }: DayRange,
): Promise<number> {
  // The question is never much older than its confirmation; the index is on its time.
  const [row] = await db.rows<{ n: number }>(
    `select count(*)::bigint as n from redemptions where asked_at >= $1 and account = $2
     and asker = $3 and line_id <> asker and claimed_at >= $4 and claimed_at < $5
     and state = any($6)`,
    [start - maxAskedMs, account, asker, start, end, countedRedemptionStates],
  );
  return row?.n ?? 0;
}
