/** Implements redemptions in Postgres: locks and loads, applies the shared rules, and saves in one transaction. */
import type { Clock } from "../../clock.ts";
import { maxAheadMs } from "../clock-rules.ts";
import type { DayRange } from "../confirmations.ts";
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
import type { RedemptionLimits, Redemptions, RedemptionTap } from "../redemptions.ts";
import type { StaffAction } from "../staff.ts";
import { appendAudit } from "../audit.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Fence } from "./fence.ts";
import { addNotice } from "./notices.ts";
import { lockRedemption, saveRedemption, selectRedemptions } from "./redemption-rows.ts";

const repeatable = { repeatable: true };

export function postgresRedemptions(
  db: PostgresDatabase,
  fence: Fence,
  clock: DatabaseClock,
): Redemptions {
  const answer = (
    account: string,
    id: string,
    action: StaffAction,
    decide: (
      tx: Queries,
      row: StoredRedemption,
    ) => RedemptionTapDecision | Promise<RedemptionTapDecision>,
  ): Promise<RedemptionTap> =>
    db.transaction(async (tx) => {
      await fence.assertActor(tx, account, action.eventId);
      const row = await lockRedemption(tx, account, id);
      if (!row) return { kind: "none" };
      const { result, transition } = await decide(tx, row);
      if (transition) await save(tx, clock, transition, action);
      return result;
    }, repeatable);

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
      db.transaction(async (tx) => {
        await clock.measureOn(tx);
        await fence.assertActor(tx, account, send.eventId);
        const row = await lockRedemption(tx, account, id);
        const next = row && recordRedemptionSend(row, step, { ...send, at: clock.now() });
        if (next) await saveRedemption(tx, next);
        return next !== null;
      }, repeatable),
    resolve: (account, reported) =>
      db.transaction(async (tx) => {
        await clock.measureOn(tx);
        const resolution = { ...reported, at: clock.now() };
        await fence.assertActor(tx, account, resolution.eventId);
        const row = await lockRedemption(tx, account, resolution.id);
        const transition = row && resolveStep(row, resolution);
        if (!transition) return false;
        await save(tx, clock, transition, resolution);
        return true;
      }),
    decide: (account, id, decision, action) =>
      db.transaction(async (tx) => {
        await fence.assertActor(tx, account, action.eventId);
        const row = await lockRedemption(tx, account, id);
        const transition = row && decideRedemption(row, decision, action.at);
        if (transition) await save(tx, clock, transition, action);
        return transition !== null;
      }),
    cancellable: async (account, { by, eventId, at }) =>
      (
        await selectRedemptions(
          db,
          `where asked_at >= $1 and account = $2 and asker = $3
             and ((state = 'asked' and expires_at > $4)
               or (state = 'cancelled' and claimed_event = $5))
           order by state = 'cancelled' desc, asked_at desc limit 1`,
          [at - maxAskedMs, account, by, at, eventId],
        )
      )[0] ?? null,
    newestUndoable: async (account, lineId, now) =>
      firstUndoable(
        await selectRedemptions(
          db,
          `where asked_at >= $1 and account = $2 and asker = $3
             and state = 'done' and done_at > $4 order by done_at desc`,
          [now - maxAskedMs, account, lineId, now - redemptionUndoMs],
        ),
        now,
      ),
    due: (account, now) =>
      selectRedemptions(
        db,
        `where account = $1 and state = any($2) and (retry_at <= $3 or retry_at > $4)
         order by claimed_at`,
        [account, workingStates, now, now + abandonedMs + maxAheadMs],
      ),
    async accountsWithUnfinished() {
      const sql = "select distinct account from redemptions where state = any($1)";
      const rows = await db.rows<{ account: string }>(sql, [unfinishedStates]);
      return rows.map(({ account }) => account);
    },
    pending: (account) =>
      selectRedemptions(db, "where account = $1 and state = any($2) order by claimed_at", [
        account,
        unfinishedStates,
      ]),
    ofMember: (account, memberUuid, max) =>
      selectRedemptions(
        db,
        "where account = $1 and member_uuid = $2 order by asked_at desc limit $3",
        [account, memberUuid, max],
      ),
  };
}

/** Saves a transition with its audit entry and notice. */
async function save(
  tx: Queries,
  clock: Clock,
  transition: RedemptionTransition,
  actor: Actor,
): Promise<void> {
  const { next } = transition;
  await saveRedemption(tx, next);
  const entry = redemptionAudit(transition, actor);
  if (entry) await appendAudit(tx, next.account, entry);
  if (!notifiesAsker(transition, actor)) return;
  const notice = { kind: "redemption", redemption: next.id } as const;
  await addNotice(tx, clock, { account: next.account, lineId: next.asker, notice });
}

/** What speaks against one more. Others of the member wait until this one is stored. */
async function usedBy(
  tx: Queries,
  { account, memberUuid, order }: StoredRedemption,
  { day, ...limits }: RedemptionLimits,
) {
  const member = `redeeming ${account} ${memberUuid}`;
  await tx.rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [member]);
  const unfinished = await selectRedemptions(
    tx,
    "where account = $1 and member_uuid = $2 and state = any($3) limit 1",
    [account, memberUuid, unfinishedStates],
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
     and claimed_at >= $3 and claimed_at < $4 and state = any($5) and ($6 = '' or set_uuid = $6)`,
    [account, memberUuid, start, end, countedRedemptionStates, setUuid],
  );
  return row?.n ?? 0;
}
