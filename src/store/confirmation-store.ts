/** Confirmations in the database: locks and loads, applies the rules, and saves in one transaction. */
import { appendAudit, textOf } from "./audit.ts";
import { maxAheadMs } from "./clock-rules.ts";
import {
  abandonedMs,
  approvalNotices,
  approve,
  auditEntry,
  cancel,
  claim,
  decline,
  expireApproval,
  inFlightMs,
  recordSend,
  resolve,
  type Actor,
  type StoredConfirmation,
  type TapDecision,
  type Transition,
  unansweredStates,
  undo,
  unresolvedStates,
} from "./confirmation-rules.ts";
import type {
  Confirmations,
  Day,
  DayRange,
  LimitUse,
  Outcome,
  Question,
  Resolution,
  TapResult,
} from "./confirmations.ts";
import { listOf, type Database, type Flag, type Queries, type Transaction } from "./database.ts";
import { countedUse, exceededLimit, type StateTotal } from "./day-limits.ts";
import type { NoticeChanges } from "./notices.ts";
import { maxAskedMs } from "./redemption-rules.ts";
import { countRedeemedBy } from "./redemption-store.ts";
import type { StaffAction } from "./staff.ts";

const repeatable = true;

export function createConfirmations(db: Database, notices: NoticeChanges): Confirmations {
  const report = reportingWith(notices);
  const conclude = concludingWith(notices);
  const answer = (
    account: string,
    id: string,
    action: StaffAction,
    decide: (tx: Transaction, row: StoredConfirmation) => TapDecision | Promise<TapDecision>,
    approvers: readonly string[] = [],
  ): Promise<TapResult> =>
    db.transaction(
      async (tx) => {
        const row = await lockConfirmation(tx, account, id);
        if (!row) return { kind: "none" };
        const { result, transition } = await decide(tx, row);
        if (transition) {
          await saveAnswer(tx, transition.next);
          await report(tx, transition, action);
          for (const notice of approvalNotices(transition, approvers)) {
            await notices.add(tx, { account, ...notice });
          }
        }
        return result;
      },
      { cause: { account, eventId: action.eventId }, repeatable },
    );

  return {
    get: async (account, id) =>
      (await selectConfirmations(db, "where account = $1 and id = $2", [account, id]))[0] ?? null,
    claim: (account, id, action, day, approvers) =>
      answer(
        account,
        id,
        action,
        async (tx, row) => claim(row, action, await exceeded(tx, row, action.at, day)),
        approvers,
      ),
    approve: (account, id, action) => answer(account, id, action, (_, row) => approve(row, action)),
    decline: (account, id, action) => answer(account, id, action, (_, row) => decline(row, action)),
    cancel: (account, id, action) => answer(account, id, action, (_, row) => cancel(row, action)),
    cancellable: async (account, { by, eventId, at }) =>
      (
        await selectConfirmations(
          db,
          `where account = $1 and asker = $2
             and ((state in ${listOf(unansweredStates)} and expires_at > $3)
               or (state = 'cancelled' and claimed_event = $4))
             and undo_of is null order by state = 'cancelled' desc, asked_at desc, id limit 1`,
          [account, by, at, eventId],
        )
      )[0] ?? null,
    undoOf: async (account, id) =>
      (
        await selectConfirmations(
          db,
          `where account = $1 and undo_of = $2 and state <> 'cancelled'
           order by asked_at desc, id limit 1`,
          [account, id],
        )
      )[0] ?? null,
    newestUndo: async (account, lineId, now) =>
      (
        await selectConfirmations(
          db,
          `where account = $1 and asker = $2 and asked_at >= $3 and asked_at <= $4
             and undo_of is not null and state = 'open' and expires_at > $5
           order by expires_at desc, asked_at desc, id limit 1`,
          [account, lineId, now - maxAskedMs, now + maxAheadMs, now],
        )
      )[0] ?? null,
    byRefId: async (account, memberUuid, refId) =>
      (
        await selectConfirmations(
          db,
          "where account = $1 and member_uuid = $2 and ref_id = $3 limit 1",
          [account, memberUuid, refId],
        )
      )[0] ?? null,
    pending: (account, now) =>
      selectConfirmations(
        db,
        `where account = $1 and (state in ('unknown', 'needs_review')
           or (state = 'awaiting_approval' and expires_at > $2)) order by asked_at, id`,
        [account, now],
      ),
    dueForReconciliation: (account, now) =>
      selectConfirmations(
        db,
        `where account = $1
           and ((state = 'unknown' and (retry_at <= $2 or retry_at > $3))
             or (state = 'claimed' and (claimed_at <= $4 or claimed_at > $5))) order by claimed_at, id`,
        [account, now, now + inFlightMs + maxAheadMs, now - abandonedMs, now + maxAheadMs],
      ),
    async accountsWithUnresolved() {
      const rows = await db.rows<{ account: string }>(
        `select distinct account from confirmations where state in ${listOf(unresolvedStates)}`,
      );
      return rows.map(({ account }) => account);
    },
    async expireApprovals(account, now) {
      const sql = `where account = $1 and state = 'awaiting_approval'
        and (expires_at <= $2 or confirmed_at > $3) order by id`;
      const values = [account, now, now + maxAheadMs];
      // Nearly always there is none, and nothing to be written.
      if ((await selectConfirmations(db, sql, values)).length === 0) return;
      await db.transaction(async (tx) => {
        for (const row of await selectConfirmations(tx, `${sql} for update`, values)) {
          const transition = expireApproval(row, now);
          if (!transition) continue;
          await saveAnswer(tx, transition.next);
          await report(tx, transition, { by: null, eventId: null, at: now });
        }
      });
    },
    usedBy: (account, lineId, day, now) => usedBy(db, account, lineId, day, now),
    usedFor: (account, uuid, day, now) => usedOf(db, "member_uuid", account, uuid, day, now),
    recordSend: (account, id, send) =>
      db.transaction(
        async (tx) => {
          const at = await tx.now();
          const row = await lockConfirmation(tx, account, id);
          const next = row && recordSend(row, { ...send, at });
          if (next) await saveSend(tx, next);
          return next !== null;
        },
        { cause: { account, eventId: send.eventId }, repeatable },
      ),
    resolve: (account, resolution) =>
      db.transaction((tx) => conclude(tx, account, resolution), {
        cause: { account, eventId: resolution.eventId },
      }),
  };
}

/** @returns a function that stores an outcome; it returns false if the order had ended before, or was sent since. */
export const concludingWith = (notices: NoticeChanges) => {
  const report = reportingWith(notices);
  return async (tx: Transaction, account: string, reported: Resolution): Promise<boolean> => {
    const resolution = { ...reported, at: await tx.now() };
    const row = await lockConfirmation(tx, account, resolution.id);
    const transition = row && resolve(row, resolution);
    if (!transition) return false;
    const { next } = transition;
    await saveOutcome(tx, next);
    await report(tx, transition, resolution);
    if (next.state === "done" && next.undoOf) {
      const original = await lockConfirmation(tx, account, next.undoOf);
      const remaining = original && undo(original, resolution.takenBack ?? null);
      if (remaining) await saveOutcome(tx, remaining);
    }
    if (resolution.undo) await insertConfirmation(tx, account, resolution.undo);
    for (const notice of resolution.notices) await notices.add(tx, { account, ...notice });
    return true;
  };
};

/** @returns a function that appends the audit entry and adds the notice of a transition; its caller saves the row. */
const reportingWith =
  (notices: NoticeChanges) =>
  async (tx: Queries, transition: Transition, actor: Actor): Promise<void> => {
    const { account, asker: lineId, id: confirmation } = transition.next;
    const entry = auditEntry(transition, actor);
    if (entry) await appendAudit(tx, account, entry);
    if (!transition.notifyAsker) return;
    await notices.add(tx, { account, lineId, notice: { kind: "ended", confirmation } });
  };

/** The day limit that a confirmation would exceed. Others of the same people wait until this one is stored. */
async function exceeded(tx: Transaction, row: StoredConfirmation, now: number, day: Day) {
  const { account, asker, memberUuid } = row;
  const people = [`staff ${account} ${asker}`, ...(memberUuid ? [`member ${memberUuid}`] : [])];
  // In one order everywhere, so that nobody waits for each other.
  for (const person of people.toSorted()) await tx.lock(person);
  const staff = await usedBy(tx, account, asker, day, now);
  const member = memberUuid
    ? await usedOf(tx, "member_uuid", account, memberUuid, day, now)
    : { gifts: 0, points: 0 };
  return exceededLimit(row, { staff, member }, day.limits);
}

/** What a staff member ordered, with what they redeemed for members. */
async function usedBy(
  db: Queries,
  account: string,
  asker: string,
  day: DayRange,
  now: number,
): Promise<LimitUse> {
  const { gifts, points } = await usedOf(db, "asker", account, asker, day, now);
  return { gifts: gifts + (await countRedeemedBy(db, account, asker, day)), points };
}

/** Sums what counts against the limits on a day, for one value of the column. */
async function usedOf(
  db: Queries,
  column: "asker" | "member_uuid",
  account: string,
  key: string,
  day: DayRange,
  now: number,
): Promise<LimitUse> {
  const totals = await db.rows<Omit<StateTotal, "isExpired"> & { isExpired: Flag }>(
    `select state, expires_at <= $1 as "isExpired", sum(gifts)::bigint as gifts,
       sum(points)::bigint as points
     from confirmations where account = $2 and ${column} = $3 and confirmed_at >= $4
       and confirmed_at < $5 group by 1, 2`,
    [now, account, key, day.start, day.end],
  );
  return countedUse(totals.map((total) => ({ ...total, isExpired: Boolean(total.isExpired) })));
}

const columns = `account, id, asker, command, kind, order_json as "orderJson", ref_id as "refId",
  member_uuid as "memberUuid", gifts, points, approval, asked_at as "askedAt",
  expires_at as "expiresAt", undo_of as "undoOf", state, confirmed_at as "confirmedAt",
  confirmed_event as "confirmedEvent", claimed_by as "claimedBy", claimed_at as "claimedAt",
  claimed_event as "claimedEvent", sends, sent_at as "sentAt",
  clock_difference as "clockDifference", outcome as "outcomeJson", retry_at as "retryAt"`;

type Row = Omit<StoredConfirmation, "order" | "approval" | "outcome"> & {
  approval: Flag;
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
    approval: Boolean(row.approval),
    order: JSON.parse(orderJson) as object,
    outcome: outcomeJson === null ? null : (JSON.parse(outcomeJson) as Outcome),
  }));
}

/** Reads one and locks it until the end of the transaction; null if there is none. */
async function lockConfirmation(
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
async function saveAnswer(tx: Queries, row: StoredConfirmation): Promise<void> {
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
async function saveSend(tx: Queries, row: StoredConfirmation): Promise<void> {
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
