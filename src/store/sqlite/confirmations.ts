/** Implements confirmations in SQLite: loads, applies the shared rules, and saves in one transaction. */
import type { DatabaseSync } from "node:sqlite";
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
import type { Confirmations, Day, DayRange, LimitUse, Resolution } from "../confirmations.ts";
import { maxAskedMs } from "../redemption-rules.ts";
import { countedUse, exceededLimit, type StateTotal } from "../day-limits.ts";
import type { StaffAction } from "../staff.ts";
import type { AppendAudit } from "./audit.ts";
import {
  confirmationQuery,
  insertConfirmation,
  listOf,
  saveConfirmation,
} from "./confirmation-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { changeNotices } from "./notices.ts";
import { query } from "./query.ts";
import { countRedeemedBy } from "./redemption-rows.ts";

/** Nearly all rows have the same account: the plus keeps SQLite from using an index on it. */
const unindexedAccount = "+account = ?";
const byKey = "where account = ? and id = ?";

/** @returns functions that change confirmations; call them inside a transaction only. */
export function changeConfirmations(
  db: DatabaseSync,
  append: AppendAudit,
  notices: ReturnType<typeof changeNotices>,
  clock: Clock,
) {
  const get = confirmationQuery(db, byKey);
  const ask = insertConfirmation(db);
  const save = saveConfirmation(db);

  /** Appends the audit entry and adds the notice of a transition; its caller saves the row. */
  function report(transition: Transition, actor: Actor): void {
    const { next, notifyAsker } = transition;
    const entry = auditEntry(transition, actor);
    if (entry) append(next.account, entry);
    if (notifyAsker) {
      notices.add(next.account, next.asker, { kind: "ended", confirmation: next.id });
    }
  }

  function addNotices(account: string, added: Resolution["notices"]): void {
    for (const { lineId, notice } of added) notices.add(account, lineId, notice);
  }

  return {
    ask,
    save,
    report,
    addNotices,
    /** Stores an outcome. @returns false if the order had ended before, or was sent since. */
    conclude(account: string, reported: Resolution): boolean {
      const resolution = { ...reported, at: clock.now() };
      const row = get.get(account, resolution.id);
      const transition = row && resolve(row, resolution);
      if (!transition) return false;
      const { next } = transition;
      save.outcome(next);
      report(transition, resolution);
      const original = next.state === "done" && next.undoOf ? get.get(account, next.undoOf) : null;
      const remaining = original && undo(original, resolution.takenBack ?? null);
      if (remaining) save.outcome(remaining);
      if (resolution.undo) ask(account, resolution.undo);
      addNotices(account, resolution.notices);
      return true;
    },
  };
}

export function sqliteConfirmations(
  db: DatabaseSync,
  commit: GroupCommit,
  change: ReturnType<typeof changeConfirmations>,
  clock: Clock,
): Confirmations {
  const sql = prepareQueries(db);

  const answer = (
    account: string,
    id: string,
    action: StaffAction,
    decide: (row: StoredConfirmation) => TapDecision,
    approvers: readonly string[] = [],
  ) =>
    commit.run(() => {
      const row = sql.get.get(account, id);
      if (!row) return { kind: "none" as const };
      const { result, transition } = decide(row);
      if (transition) {
        change.save.answer(transition.next);
        change.report(transition, action);
        change.addNotices(account, approvalNotices(transition, approvers));
      }
      return result;
    });

  return {
    get: async (account, id) => sql.get.get(account, id),
    claim: (account, id, action, day, approvers) =>
      answer(
        account,
        id,
        action,
        (row) => claim(row, action, exceeded(sql, row, action.at, day)),
        approvers,
      ),
    approve: (account, id, action) => answer(account, id, action, (row) => approve(row, action)),
    decline: (account, id, action) => answer(account, id, action, (row) => decline(row, action)),
    cancel: (account, id, action) => answer(account, id, action, (row) => cancel(row, action)),
    cancellable: async (account, { by, eventId, at }) =>
      sql.cancellable.get(account, by, at, eventId),
    undoOf: async (account, id) => sql.undoOf.get(account, id),
    newestUndo: async (account, lineId, now) =>
      sql.newestUndo.get(account, lineId, now - maxAskedMs, now + maxAheadMs, now),
    byRefId: async (account, memberUuid, refId) => sql.ofMember.get(account, memberUuid, refId),
    pending: async (account, now) => sql.pending.all(account, now),
    dueForReconciliation: async (account, now) =>
      sql.due.all(account, now, now + inFlightMs + maxAheadMs, now - abandonedMs, now + maxAheadMs),
    accountsWithUnresolved: async () => sql.unresolved.all().map(({ account }) => account),
    async expireApprovals(account, now) {
      if (!sql.unapproved.get(account, now, now + maxAheadMs)) return;
      await commit.run(() => {
        for (const row of sql.unapproved.all(account, now, now + maxAheadMs)) {
          const transition = expireApproval(row, now);
          if (!transition) continue;
          change.save.answer(transition.next);
          change.report(transition, { by: null, eventId: null, at: now });
        }
      });
    },
    usedBy: async (account, lineId, day, now) => sql.used.asker(account, lineId, day, now),
    usedFor: async (account, uuid, day, now) => sql.used.member(account, uuid, day, now),
    recordSend: (account, id, send) =>
      commit.run(() => {
        const row = sql.get.get(account, id);
        const next = row && recordSend(row, { ...send, at: clock.now() });
        if (next) change.save.send(next);
        return next !== null;
      }),
    resolve: (account, resolution) => commit.run(() => change.conclude(account, resolution)),
  };
}

/** The day limit that a confirmation would exceed, or null. */
function exceeded(
  { used }: Pick<ReturnType<typeof prepareQueries>, "used">,
  row: StoredConfirmation,
  now: number,
  day: Day,
) {
  const { account, asker, memberUuid } = row;
  const staff = used.asker(account, asker, day, now);
  const member = memberUuid ? used.member(account, memberUuid, day, now) : { gifts: 0, points: 0 };
  return exceededLimit(row, { staff, member }, day.limits);
}

/** The queries on confirmations, prepared once. */
function prepareQueries(db: DatabaseSync) {
  return {
    get: confirmationQuery(db, byKey),
    cancellable: confirmationQuery(
      db,
      `where account = ? and asker = ?
         and ((+state in ${listOf(unansweredStates)} and expires_at > ?)
           or (+state = 'cancelled' and claimed_event = ?))
         and undo_of is null order by state = 'cancelled' desc, asked_at desc limit 1`,
    ),
    newestUndo: confirmationQuery(
      db,
      `where account = ? and asker = ? and asked_at >= ? and asked_at <= ? and undo_of is not null
         and +state = 'open' and expires_at > ? order by expires_at desc, asked_at desc limit 1`,
    ),
    undoOf: confirmationQuery(
      db,
      `where ${unindexedAccount} and undo_of = ? and +state <> 'cancelled' order by asked_at desc limit 1`,
    ),
    ofMember: confirmationQuery(
      db,
      "where account = ? and member_uuid = ? and +ref_id = ? limit 1",
    ),
    pending: confirmationQuery(
      db,
      `where ${unindexedAccount} and (state in ('unknown', 'needs_review')
         or (state = 'awaiting_approval' and expires_at > ?)) order by asked_at`,
    ),
    due: confirmationQuery(
      db,
      `where ${unindexedAccount} and 
         ((state = 'unknown' and (retry_at <= ? or retry_at > ?))
           or (state = 'claimed' and (claimed_at <= ? or claimed_at > ?))) order by claimed_at`,
    ),
    unresolved: query<{ account: string }>(
      db,
      `select distinct account from confirmations where state in ${listOf(unresolvedStates)}`,
    ),
    unapproved: confirmationQuery(
      db,
      `where ${unindexedAccount} and state = 'awaiting_approval'
         and (expires_at <= ? or confirmed_at > ?)`,
    ),
    used: {
      asker: withRedemptions(db, dayTotals(db, "asker")),
      member: dayTotals(db, "member_uuid"),
    },
  };
}

/** @returns a function that sums what counts against the limits on a day, for one value of the column. */
function dayTotals(db: DatabaseSync, column: "asker" | "member_uuid") {
  const totals = query<Omit<StateTotal, "isExpired"> & { isExpired: 0 | 1 }>(
    db,
    `select state, expires_at <= ? as isExpired, sum(gifts) as gifts, sum(points) as points
     from confirmations where account = ? and ${column} = ? and confirmed_at >= ?
       and confirmed_at < ? group by 1, 2`,
  );
  return (account: string, key: string, { start, end }: DayRange, now: number): LimitUse =>
    countedUse(
      totals
        .all(now, account, key, start, end)
        .map((total) => ({ ...total, isExpired: total.isExpired === 1 })),
    );
}

/** @param ordered sums the orders of a staff member, to which their redemptions for members are added. */
function withRedemptions(db: DatabaseSync, ordered: ReturnType<typeof dayTotals>): typeof ordered {
  const redeemed = countRedeemedBy(db);
  return (account, asker, day, now) => {
    const { gifts, points } = ordered(account, asker, day, now);
    return { gifts: gifts + redeemed(account, asker, day), points };
  };
}
