/** Locks a data folder for one process. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";

/**
 * Holds an exclusive transaction on a separate file, so that the lock is released however the process ends.
 * @throws {StoreError} TAKEN when another process holds it.
 */
export function takeLock(dataDir: string): Disposable {
  const lock = new DatabaseSync(join(dataDir, "bot.lock"), { timeout: 0 });
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
    return { [Symbol.dispose]: () => lock.close() };
  } catch {
    lock.close();
    throw new StoreError(
      "TAKEN",
      "another process owns this DATA_DIR: stop it, or give this one a folder of its own",
    );
  }
}
