/** Reads the schema version of the SQLite file without migrating it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";
import { isUpgradable, versionOf } from "./migrations.ts";
import { schemaVersion } from "../schema.ts";

export interface SchemaVersions {
  /** Version of the file. */
  stored: number;
  current: number;
  /** Whether the bot can use the file, after an upgrade if it is older. */
  isUsable: boolean;
}

/** @returns null if there is no store yet. @throws {StoreError} `unavailable` when it can't be read. */
export function schemaIn(dataDir: string): SchemaVersions | null {
  const file = join(dataDir, "bot.sqlite");
  if (!existsSync(file)) return null;
  try {
    using opened = new DisposableStack();
    const db = opened.adopt(new DatabaseSync(file, { readOnly: true }), (it) => it.close());
    const stored = versionOf(db);
    return { stored, current: schemaVersion, isUsable: isUpgradable(stored) };
  } catch (error) {
    throw new StoreError("unavailable", `the store can't be read: ${reasonOf(error)}`);
  }
}
