/** Puts to rest what a restored database left open: it may have gone on since the backup. */
import type { Clock } from "../../clock.ts";
import { forgottenTables, type Restored } from "../backup.ts";
import {
  auditEntry,
  deactivate,
  unansweredStates,
  unresolvedStates,
} from "../confirmation-rules.ts";
import { deactivateRedemption, redemptionAudit, unfinishedStates } from "../redemption-rules.ts";
import { StoreError } from "../errors.ts";
import { appendAudit } from "../audit.ts";
import { saveOutcome, selectConfirmations } from "./confirmation-rows.ts";
import { createDatabaseClock } from "./database-clock.ts";
import type { Queries } from "../database.ts";
import { connectDatabase } from "./database.ts";
import { unscheduleDrafts } from "./drafts.ts";
import { migrate, readVersions } from "./migrations.ts";
import { saveRedemption, selectRedemptions } from "./redemption-rows.ts";

/** One answer of the database. */
const answerMs = 600_000;

/**
 * Upgrades the schema, as the bot's start does, and ends, parks or deletes everything that is open, in one transaction.
 * @param url `postgres://…`, of the writer.
 * @throws {StoreError} `taken` while a replica runs; `unavailable` with the reason. Nothing was put to rest then.
 */
export async function settleRestored(url: string, clock: Clock): Promise<Omit<Restored, "aside">> {
  await using opened = new AsyncDisposableStack();
  const options = { poolSize: 1, answerMs, clock };
  const db = opened.adopt(connectDatabase(url, options), (it) => it.close());
  if (!(await readVersions(db))) {
    throw new StoreError("unavailable", "no store in this database: restore it there first");
  }
  await refuseWhileLive(db);
  await migrate(db);
  const databaseClock = createDatabaseClock(clock);
  return await db.transaction(async (tx) => {
    await databaseClock.measureOn(tx);
    await tx.run("set local statement_timeout = 0");
    // No replica begins from here on; one may have since the schema was upgraded.
    await tx.run("lock table replicas in share row exclusive mode");
    await refuseWhileLive(tx);
    const confirmations = await endConfirmations(tx, databaseClock.now());
    const redemptions = await endRedemptions(tx, databaseClock.now());
    for (const table of ["lanes", ...forgottenTables]) await tx.run(`delete from ${table}`);
    await unscheduleDrafts(tx);
    return {
      orders: confirmations.orders + redemptions.orders,
      questions: confirmations.questions + redemptions.questions,
      events: await tx.run(
        "update inbox set state = 'parked', park_reason = 'restored' where state = 'open'",
      ),
      notices: await tx.run("delete from notices"),
      invitations: await tx.run("delete from invites where taken_by is null"),
    };
  });
}

async function refuseWhileLive(on: Queries): Promise<void> {
  if ((await on.rows("select from replicas where until > clock_timestamp()")).length > 0) {
    throw new StoreError("taken", "a bot is running on this database: stop all of them first");
  }
}

/** Ends every confirmation that is not resolved. @returns numbers of orders to review and of questions ended. */
async function endConfirmations(tx: Queries, at: number) {
  const ended = { orders: 0, questions: 0 };
  const rows = await selectConfirmations(
    tx,
    "where state = any($1) order by asked_at, id for update",
    [[...unansweredStates, ...unresolvedStates]],
  );
  for (const row of rows) {
    const transition = deactivate(row);
    if (!transition) continue;
    await saveOutcome(tx, transition.next);
    const entry = auditEntry(transition, { by: null, eventId: null, at });
    if (entry) await appendAudit(tx, row.account, entry);
    ended[transition.next.state === "needs_review" ? "orders" : "questions"]++;
  }
  return ended;
}

/** Ends every redemption that hasn't ended. @returns numbers of those to review and of questions ended. */
async function endRedemptions(tx: Queries, at: number) {
  const ended = { orders: 0, questions: 0 };
  const rows = await selectRedemptions(
    tx,
    "where state = any($1) order by asked_at, id for update",
    [["asked", ...unfinishedStates]],
  );
  for (const row of rows) {
    const transition = deactivateRedemption(row);
    if (!transition) continue;
    await saveRedemption(tx, transition.next);
    const entry = redemptionAudit(transition, { by: null, eventId: null, at });
    if (entry) await appendAudit(tx, row.account, entry);
    ended[transition.next.state === "needs_review" ? "orders" : "questions"]++;
  }
  return ended;
}
