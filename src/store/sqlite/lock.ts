/** Locks a data folder for one process. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";
import { asStoreError } from "./store-error.ts";

/** SQLite's codes for what another process has locked. */
const lockedCodes: ReadonlySet<unknown> = new Set([5, 6]);

/**
 * Holds an exclusive transaction on a separate file, so that the lock is released however the process ends.
 * @throws {StoreError} `taken` when another process holds it, `unavailable` when the file can't be used.
 */
export function takeLock(dataDir: string): Disposable {
  const file = join(dataDir, "bot.lock");
  return asStoreError(file, () => {
    using opening = new DisposableStack();
    const lock = opening.adopt(new DatabaseSync(file, { timeout: 0 }), (opened) => opened.close());
    try {
      lock.exec("pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive");
      // A file that may only be read is opened all the same, and then locks nobody out.
      lock.exec("pragma user_version = 0");
    } catch (error) {
      throw isLocked(error) ? taken() : error;
    }
    return opening.move();
  });
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && lockedCodes.has(error.errcode);

const taken = () =>
  new StoreError(
    "taken",
    "another process owns this DATA_DIR: stop it, or give this one a folder of its own",
  );
