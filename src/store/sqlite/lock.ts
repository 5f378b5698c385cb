/** The lock that makes a data folder one process's own. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";

/**
 * An open exclusive transaction on a file of its own: the system ends it with the process, however that ends.
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
