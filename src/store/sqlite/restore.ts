/** Replaces the store by a backup in which nothing is left to be carried out. */
import { chmodSync, existsSync, linkSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { StoreError, unavailable } from "../errors.ts";
import { settle, type Settled } from "../settle-restored.ts";
import { copySnapshot, journals, openVerifiedStore, removeFile } from "./backup.ts";
import { Statements } from "./database.ts";
import { takeLock } from "./lock.ts";
import { migrate } from "./migrations.ts";
import { makeDataDir } from "./open.ts";

/**
 * @returns `aside`: the file that now holds the former store, or null if there was none.
 * @throws {StoreError} `taken` while a bot owns the folder, `unavailable` with the reason; in both cases
 * the store is unchanged.
 */
export async function restoreStore(
  dataDir: string,
  backup: string,
  clock: Clock,
): Promise<Settled & { aside: string | null }> {
  makeDataDir(dataDir);
  using _lock = takeLock(dataDir);
  const file = join(dataDir, "bot.sqlite");
  const restoring = join(dataDir, "bot.restoring.sqlite");
  openVerifiedStore(backup).close();
  try {
    removeFile(restoring);
    await copySnapshot(backup, restoring);
    chmodSync(restoring, 0o600);
    const settled = await settleStore(restoring, clock.now());
    const stamp = `${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(":", "")}Z`;
    const aside = keepAside(file, join(dataDir, `bot.until-${stamp}.sqlite`));
    // Atomic: a start must never find the store missing, since it would create a new one.
    renameSync(restoring, file);
    return { aside, ...settled };
  } catch (error) {
    removeFile(restoring);
    if (error instanceof StoreError) throw error;
    throw unavailable(`the backup can't be restored: ${reasonOf(error)}`);
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

/** @param at milliseconds since 1970. @returns numbers of rows. */
async function settleStore(file: string, at: number): Promise<Settled> {
  using db = new DatabaseSync(file);
  migrate(db);
  const statements = new Statements(db);
  db.exec("begin immediate");
  const settled = await settle(
    {
      rows: async (sql, values) => statements.rows(sql, values),
      run: async (sql, values) => statements.run(sql, values),
    },
    at,
  );
  db.exec("commit");
  return settled;
}
