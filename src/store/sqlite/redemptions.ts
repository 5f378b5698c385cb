/** Implements redemptions in SQLite: loads, applies the shared rules, and saves in one transaction. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { maxAheadMs } from "../clock-rules.ts";
import { exceededRedemptionLimit } from "../day-limits.ts";
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
  undoRedemption,
  unfinishedStates,
  workingStates,
  type RedemptionTapDecision,
  type RedemptionTransition,
  type StoredRedemption,
} from "../redemption-rules.ts";
import { firstUndoable, redemptionUndoMs } from "../redemption-undo.ts";
import { abandonedMs, type Actor } from "../confirmation-rules.ts";
import type { RedemptionLimits, Redemptions } from "../redemptions.ts";
import type { StaffAction } from "../staff.ts";
import type { AppendAudit } from "./audit.ts";
import { listOf } from "./confirmation-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { changeNotices } from "./notices.ts";
import { query } from "./query.ts";
import { redemptionQuery, saveRedemption } from "./redemption-rows.ts";

export function sqliteRedemptions(
  db: DatabaseSync,
  commit: GroupCommit,
  append: AppendAudit,
  notices: ReturnType<typeof changeNotices>,
  clock: Clock,
): Redemptions {
  const sql = prepareQueries(db);
  const save = saveRedemption(db);

  /** Appends the audit entry and adds the notice of a transition; its caller saves the row. */
  function report(transition: RedemptionTransition, actor: Actor): void {
    const { account, asker, id: redemption } = transition.next;
    const entry = redemptionAudit(transition, actor);
    if (entry) append(account, entry);
    if (notifiesAsker(transition, actor)) {
      notices.add(account, asker, { kind: "redemption", redemption });
    }
  }

  const answer = (
    account: string,
    id: string,
    action: StaffAction,
    decide: (row: StoredRedemption) => RedemptionTapDecision,
  ) =>
    commit.run(() => {
      const row = sql.get.get(account, id);
      if (!row) return { kind: "none" as const };
      const { result, transition } = decide(row);
      if (transition) {
        save(transition.next);
        report(transition, action);
      }
      return result;
    });

  return {
    get: async (account, id) => sql.get.get(account, id),
    claim: (account, id, action, limits) =>
      answer(account, id, action, (row) => claimRedemption(row, action, usedBy(sql, row, limits))),
    cancel: (account, id, action) =>
      answer(account, id, action, (row) => cancelRedemption(row, action)),
    undo: (account, id, action) =>
      answer(account, id, action, (row) => undoRedemption(row, action)),
    recordSend: (account, id, step, send) =>
      commit.run(() => {
        const row = sql.get.get(account, id);
        const next = row && recordRedemptionSend(row, step, { ...send, at: clock.now() });
        if (next) save(next);
        return next !== null;
      }),
    resolve: (account, reported) =>
      commit.run(() => {
        const resolution = { ...reported, at: clock.now() };
        const row = sql.get.get(account, resolution.id);
        const transition = row && resolveStep(row, resolution);
        if (!transition) return false;
        save(transition.next);
        report(transition, resolution);
        return true;
      }),
    decide: (account, id, decision, action) =>
      commit.run(() => {
        const row = sql.get.get(account, id);
        const transition = row && decideRedemption(row, decision, action.at);
        if (!transition) return false;
        save(transition.next);
        report(transition, action);
        return true;
      }),
    cancellable: async (account, { by, eventId, at }) =>
      sql.cancellable.get(at - maxAskedMs, account, by, at, eventId),
    newestUndoable: async (account, lineId, now) =>
      firstUndoable(sql.doneBy.all(now - maxAskedMs, account, lineId, now - redemptionUndoMs), now),
    due: async (account, now) => sql.due.all(account, now, now + abandonedMs + maxAheadMs),
    pending: async (account) => sql.pending.all(account),
    accountsWithUnfinished: async () => sql.accounts.all().map(({ account }) => account),
    ofMember: async (account, memberUuid, max) => sql.ofMember.all(account, memberUuid, max),
  };
}

function usedBy(
  sql: ReturnType<typeof prepareQueries>,
  { account, memberUuid, order }: StoredRedemption,
  { day, ...limits }: RedemptionLimits,
) {
  const counts = {
    day: sql.countOfDay.get(account, memberUuid, day.start, day.end)?.n ?? 0,
    set: sql.countOfSet.get(account, memberUuid, order.setUuid)?.n ?? 0,
  };
  return {
    isBusy: sql.unfinished.get(account, memberUuid) !== null,
    exceeded: exceededRedemptionLimit(counts, limits),
  };
}

/** The queries on redemptions, prepared once. The pluses keep SQLite from an index that nearly all rows share. */
function prepareQueries(db: DatabaseSync) {
  const counted = `select count(*) as n from redemptions where account = ? and member_uuid = ?
    and +state in ${listOf(countedRedemptionStates)}`;
  return {
    get: redemptionQuery(db, "where account = ? and id = ?"),
    cancellable: redemptionQuery(
      db,
      `where asked_at >= ? and +account = ? and asker = ?
         and ((+state = 'asked' and expires_at > ?) or (+state = 'cancelled' and claimed_event = ?))
       order by state = 'cancelled' desc, asked_at desc limit 1`,
    ),
    doneBy: redemptionQuery(
      db,
      `where asked_at >= ? and +account = ? and asker = ?
         and +state = 'done' and done_at > ? order by done_at desc`,
    ),
    due: redemptionQuery(
      db,
      `where +account = ? and state in ${listOf(workingStates)} 
         and (retry_at <= ? or retry_at > ?) order by claimed_at`,
    ),
    accounts: query<{ account: string }>(
      db,
      `select distinct account from redemptions where state in ${listOf(unfinishedStates)}`,
    ),
    pending: redemptionQuery(
      db,
      `where +account = ? and state in ${listOf(unfinishedStates)} order by claimed_at`,
    ),
    ofMember: redemptionQuery(
      db,
      "where account = ? and member_uuid = ? order by asked_at desc limit ?",
    ),
    unfinished: redemptionQuery(
      db,
      `where account = ? and member_uuid = ? and +state in ${listOf(unfinishedStates)} limit 1`,
    ),
    countOfDay: query<{ n: number }>(db, `${counted} and claimed_at >= ? and claimed_at < ?`),
    countOfSet: query<{ n: number }>(db, `${counted} and set_uuid = ?`),
  };
}
