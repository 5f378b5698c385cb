/** Upgrades a copy of the store, to see that it can be done and how long it takes. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { copySnapshot } from "./backup.ts";
import { migrate } from "./migrations.ts";
import { existingStore } from "./open.ts";

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
