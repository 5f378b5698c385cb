/** Reads the schema version of the SQLite file without migrating it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";
import { migrations, versionOf } from "./migrations.ts";

/** @returns the version of the file and the current one; null if there is no store yet. @throws {StoreError} UNAVAILABLE when it can't be read. */
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
