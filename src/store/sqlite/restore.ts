/** Replaces the store by a backup in which nothing is left to be carried out. */
import { chmodSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { forgottenTables, type Restored } from "../backup.ts";
import { StoreError } from "../errors.ts";
import {
  auditEntry,
  deactivate,
  unansweredStates,
  unresolvedStates,
} from "../confirmation-rules.ts";
import { deactivateRedemption, redemptionAudit, unfinishedStates } from "../redemption-rules.ts";
import { appendAudit } from "./audit.ts";
import { confirmationQuery, listOf, saveConfirmation } from "./confirmation-rows.ts";
import { copySnapshot } from "./backup.ts";
import { unscheduleDrafts } from "./drafts.ts";
import { takeLock } from "./lock.ts";
import { migrate } from "./migrations.ts";
import { makeDataDir } from "./open.ts";
import { redemptionQuery, saveRedemption } from "./redemption-rows.ts";
import { openVerifiedStore } from "./verify-backup.ts";

const journals = ["-wal", "-shm", "-journal"];

/**
 * @throws {StoreError} `taken` while a bot owns the folder, `unavailable` with the reason; in both cases
 * the store is unchanged.
 */
export async function restoreStore(
  dataDir: string,
  backup: string,
  clock: Clock,
): Promise<Restored> {
  makeDataDir(dataDir);
  using _lock = takeLock(dataDir);
  const file = join(dataDir, "bot.sqlite");
  const restoring = join(dataDir, "bot.restoring.sqlite");
  const removeRestoring = () => {
    for (const suffix of ["", ...journals]) rmSync(`${restoring}${suffix}`, { force: true });
  };
  openVerifiedStore(backup)[Symbol.dispose]();
  try {
    removeRestoring();
    await copySnapshot(backup, restoring);
    chmodSync(restoring, 0o600);
    const deactivated = deactivateStore(restoring, clock.now());
    const stamp = `${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(":", "")}Z`;
    const aside = keepAside(file, join(dataDir, `bot.until-${stamp}.sqlite`));
    // Atomic: a start must never find the store missing, since it would create a new one.
    renameSync(restoring, file);
    return { aside, ...deactivated };
  } catch (error) {
    removeRestoring();
    if (error instanceof StoreError) throw error;
    throw new StoreError("unavailable", `the backup can't be restored: ${reasonOf(error)}`);
  }
}

/**
 * Keeps the former store under a second name, merged into one file if it is readable. Moves its journals away
 * even if there is no store: SQLite would apply them to the restored one.
 * @returns its new path, or null if there was nothing.
 */
function keepAside(file: string, aside: string): string | null {
  if (existsSync(file)) {
    try {
      using former = new DatabaseSync(file, { timeout: 1000 });
      former.exec("pragma journal_mode = delete");
    } catch (error) {
      if (/locked|busy/i.test(reasonOf(error))) throw error;
    }
    linkSync(file, aside);
  }
  const left = journals.filter((suffix) => existsSync(`${file}${suffix}`));
  for (const suffix of left) renameSync(`${file}${suffix}`, `${aside}${suffix}`);
  const first = existsSync(aside) ? "" : left[0];
  return first === undefined ? null : `${aside}${first}`;
}

/**
 * Ends, parks or deletes everything that is open in the backup, since it may have been carried out after
 * the backup was made. @param at milliseconds since 1970. @returns numbers of rows.
 */
function deactivateStore(file: string, at: number): Omit<Restored, "aside"> {
  using db = new DatabaseSync(file);
  migrate(db);
  db.exec("begin immediate");
  const confirmations = endConfirmations(db, at);
  const redemptions = endRedemptions(db, at);
  const orders = confirmations.orders + redemptions.orders;
  const questions = confirmations.questions + redemptions.questions;
  const run = (sql: string) => Number(db.prepare(sql).run().changes);
  for (const table of forgottenTables) run(`delete from ${table}`);
  unscheduleDrafts(db);
  const deactivated = {
    orders,
    questions,
    events: run(
      `update inbox set state = 'parked', park_reason = 'restored' where state <> 'parked'`,
    ),
    notices: run("delete from notices"),
    invitations: run("delete from invites where taken_by is null"),
  };
  db.exec("commit");
  return deactivated;
}

/** Ends every confirmation that is not resolved. @returns numbers of orders to review and of questions ended. */
function endConfirmations(db: DatabaseSync, at: number): { orders: number; questions: number } {
  const append = appendAudit(db);
  const save = saveConfirmation(db);
  const states = listOf([...unansweredStates, ...unresolvedStates]);
  const ended = { orders: 0, questions: 0 };
  for (const row of confirmationQuery(db, `where state in ${states} order by asked_at, id`).all()) {
    const transition = deactivate(row);
    if (!transition) continue;
    save.outcome(transition.next);
    const entry = auditEntry(transition, { by: null, eventId: null, at });
    if (entry) append(row.account, entry);
    ended[transition.next.state === "needs_review" ? "orders" : "questions"]++;
  }
  return ended;
}

/** Ends every redemption that hasn't ended. @returns numbers of those to review and of questions ended. */
function endRedemptions(db: DatabaseSync, at: number): { orders: number; questions: number } {
  const append = appendAudit(db);
  const save = saveRedemption(db);
  const states = listOf(["asked", ...unfinishedStates]);
  const ended = { orders: 0, questions: 0 };
  for (const row of redemptionQuery(db, `where state in ${states} order by asked_at, id`).all()) {
    const transition = deactivateRedemption(row);
    if (!transition) continue;
    save(transition.next);
    const entry = redemptionAudit(transition, { by: null, eventId: null, at });
    if (entry) append(row.account, entry);
    ended[transition.next.state === "needs_review" ? "orders" : "questions"]++;
  }
  return ended;
}
