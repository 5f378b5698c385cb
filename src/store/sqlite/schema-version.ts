/** Which version of the schema the SQLite file has, without bringing it up to date. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";
import { migrations, versionOf } from "./migrations.ts";

/** @returns null where there is no store yet. @throws {StoreError} UNAVAILABLE when it can't be read. */
export function schemaIn(dataDir: string): { stored: number; current: number } | null {
  const file = join(dataDir, "bot.sqlite");
  if (!existsSync(file)) return null;
  try {
    using opened = new DisposableStack();
    const db = opened.adopt(new DatabaseSync(file, { readOnly: true }), (it) => it.close());
    return { stored: versionOf(db), current: migrations.length };
  } catch (error) {
    throw new StoreError("UNAVAILABLE", `the store can't be read: ${reasonOf(error)}`);
  }
}
