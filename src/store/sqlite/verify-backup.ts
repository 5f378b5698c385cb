/** Tells a store of this bot from any other file, and a whole one from a damaged one. */
import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";

const tables = ["audit", "confirmations", "inbox", "line_users", "settings", "staff"];

/** @throws {StoreError} UNAVAILABLE when it is none, or damaged. */
export function openVerifiedStore(file: string): Disposable & { db: DatabaseSync } {
  using opening = new DisposableStack();
  try {
    const db = opening.adopt(new DatabaseSync(file, { readOnly: true }), (opened) =>
      opened.close(),
    );
    const names = `select count(*) as n from sqlite_schema
      where type = 'table' and name in (select value from json_each(?))`;
    if (db.prepare(names).get(JSON.stringify(tables))?.["n"] !== tables.length) {
      throw new Error("it isn't a store of this bot");
    }
    const state = db.prepare("pragma integrity_check").get()?.["integrity_check"];
    if (state !== "ok") throw new Error(`it is damaged: ${String(state)}`);
    const sound = opening.move();
    return { db, [Symbol.dispose]: () => sound.dispose() };
  } catch (error) {
    throw new StoreError("UNAVAILABLE", `${file} can't be used: ${reasonOf(error)}`);
  }
}
