/** Opens the SQLite store, which one process owns. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fdatasync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { createConcerns } from "../concerns.ts";
import type { Database, Flag } from "../database.ts";
import { asStoreError, StoreError, unavailable } from "../errors.ts";
import type { LineUserState } from "../line-users.ts";
import type { Changes, Leadership } from "../coordination.ts";
import { schemaVersion } from "../schema.ts";
import type { Store } from "../store.ts";
import { sqliteDatabase, Statements } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";
import { purgeEventKeys, sqliteInbox } from "./inbox.ts";
import { sqliteExclusive, takeLock } from "./lock.ts";
import { migrate, versionOf } from "./migrations.ts";
import { MemoryOfNotices } from "./notice-watch.ts";

const datasync = promisify(fdatasync);

/** How long a commit waits for the lock of a CLI command's commit; it blocks the whole process. */
const busyMs = 250;
/** The same wait in a CLI command. */
const cliBusyMs = 5000;

/**
 * @param dataDir the folder of the SQLite files; made when missing, readable by its owner alone.
 * @param options `attach`: for a CLI command, while another process may own the folder: makes nothing,
 * takes no lock, migrates only while no other process owns it, and of the inbox may only mark or delete parked events.
 * `maxPages`: maximum size of the file in pages of 4 KiB.
 * @throws {StoreError} `taken` when another process owns it, `unavailable` when it can't be opened, or isn't
 * there to attach to.
 */
export function openSqliteStore<E = unknown>(
  dataDir: string,
  clock: Clock,
  { attach = false, maxPages }: { attach?: boolean; maxPages?: number } = {},
): Store<E> {
  const file = attach ? existingStore(dataDir) : join(dataDir, "bot.sqlite");
  if (!attach) makeDataDir(dataDir);
  using opening = new DisposableStack();
  if (!attach) opening.use(takeLock(dataDir));
  const { db, journal } = asStoreError(resolve(file), () => {
    const opened = opening.use(new DatabaseSync(file, { timeout: attach ? cliBusyMs : busyMs }));
    // SQLite gives its other files the same mode.
    if (!attach) keepToOwner(file);
    opened.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on");
    // As in Postgres.
    opened.exec("pragma case_sensitive_like = on");
    // Overwrites what is erased; in a page that is free now only in a CLI command: that is too slow for the bot itself.
    opened.exec(`pragma secure_delete = ${attach ? "on" : "fast"}`);
    if (maxPages !== undefined) opened.exec(`pragma max_page_count = ${maxPages}`);
    if (attach) migrateUnowned(opened, dataDir);
    else migrate(opened);
    return { db: opened, journal: opening.adopt(openSync(`${file}-wal`, "r+"), closeSync) };
  });
  const files = opening.move();

  const commit = new GroupCommit(db, clock, () => syncToDisk(journal));
  const statements = new Statements(db);
  const database = sqliteDatabase(statements, commit, clock);
  const notices = new MemoryOfNotices(statements, commit, database);
  const { apply, ...concerns } = createConcerns({
    db: database,
    clock,
    changes: noReplicas,
    exclusive: sqliteExclusive(dataDir, clock),
    watch: notices,
    answers: notices,
    readUser: (account, lineId) => readUser(database, account, lineId),
    purgeKeys: purgeEventKeys(database),
  });
  const inbox = sqliteInbox<E>({ statements, database, commit, apply, clock });
  return {
    ...concerns,
    clock,
    inbox,
    leadership: soleLeader,
    changes: noReplicas,
    replicaStatus: () => null,
    async [Symbol.asyncDispose]() {
      inbox[Symbol.dispose]();
      await commit.close();
      files.dispose();
    },
  };
}

async function readUser(db: Database, account: string, lineId: string): Promise<LineUserState> {
  const [user] = await db.rows<Pick<LineUserState, "language"> & { following: Flag }>(
    "select language, following from line_users where account = $1 and line_id = $2",
    [account, lineId],
  );
  return user
    ? { ...user, following: Boolean(user.following) }
    : { language: null, following: true };
}

/**
 * The path of the store's file, for CLI commands, which never make one.
 * @throws {StoreError} `unavailable` if there is none.
 */
export function existingStore(dataDir: string): string {
  const file = join(dataDir, "bot.sqlite");
  if (existsSync(file)) return file;
  throw unavailable(
    `no store at ${resolve(dataDir)}; is the environment loaded? The bot makes it at its first start`,
  );
}

/**
 * Migrates only if no bot is running: a bot of a former version needs the tables it knows.
 * @throws {StoreError} `taken` if one is.
 */
function migrateUnowned(db: DatabaseSync, dataDir: string): void {
  const stored = versionOf(db);
  if (stored >= schemaVersion) return migrate(db);
  try {
    using _lock = takeLock(dataDir);
    migrate(db);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "taken") throw error;
    throw new StoreError(
      "taken",
      `the running bot is of an older version (schema ${stored}, this command's is ${schemaVersion}): ` +
        "restart it with this version first, or use the command of the bot's own version",
    );
  }
}

/**
 * Syncs the write-ahead log, which holds every commit until a checkpoint; SQLite syncs checkpoints itself.
 * @throws {StoreError} if the sync failed. What is on the disk is unknown then, so it must not be caught:
 * the process ends, and the next one reads what is there.
 */
async function syncToDisk(journal: number): Promise<void> {
  try {
    await datasync(journal);
  } catch (error) {
    throw unavailable(`the disk failed to keep the store: ${reasonOf(error)}`);
  }
}

/** Creates the folder, readable by its owner alone. @throws {StoreError} `unavailable` if that fails. */
export function makeDataDir(dataDir: string): void {
  asStoreError("DATA_DIR", () => {
    const folder = resolve(dataDir);
    makeFolder(folder, 0o700);
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} isn't a folder`);
    chmodSync(folder, 0o700);
    // Those of an earlier version, too: a copy of the folder may lose its mode.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile()) keepToOwner(join(folder, entry.name));
    }
  });
}

/** Takes everybody else's access to a file away; one of another user stays as it is. */
function keepToOwner(file: string): void {
  try {
    chmodSync(file, statSync(file).mode & 0o700);
  } catch {
    // The folder's mode guards it.
  }
}

/**
 * Makes a folder and those above it, one by one: `recursive` never returns in a folder in which the system makes none,
 * such as /proc (Node 26).
 * @param mode of each that is made; the process's usual one unless given.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

// What the only process of a store on SQLite needs no others for.

/** It has nobody to tell. */
export const noReplicas: Changes = {
  announce: () => Promise.resolve(),
  listen: () => ({ [Symbol.asyncDispose]: () => Promise.resolve() }),
};

/** It leads every job. */
const soleLeader: Leadership = {
  run(_job, start) {
    const running = start();
    return { [Symbol.asyncDispose]: async () => running.stop() };
  },
};
