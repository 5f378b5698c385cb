/** Replaces the store by a backup in which nothing is left to be carried out. */
import { chmodSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import type { Restored } from "../backup.ts";
import { StoreError } from "../errors.ts";
import { appendAudit } from "./audit.ts";
import { copyMoment } from "./backup.ts";
import { takeLock } from "./lock.ts";
import { migrate } from "./migrations.ts";
import { makeDataDir } from "./open.ts";
import { openVerifiedStore } from "./verify-backup.ts";

const journals = ["-wal", "-shm", "-journal"];

/**
 * @throws {StoreError} TAKEN while a bot owns the folder, UNAVAILABLE with the reason; in both cases
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
    await copyMoment(backup, restoring);
    chmodSync(restoring, 0o600);
    const deactivated = deactivate(restoring, clock.now());
    const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(":", "");
    const aside = keepAside(file, join(dataDir, `bot.until-${stamp}.sqlite`));
    // Atomic: a start must never find the store missing, since it would create a new one.
    renameSync(restoring, file);
    return { aside, ...deactivated };
  } catch (error) {
    removeRestoring();
    if (error instanceof StoreError) throw error;
    throw new StoreError("UNAVAILABLE", `the backup can't be restored: ${reasonOf(error)}`);
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
function deactivate(file: string, at: number): Omit<Restored, "aside"> {
  using db = new DatabaseSync(file);
  migrate(db);
  db.exec("begin immediate");
  const orders = endOrders(db, at, "needs_review", ["claimed", "unknown"]);
  const withdrawn = endOrders(db, at, "declined", ["awaiting_approval"]);
  const run = (sql: string) => Number(db.prepare(sql).run().changes);
  const open = run("update confirmations set state = 'cancelled' where state = 'open'");
  const deactivated = {
    orders,
    questions: withdrawn + open,
    events: run(
      `update inbox set state = 'parked', park_reason = 'restored' where state <> 'parked'`,
    ),
    notices: run("delete from notices"),
    invitations: run("delete from invites where taken_by is null"),
  };
  db.exec("commit");
  return deactivated;
}

/** Moves orders in the states `from` to `state`, with audit entries. @returns their number. */
function endOrders(
  db: DatabaseSync,
  at: number,
  state: "needs_review" | "declined",
  from: readonly string[],
): number {
  const append = appendAudit(db);
  const rows = db
    .prepare(
      `update confirmations set state = ?, again_at = null
       where state in (select value from json_each(?))
       returning account, id, command, ref_id as refId, member_uuid as memberUuid`,
    )
    .all(state, JSON.stringify(from));
  for (const { account, id, command, refId, memberUuid } of rows) {
    append(String(account), {
      at,
      actor: null,
      eventId: null,
      action: state === "needs_review" ? "person" : state,
      command: String(command),
      confirmation: String(id),
      refId: refId as string | null,
      memberUuid: memberUuid as string | null,
      facts: { restored: true },
    });
  }
  return rows.length;
}
