/** Makes a consistent backup of the store while a bot may be writing to it, and verifies one. */
import { chmodSync, closeSync, openSync, rmSync, statSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../errors.ts";
import { unavailable } from "../errors.ts";
import { versionOf } from "./migrations.ts";
import { existingStore } from "./open.ts";

/**
 * @param file must not exist; it is made readable by its owner alone.
 * @returns its size, and the version of its schema.
 * @throws {StoreError} `unavailable` with the reason; the file is removed then.
 */
export async function backUp(dataDir: string, file: string) {
  const from = existingStore(dataDir);
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    throw unavailable(`the backup can't be made: ${reasonOf(error)}`);
  }
  try {
    await copySnapshot(from, file);
    chmodSync(file, 0o600);
    using copy = openVerifiedStore(file);
    return { bytes: statSync(file).size, version: versionOf(copy) };
  } catch (error) {
    removeFile(file);
    throw unavailable(`the backup can't be made: ${reasonOf(error)}`);
  }
}

/** What SQLite keeps beside a file. */
export const journals = ["-wal", "-shm", "-journal"];

export function removeFile(file: string): void {
  for (const suffix of ["", ...journals]) rmSync(`${file}${suffix}`, { force: true });
}

/** Copies a snapshot of a database into one file without a journal. */
export async function copySnapshot(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  // Without an open read transaction, every write of the bot would restart the copy.
  source.exec("begin");
  source.prepare("select count(*) from sqlite_schema").get();
  await backup(source, to, { rate: 1000 });
  using copy = new DatabaseSync(to);
  copy.exec("pragma journal_mode = delete");
}

const tables = ["audit", "inbox", "line_users", "settings", "staff"];

/** Opens a file read-only. @throws {StoreError} `unavailable` if it is not such a store, or is damaged. */
export function openVerifiedStore(file: string): DatabaseSync {
  using opening = new DisposableStack();
  try {
    const db = opening.use(new DatabaseSync(file, { readOnly: true }));
    const countTables = `select count(*) as n from sqlite_schema
      where type = 'table' and name in (select value from json_each(?))`;
    if (db.prepare(countTables).get(JSON.stringify(tables))?.["n"] !== tables.length) {
      throw new Error("it isn't a store of this bot");
    }
    const state = db.prepare("pragma integrity_check").get()?.["integrity_check"];
    if (state !== "ok") throw new Error(`it is damaged: ${String(state)}`);
    opening.move();
    return db;
  } catch (error) {
    throw unavailable(`${file} can't be used: ${reasonOf(error)}`);
  }
}
