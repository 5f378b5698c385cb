/** Looks at what an upgrade of the SQLite file would do, without doing it. */
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../../errors.ts";
import { unavailable } from "../errors.ts";
import { schemaVersion } from "../schema.ts";
import { copySnapshot } from "./backup.ts";
import { isUpgradable, migrate, versionOf } from "./migrations.ts";
import { existingStore } from "./open.ts";

/**
 * @returns the versions of the file and of the bot, and whether the bot can use the file, after an upgrade if it is older;
 * null if there is no store yet. @throws {StoreError} `unavailable` when it can't be read.
 */
export function schemaIn(dataDir: string) {
  const file = join(dataDir, "bot.sqlite");
  if (!existsSync(file)) return null;
  try {
    using db = new DatabaseSync(file, { readOnly: true });
    const stored = versionOf(db);
    return { stored, current: schemaVersion, isUsable: isUpgradable(stored) };
  } catch (error) {
    throw unavailable(`the store can't be read: ${reasonOf(error)}`);
  }
}

/**
 * Copies the store into a folder of the system's for temporary files, which is gone at the end; the store is only read.
 * @returns the copy's size before, and how long its upgrade took. @throws {StoreError} `unavailable` if it can't be upgraded.
 */
export async function rehearseUpgrade(dataDir: string): Promise<{ bytes: number; ms: number }> {
  const from = existingStore(dataDir);
  const folder = mkdtempSync(join(tmpdir(), "upgrade-"));
  try {
    const copy = join(folder, "copy.sqlite");
    await copySnapshot(from, copy);
    const bytes = statSync(copy).size;
    using db = new DatabaseSync(copy);
    const began = performance.now();
    migrate(db);
    return { bytes, ms: performance.now() - began };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
