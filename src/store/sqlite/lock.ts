/** Locks a data folder for one process, and pieces of work by their names. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";
import { asStoreError } from "./store-error.ts";

/** SQLite's codes for what another process has locked. */
const lockedCodes: ReadonlySet<unknown> = new Set([5, 6]);

/**
 * Locks a data folder.
 * @throws {StoreError} `taken` when another process holds it, `unavailable` when the file can't be used.
 */
export function takeLock(dataDir: string): Disposable {
  const lock = tryLock(join(dataDir, "bot.lock"));
  if (lock) return lock;
  throw new StoreError(
    "taken",
    "another process owns this DATA_DIR: stop it, or give this one a folder of its own",
  );
}

/**
 * Holds an exclusive transaction on a separate file, so that the lock is released however the process ends.
 * @returns null when another process, or another store of this one, holds it.
 * @throws {StoreError} `unavailable` when the file can't be used.
 */
export function tryLock(file: string): Disposable | null {
  return asStoreError(file, () => {
    using opening = new DisposableStack();
    const lock = opening.adopt(new DatabaseSync(file, { timeout: 0 }), (opened) => opened.close());
    try {
      lock.exec("pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive");
      // A file that may only be read is opened all the same, and then locks nobody out.
      lock.exec("pragma user_version = 0");
    } catch (error) {
      if (isLocked(error)) return null;
      throw error;
    }
    return opening.move();
  });
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && lockedCodes.has(error.errcode);
