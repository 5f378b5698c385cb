/** Opens the bot's state in a SQLite file that one process owns. */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";
import type { Store } from "../store.ts";
import { appendAudit, sqliteAudit } from "./audit.ts";
import { applyWrites, sqliteChats } from "./chats.ts";
import { changeConfirmations, sqliteConfirmations } from "./confirmations.ts";
import { GroupCommit } from "./group-commit.ts";
import { sqliteInbox } from "./inbox.ts";
import { takeLock } from "./lock.ts";
import { migrate } from "./migrations.ts";
import { changeNotices, sqliteNotices } from "./notices.ts";
import { sqlitePeople } from "./people.ts";
import { sqliteRetention } from "./retention.ts";
import { sqliteStaff } from "./staff.ts";

/** How long a commit waits for the operator's commands to end theirs; the whole process waits with it. */
const busyMs = 250;
/** An operator's command has all the time that it needs. */
const besideBusyMs = 5000;

/**
 * @param dataDir the folder of the SQLite files; made when missing, readable by its owner alone.
 * @param options `beside`: for an operator's command, while another process may own the folder. It takes
 * no lock, and of the inbox it may only mark or end. `mostPages`: how many pages of 4 KiB the file may have.
 * @throws {StoreError} TAKEN when another process owns it, UNAVAILABLE when it can't be opened.
 */
export function openSqliteStore(
  dataDir: string,
  clock: Clock,
  { beside = false, mostPages }: { beside?: boolean; mostPages?: number } = {},
): Store {
  makeDataDir(dataDir);
  using opening = new DisposableStack();
  if (!beside) opening.use(takeLock(dataDir));
  const db = opening.adopt(
    new DatabaseSync(join(dataDir, "bot.sqlite"), { timeout: beside ? besideBusyMs : busyMs }),
    (opened) => opened.close(),
  );
  db.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  // What an operator has forgotten is overwritten; the bot itself hasn't the time.
  if (beside) db.exec("pragma secure_delete = on");
  if (mostPages !== undefined) db.exec(`pragma max_page_count = ${mostPages}`);
  migrate(db);
  const files = opening.move();

  const commit = new GroupCommit(db, clock);
  const append = appendAudit(db);
  const notices = changeNotices(db, clock);
  const confirmations = changeConfirmations(db, append, notices);
  const apply = applyWrites(db, confirmations, notices);
  const getSetting = db.prepare("select value from settings where name = ?");
  const setSetting = db.prepare(
    "insert into settings values (?, ?) on conflict do update set value = excluded.value",
  );
  return {
    inbox: sqliteInbox(db, commit, apply),
    chats: sqliteChats(db, commit, apply),
    settings: {
      get: async (name) => (getSetting.get(name)?.["value"] as string | undefined) ?? null,
      set: (name, value) => commit.run(() => void setSetting.run(name, value)),
    },
    staff: sqliteStaff(db, commit, append),
    confirmations: sqliteConfirmations(db, commit, confirmations),
    audit: sqliteAudit(db),
    notices: sqliteNotices(db, commit, notices),
    retention: sqliteRetention(db, commit),
    people: sqlitePeople(db, commit),
    check: () => commit.run(() => void setSetting.run("checked", String(clock.now()))),
    async [Symbol.asyncDispose]() {
      commit.flush();
      files.dispose();
    },
  };
}

/** @throws {StoreError} UNAVAILABLE when there can't be such a folder. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StoreError("UNAVAILABLE", `DATA_DIR can't be used: ${reasonOf(error)}`);
  }
}
