/** Redemptions in the database: locks and loads, applies the rules, and saves in one transaction. */
import { appendAudit } from "./audit.ts";
import { maxAheadMs } from "./clock-rules.ts";
import { abandonedMs, type Actor } from "./confirmation-rules.ts";
import type { DayRange } from "./confirmations.ts";
import { listOf, type Database, type Queries, type Transaction } from "./database.ts";
import { exceededRedemptionLimit } from "./day-limits.ts";
import type { NoticeChanges } from "./notices.ts";
import {
  cancelRedemption,
  claimRedemption,
  countedRedemptionStates,
  decideRedemption,
  maxAskedMs,
  notifiesAsker,
  recordRedemptionSend,
  redemptionAudit,
  resolveStep,
  type RedemptionTapDecision,
  type RedemptionTransition,
  type StoredRedemption,
  undoRedemption,
  unfinishedStates,
  workingStates,
} from "./redemption-rules.ts";
import { firstUndoable, redemptionUndoMs } from "./redemption-undo.ts";
import type {
  RedemptionLimits,
  RedemptionOrder,
  RedemptionQuestion,
  Redemptions,
  RedemptionTap,
  StepFailure,
} from "./redemptions.ts";
import type { StaffAction } from "./staff.ts";

const repeatable = true;

export function createRedemptions(db: Database, notices: NoticeChanges): Redemptions {
  const save = savingWith(notices);
  const answer = (
    account: string,
    id: string,
    action: StaffAction,
    decide: (
      tx: Transaction,
      row: StoredRedemption,
    ) => RedemptionTapDecision | Promise<RedemptionTapDecision>,
  ): Promise<RedemptionTap> =>
    db.transaction(
      async (tx) => {
        const row = await lockRedemption(tx, account, id);
        if (!row) return { kind: "none" };
        const { result, transition } = await decide(tx, row);
        if (transition) await save(tx, transition, action);
        return result;
      },
      { cause: { account, eventId: action.eventId }, repeatable },
    );

  return {
    get: async (account, id) =>
      (await selectRedemptions(db, "where account = $1 and id = $2", [account, id]))[0] ?? null,
    claim: (account, id, action, limits) =>
      answer(account, id, action, async (tx, row) =>
        claimRedemption(row, action, await usedBy(tx, row, limits)),
      ),
    cancel: (account, id, action) =>
      answer(account, id, action, (_, row) => cancelRedemption(row, action)),
    undo: (account, id, action) =>
      answer(account, id, action, (_, row) => undoRedemption(row, action)),
    recordSend: (account, id, step, send) =>
      db.transaction(
        async (tx) => {
          const at = await tx.now();
          const row = await lockRedemption(tx, account, id);
          const next = row && recordRedemptionSend(row, step, { ...send, at });
          if (next) await saveRedemption(tx, next);
          return next !== null;
        },
        { cause: { account, eventId: send.eventId }, repeatable },
      ),
    resolve: (account, reported) =>
      db.transaction(
        async (tx) => {
          const resolution = { ...reported, at: await tx.now() };
          const row = await lockRedemption(tx, account, resolution.id);
          const transition = row && resolveStep(row, resolution);
          if (transition) await save(tx, transition, resolution);
          return transition !== null;
        },
        { cause: { account, eventId: reported.eventId } },
      ),
    decide: (account, id, decision, action) =>
      db.transaction(
        async (tx) => {
          const row = await lockRedemption(tx, account, id);
          const transition = row && decideRedemption(row, decision, action.at);
          if (transition) await save(tx, transition, action);
          return transition !== null;
        },
        { cause: { account, eventId: action.eventId } },
      ),
    cancellable: async (account, { by, eventId, at }) =>
      (
        await selectRedemptions(
          db,
          `where asked_at >= $1 and account = $2 and asker = $3
             and ((state = 'asked' and expires_at > $4)
               or (state = 'cancelled' and claimed_event = $5))
           order by state = 'cancelled' desc, asked_at desc, id limit 1`,
          [at - maxAskedMs, account, by, at, eventId],
        )
      )[0] ?? null,
    newestUndoable: async (account, lineId, now) =>
      firstUndoable(
        await selectRedemptions(
          db,
          `where asked_at >= $1 and account = $2 and asker = $3
             and state = 'done' and done_at > $4 order by done_at desc, id`,
          [now - maxAskedMs, account, lineId, now - redemptionUndoMs],
        ),
        now,
      ),
    due: (account, now) =>
      selectRedemptions(
        db,
        `where account = $1 and state in ${listOf(workingStates)}
           and (retry_at <= $2 or retry_at > $3) order by claimed_at, id`,
        [account, now, now + abandonedMs + maxAheadMs],
      ),
    async accountsWithUnfinished() {
      const rows = await db.rows<{ account: string }>(
        `select distinct account from redemptions where state in ${listOf(unfinishedStates)}`,
      );
      return rows.map(({ account }) => account);
    },
    pending: (account) =>
      selectRedemptions(
        db,
        `where account = $1 and state in ${listOf(unfinishedStates)} order by claimed_at, id`,
        [account],
      ),
    ofMember: (account, memberUuid, max) =>
      selectRedemptions(
        db,
        "where account = $1 and member_uuid = $2 order by asked_at desc, id limit $3",
        [account, memberUuid, max],
      ),
  };
}

/** @returns a function that saves a transition with its audit entry and notice. */
const savingWith =
  (notices: NoticeChanges) =>
  async (tx: Queries, transition: RedemptionTransition, actor: Actor): Promise<void> => {
    const { next } = transition;
    const { account, asker: lineId, id: redemption } = next;
    await saveRedemption(tx, next);
    const entry = redemptionAudit(transition, actor);
    if (entry) await appendAudit(tx, account, entry);
    if (!notifiesAsker(transition, actor)) return;
    await notices.add(tx, { account, lineId, notice: { kind: "redemption", redemption } });
  };

/** What speaks against one more. Others of the member wait until this one is stored. */
async function usedBy(
  tx: Transaction,
  { account, memberUuid, order }: StoredRedemption,
  { day, ...limits }: RedemptionLimits,
) {
  await tx.lock(`redeeming ${account} ${memberUuid}`);
  const unfinished = await selectRedemptions(
    tx,
    `where account = $1 and member_uuid = $2 and state in ${listOf(unfinishedStates)} limit 1`,
    [account, memberUuid],
  );
  const counts = {
    day: await countOf(tx, { account, memberUuid, ...day }),
    set: await countOf(tx, { account, memberUuid, setUuid: order.setUuid }),
  };
  return { isBusy: unfinished.length > 0, exceeded: exceededRedemptionLimit(counts, limits) };
}

/** @param of a day or a set: undefined = all. */
async function countOf(
  db: Queries,
  of: { account: string; memberUuid: string; setUuid?: string } & Partial<DayRange>,
): Promise<number> {
  const { account, memberUuid, setUuid = "", start = 0, end = Number.MAX_SAFE_INTEGER } = of;
  const [row] = await db.rows<{ n: number }>(
    `select count(*)::bigint as n from redemptions where account = $1 and member_uuid = $2
     and claimed_at >= $3 and claimed_at < $4 and state in ${listOf(countedRedemptionStates)}
     and ($5 = '' or set_uuid = $5)`,
    [account, memberUuid, start, end, setUuid],
  );
  return row?.n ?? 0;
}

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
async function lockRedemption(
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
     and state in ${listOf(countedRedemptionStates)}`,
    [start - maxAskedMs, account, asker, start, end],
  );
  return row?.n ?? 0;
}
