/** Puts a backup in the store's place, with everything in it at rest. */
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
 * the store is what it was.
 */
export async function restoreStore(
  dataDir: string,
  backup: string,
  clock: Clock,
): Promise<Restored> {
  makeDataDir(dataDir);
  using _lock = takeLock(dataDir);
  const file = join(dataDir, "bot.sqlite");
  const coming = join(dataDir, "bot.restoring.sqlite");
  const drop = () => {
    for (const suffix of ["", ...journals]) rmSync(`${coming}${suffix}`, { force: true });
  };
  openVerifiedStore(backup)[Symbol.dispose]();
  try {
    drop();
    await copyMoment(backup, coming);
    chmodSync(coming, 0o600);
    const rested = rest(coming, clock.now());
    const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(":", "");
    const aside = keepAside(file, join(dataDir, `bot.until-${stamp}.sqlite`));
    // In one step: at no moment is there no store, which a start would take for a new one.
    renameSync(coming, file);
    return { aside, ...rested };
  } catch (error) {
    drop();
    if (error instanceof StoreError) throw error;
    throw new StoreError("UNAVAILABLE", `the backup can't be restored: ${reasonOf(error)}`);
  }
}

/**
 * Keeps the former store under a second name, in one file where it can be read. No journal stays behind,
 * whether there is a store or not: SQLite would play it into the restored one.
 * @returns where it went, or null where there was nothing.
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
 * What the backup left open may have happened since: the platform, LINE and the members have gone on.
 * So nothing of it goes on by itself.
 */
function rest(file: string, at: number): Omit<Restored, "aside"> {
  using db = new DatabaseSync(file);
  migrate(db);
  db.exec("begin immediate");
  const orders = end(db, at, "person", ["taken", "unknown"]);
  const withdrawn = end(db, at, "declined", ["waiting"]);
  const changed = (sql: string) => Number(db.prepare(sql).run().changes);
  const open = changed("update confirmations set state = 'cancelled' where state = 'open'");
  const rested = {
    orders,
    questions: withdrawn + open,
    events: changed(
      `update inbox set state = 'parked', park_reason = 'restored' where state <> 'parked'`,
    ),
    notices: changed("delete from notices"),
    invitations: changed("delete from invites where taken_by is null"),
  };
  db.exec("commit");
  return rested;
}

/** Ends orders that were under way, and tells the audit. @returns how many there were. */
function end(
  db: DatabaseSync,
  at: number,
  state: "person" | "declined",
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
      action: state,
      command: String(command),
      confirmation: String(id),
      refId: refId as string | null,
      memberUuid: memberUuid as string | null,
      facts: { restored: true },
    });
  }
  return rows.length;
}
