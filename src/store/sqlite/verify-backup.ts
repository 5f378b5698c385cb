/** Verifies that a file is an undamaged store of this bot. */
import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";

const tables = ["audit", "inbox", "line_users", "settings", "staff"];

/** Opens the file read-only. @throws {StoreError} `unavailable` if it is not such a store, or is damaged. */
export function openVerifiedStore(file: string): Disposable & { db: DatabaseSync } {
  using opening = new DisposableStack();
  try {
    const db = opening.adopt(new DatabaseSync(file, { readOnly: true }), (opened) =>
      opened.close(),
    );
    const countTables = `select count(*) as n from sqlite_schema
      where type = 'table' and name in (select value from json_each(?))`;
    if (db.prepare(countTables).get(JSON.stringify(tables))?.["n"] !== tables.length) {
      throw new Error("it isn't a store of this bot");
    }
    const state = db.prepare("pragma integrity_check").get()?.["integrity_check"];
    if (state !== "ok") throw new Error(`it is damaged: ${String(state)}`);
    const handle = opening.move();
    return { db, [Symbol.dispose]: () => handle.dispose() };
  } catch (error) {
    throw new StoreError("unavailable", `${file} can't be used: ${reasonOf(error)}`);
  }
}
