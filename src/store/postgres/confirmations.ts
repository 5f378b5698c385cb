/** Implements confirmations in Postgres: locks and loads, applies the shared rules, and saves in one transaction. */
import type { Clock } from "../../clock.ts";
import { maxAheadMs } from "../clock-rules.ts";
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
  unansweredStates,
  undo,
  type Actor,
  type StoredConfirmation,
  type TapDecision,
  type Transition,
  unresolvedStates,
} from "../confirmation-rules.ts";
import type {
  Confirmations,
  Day,
  DayRange,
  LimitUse,
  Resolution,
  TapResult,
} from "../confirmations.ts";
import { maxAskedMs } from "../redemption-rules.ts";
import { countedUse, exceededLimit, type StateTotal } from "../day-limits.ts";
import type { StaffAction } from "../staff.ts";
import { appendAudit } from "../audit.ts";
import {
  insertConfirmation,
  lockConfirmation,
  saveAnswer,
  saveOutcome,
  saveSend,
  selectConfirmations,
} from "./confirmation-rows.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Fence } from "./fence.ts";
import { addNotice } from "./notices.ts";
import { countRedeemedBy } from "./redemption-rows.ts";

const repeatable = { repeatable: true };

export function postgresConfirmations(
  db: PostgresDatabase,
  fence: Fence,
  clock: DatabaseClock,
): Confirmations {
  const answer = (
    account: string,
    id: string,
    action: StaffAction,
    decide: (tx: Queries, row: StoredConfirmation) => TapDecision | Promise<TapDecision>,
    approvers: readonly string[] = [],
  ): Promise<TapResult> =>
    db.transaction(async (tx) => {
      await fence.assertActor(tx, account, action.eventId);
      const row = await lockConfirmation(tx, account, id);
      if (!row) return { kind: "none" };
      const { result, transition } = await decide(tx, row);
      if (transition) {
        await saveAnswer(tx, transition.next);
        await report(tx, clock, transition, action);
        for (const notice of approvalNotices(transition, approvers)) {
          await addNotice(tx, clock, { account, ...notice });
        }
      }
      return result;
    }, repeatable);

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
             and ((state = any($4) and expires_at > $3)
               or (state = 'cancelled' and claimed_event = $5))
             and undo_of is null order by state = 'cancelled' desc, asked_at desc limit 1`,
          [account, by, at, unansweredStates, eventId],
        )
      )[0] ?? null,
    undoOf: async (account, id) =>
      (
        await selectConfirmations(
          db,
          `where account = $1 and undo_of = $2 and state <> 'cancelled'
           order by asked_at desc limit 1`,
          [account, id],
        )
      )[0] ?? null,
    newestUndo: async (account, lineId, now) =>
      (
        await selectConfirmations(
          db,
          `where account = $1 and asker = $2 and asked_at >= $3 and asked_at <= $4
             and undo_of is not null and state = 'open' and expires_at > $5
           order by expires_at desc, asked_at desc limit 1`,
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
           or (state = 'awaiting_approval' and expires_at > $2)) order by asked_at`,
        [account, now],
      ),
    dueForReconciliation: (account, now) =>
      selectConfirmations(
        db,
        `where account = $1
           and ((state = 'unknown' and (retry_at <= $2 or retry_at > $3))
             or (state = 'claimed' and (claimed_at <= $4 or claimed_at > $5))) order by claimed_at`,
        [account, now, now + inFlightMs + maxAheadMs, now - abandonedMs, now + maxAheadMs],
      ),
    async accountsWithUnresolved() {
      const sql = "select distinct account from confirmations where state = any($1)";
      const rows = await db.rows<{ account: string }>(sql, [unresolvedStates]);
      return rows.map(({ account }) => account);
    },
    expireApprovals: (account, now) => db.transaction((tx) => expire(tx, clock, account, now)),
    usedBy: (account, lineId, day, now) => usedBy(db, account, lineId, day, now),
    usedFor: (account, uuid, day, now) => usedOf(db, "member_uuid", account, uuid, day, now),
    recordSend: (account, id, send) =>
      db.transaction(async (tx) => {
        await clock.measureOn(tx);
        await fence.assertActor(tx, account, send.eventId);
        const row = await lockConfirmation(tx, account, id);
        const next = row && recordSend(row, { ...send, at: clock.now() });
        if (next) await saveSend(tx, next);
        return next !== null;
      }, repeatable),
    resolve: (account, resolution) =>
      db.transaction(async (tx) => {
        await fence.assertActor(tx, account, resolution.eventId);
        return conclude(tx, clock, account, resolution);
      }),
  };
}

/** Stores an outcome. @returns false if the order had ended before, or was sent since. */
export async function conclude(
  tx: Queries,
  clock: DatabaseClock,
  account: string,
  reported: Resolution,
): Promise<boolean> {
  await clock.measureOn(tx);
  const resolution = { ...reported, at: clock.now() };
  const row = await lockConfirmation(tx, account, resolution.id);
  const transition = row && resolve(row, resolution);
  if (!transition) return false;
  const { next } = transition;
  await saveOutcome(tx, next);
  await report(tx, clock, transition, resolution);
  if (next.state === "done" && next.undoOf) {
    const original = await lockConfirmation(tx, account, next.undoOf);
    const remaining = original && undo(original, resolution.takenBack ?? null);
    if (remaining) await saveOutcome(tx, remaining);
  }
  if (resolution.undo) await insertConfirmation(tx, account, resolution.undo);
  for (const notice of resolution.notices) await addNotice(tx, clock, { account, ...notice });
  return true;
}

/** Appends the audit entry and adds the notice of a transition; its caller saves the row. */
async function report(
  tx: Queries,
  clock: Clock,
  transition: Transition,
  actor: Actor,
): Promise<void> {
  const { account, asker: lineId, id: confirmation } = transition.next;
  const entry = auditEntry(transition, actor);
  if (entry) await appendAudit(tx, account, entry);
  if (!transition.notifyAsker) return;
  await addNotice(tx, clock, { account, lineId, notice: { kind: "ended", confirmation } });
}

async function expire(tx: Queries, clock: Clock, account: string, now: number): Promise<void> {
  const rows = await selectConfirmations(
    tx,
    `where account = $1 and state = 'awaiting_approval'
       and (expires_at <= $2 or confirmed_at > $3) order by id for update`,
    [account, now, now + maxAheadMs],
  );
  for (const row of rows) {
    const transition = expireApproval(row, now);
    if (!transition) continue;
    await saveAnswer(tx, transition.next);
    await report(tx, clock, transition, { by: null, eventId: null, at: now });
  }
}

/** The day limit that a confirmation would exceed. Others of the same people wait until this one is stored. */
async function exceeded(tx: Queries, row: StoredConfirmation, now: number, day: Day) {
  const { account, asker, memberUuid } = row;
  const people = [`staff ${account} ${asker}`, ...(memberUuid ? [`member ${memberUuid}`] : [])];
  // In one order everywhere, so that nobody waits for each other.
  for (const person of people.toSorted()) {
    await tx.rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [person]);
  }
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
  const totals = await db.rows<StateTotal>(
    `select state, expires_at <= $1 as "isExpired", sum(gifts)::bigint as gifts,
       sum(points)::bigint as points
     from confirmations where account = $2 and ${column} = $3 and confirmed_at >= $4
       and confirmed_at < $5 group by 1, 2`,
    [now, account, key, day.start, day.end],
  );
  return countedUse(totals);
}
