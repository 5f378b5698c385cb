/** The SQLite files with which a world starts: made once for a worker, and copied for each world. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock, type Clock } from "../../src/clock.ts";
import { demoPeople, openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { migrate } from "../../src/store/sqlite/migrations.ts";
import { readMemberData, type MemberData } from "./foreign-data.ts";

/** Transactions that are kept of all members beside those with a name in the demo, the newest. */
const othersTransactions = 20;

/** By the number of members, and the time of their clock: the data is relative to it. Real time counts as one. */
const platforms = new Map<string, { file: Buffer; members: MemberData }>();

/**
 * Writes the platform's file: the demo's data and keys, with a ledger of two pages instead of seven.
 * @param total of members; the demo's unless it is more.
 */
export async function writePlatformFile(
  file: string,
  clock: Clock,
  total = 0,
): Promise<MemberData> {
  const key = `${total} ${clock === systemClock ? "now" : clock.now()}`;
  const prepared = platforms.get(key);
  if (prepared) {
    writeFileSync(file, prepared.file);
    return prepared.members;
  }
  await seed(file, clock);
  shortenLedger(file);
  grow(file, clock, total);
  const members = readMemberData(file);
  platforms.set(key, { file: readFileSync(file), members });
  return members;
}

async function seed(file: string, clock: Clock): Promise<void> {
  using opened = openPlatformFile(file, clock);
  await opened.credentials();
}

function grow(file: string, clock: Clock, total: number): void {
  using opened = openPlatformFile(file, clock);
  opened.growTo(total);
}

function shortenLedger(file: string): void {
  using db = new DatabaseSync(file);
  const surplus = `select t.id from movement t join card c on c.id = t.card_id
    join member m on m.id = c.member_id
    where m.line_id <> '' and m.line_id not in (select value from json_each(?))
    order by t.created_at desc limit -1 offset ${othersTransactions}`;
  const named = JSON.stringify(demoPeople.map(({ lineId }) => lineId));
  db.prepare(`delete from movement where id in (${surplus})`).run(named);
  db.exec("vacuum; analyze");
}

let emptyStore: Buffer | null = null;
/** Writes an empty store with the current schema into a new folder, which saves each world the migrations. */
export function writeEmptyStore(dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 });
  const file = join(dataDir, "bot.sqlite");
  if (emptyStore) writeFileSync(file, emptyStore);
  else {
    createStore(file);
    emptyStore = readFileSync(file);
  }
}

function createStore(file: string): void {
  using db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal");
  migrate(db);
}
