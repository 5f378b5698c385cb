/** Locks a data folder for one process, and pieces of work by their names. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pause, type Clock } from "../../clock.ts";
import { asStoreError, StoreError, unavailable } from "../errors.ts";
import { hashId } from "../hash-id.ts";
import { oneAfterAnother } from "../one-after-another.ts";
import type { Exclusive } from "../settings.ts";

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
function tryLock(file: string): Disposable | null {
  return asStoreError(file, () => {
    using opening = new DisposableStack();
    const lock = opening.use(new DatabaseSync(file, { timeout: 0 }));
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

const retryMs = 50;
/** How long work waits for that of another process. */
const maxWaitMs = 8000;

/**
 * Locks by names that a bot and commands share, each of which is a file beside the store.
 * @param dataDir the folder of the store.
 */
export function sqliteExclusive(dataDir: string, clock: Clock): Exclusive {
  const inTurn = oneAfterAnother();
  async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
    const file = join(dataDir, `setting-${hashId(name)}.lock`);
    const end = clock.monotonic() + maxWaitMs;
    for (;;) {
      using lock = tryLock(file);
      if (lock) return await work();
      if (clock.monotonic() >= end) throw isWorkedOn(name);
      await pause(clock, retryMs);
    }
  }
  return (name, work) => inTurn(name, () => exclusively(name, work));
}

const isWorkedOn = (name: string) =>
  unavailable(
    `another process on this DATA_DIR has been working on "${name}" for ${maxWaitMs / 1000} seconds; try again`,
  );
