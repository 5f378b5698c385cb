/** Copies a stopped SQLite store into an empty Postgres database, in one transaction there. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Queries } from "./database.ts";
import { unavailable } from "./errors.ts";
import { connectDatabase } from "./postgres/database.ts";
import { migrate as migrateTarget } from "./postgres/migrations.ts";
import { refuseWhileLive } from "./postgres/settle-restored.ts";
import { sharedTables } from "./schema.ts";
import { takeLock } from "./sqlite/lock.ts";
import { migrate } from "./sqlite/migrations.ts";
import { existingStore } from "./sqlite/open.ts";
import { openVerifiedStore } from "./sqlite/backup.ts";

export interface CopyResult {
  table: string;
  rows: number;
  /** Of all values; the same in both stores. */
  checksum: string;
}

/** One answer of the database, to a batch or to a check of a table. */
const answerMs = 600_000;
const fetchSize = 1000;
const batchSize = 500;

type Value = string | number | boolean | null;

/** A table as Postgres has it. */
interface CopiedTable {
  name: string;
  /** Types by column, in their order. */
  columns: Readonly<Record<string, string>>;
  /** Whether the database gives its ids. */
  hasIds: boolean;
}

/**
 * @param url `postgres://…` of the target; its schema is made, or upgraded, by the same transaction.
 * @throws {StoreError} `taken` while a bot runs on either store; `unavailable` with the reason, such as that there is none
 * to copy, or a damaged one. The target is as it was then.
 */
export async function copyStore({
  dataDir,
  url,
  clock,
}: {
  dataDir: string;
  url: string;
  clock: Clock;
}): Promise<CopyResult[]> {
  const file = existingStore(dataDir);
  using _lock = takeLock(dataDir);
  openVerifiedStore(file).close();
  using source = new DatabaseSync(file);
  // As the bot's start does.
  migrate(source);
  source.function("now_ms", () => clock.now());
  // What commands change beside this doesn't become half of the copy.
  source.exec("begin; select count(*) from sqlite_schema");
  await using db = connectDatabase(url, { poolSize: 1, answerMs, clock });
  return await db.transaction(async (tx) => {
    await tx.run("set local statement_timeout = 0");
    await tx.run("set local idle_in_transaction_session_timeout = 0");
    await migrateTarget({ rows: tx.rows, run: tx.run, transaction: (work) => work(tx) });
    await lockEmpty(tx);
    const results: CopyResult[] = [];
    for (const table of await tablesOf(tx)) results.push(await copyTable(tx, source, table));
    await disown(tx);
    return results;
  });
}

/** The tables that are copied. */
const names = ["event_keys", "inbox", ...sharedTables];

/** As the target has them. */
async function tablesOf(tx: Queries): Promise<CopiedTable[]> {
  const columns = await tx.rows<{ table: string; column: string; type: string; isId: boolean }>(
    `select table_name as table, column_name as column, data_type as type,
       is_identity = 'YES' as "isId" from information_schema.columns
     where table_schema = current_schema() order by ordinal_position`,
  );
  return names.map((name) => {
    const own = columns.filter(({ table }) => table === name);
    return {
      name,
      columns: Object.fromEntries(own.map(({ column, type }) => [column, type])),
      hasIds: own.some(({ isId }) => isId),
    };
  });
}

/** Nobody writes to the tables until the copy is committed. */
async function lockEmpty(tx: Queries): Promise<void> {
  await tx.run(`lock table ${names.join(", ")}, lanes, replicas in share row exclusive mode`);
  await refuseWhileLive(tx, "the target");
  const filled: string[] = [];
  for (const name of names) {
    if ((await tx.rows(`select from ${name} limit 1`)).length > 0) filled.push(name);
  }
  if (filled.length === 0) return;
  throw unavailable(
    `the target isn't empty (rows in ${filled.join(", ")}): a store is copied into a new database only`,
  );
}

async function copyTable(
  tx: Queries,
  source: DatabaseSync,
  table: CopiedTable,
): Promise<CopyResult> {
  const { name, columns, hasIds } = table;
  const types = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  const insert = `insert into ${name} (${Object.keys(columns).join(", ")}) overriding system value
    select * from unnest(${types.join(", ")})`;
  const sent = new Checksum();
  for (const batch of batchesOf(source, table)) {
    for (const row of batch) sent.add(row);
    const arrays = Object.keys(columns).map((_, index) => batch.map((row) => row[index]));
    await tx.run(insert, arrays).catch((error: unknown) => {
      // The detail of the database's error may quote a row; its message doesn't.
      throw unavailable(`the target refuses rows of ${name}: ${reasonOf(error)}`, error);
    });
  }
  const stored = await checksumOf(tx, table);
  const rows = readNumber(source, `select count(*) from ${name}`);
  if (stored.rows !== rows || stored.value !== sent.value) {
    throw unavailable(
      `the copy of ${name} differs: ${stored.rows} of ${rows} rows, checksum ${stored.value}, not ${sent.value}`,
    );
  }
  // The largest id that was ever given.
  const lastId = lastIds[name] ?? `select seq from sqlite_sequence where name = '${name}'`;
  const last = hasIds ? readNumber(source, lastId) : 0;
  if (last > 0) await tx.rows(`select setval(pg_get_serial_sequence('${name}', 'id'), $1)`, [last]);
  return { table: name, rows, checksum: stored.value };
}

/** Reads a table back. */
async function checksumOf(tx: Queries, { name, columns }: CopiedTable): Promise<Checksum> {
  const columnNames = Object.keys(columns);
  const stored = new Checksum();
  await tx.run(`declare copied_${name} cursor for select ${columnNames.join(", ")} from ${name}`);
  for (;;) {
    const rows = await tx.rows<Record<string, Value>>(`fetch ${fetchSize} from copied_${name}`);
    for (const row of rows) stored.add(columnNames.map((column) => row[column] ?? null));
    if (rows.length < fetchSize) break;
  }
  await tx.run(`close copied_${name}`);
  return stored;
}

/** Of rows in any order. */
class Checksum {
  rows = 0;
  #sum = 0n;

  add(row: readonly Value[]): void {
    this.rows += 1;
    const digest = createHash("sha256").update(JSON.stringify(row)).digest();
    this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64BE());
  }

  get value(): string {
    return this.#sum.toString(16).padStart(16, "0");
  }
}

/** No replica has this id: whoever takes the chats over knows that somebody may have begun with their events. */
const formerOwner = 0;

const disown = (tx: Queries): Promise<number> =>
  tx.run(
    `insert into lanes (account, chat, owner, epoch)
     select account, chat, ${formerOwner}, nextval('lane_epochs')
     from (select distinct account, chat from inbox where state = 'open') as chats`,
  );

/**
 * What isn't a table of the same name and columns. An event that an operator has marked is reopened here, as a bot would
 * have done within seconds.
 */
const sources: Readonly<Record<string, string>> = {
  inbox: `(select inbox.id, inbox.account, chat, webhook_event_id, message_id, body, decided,
      iif(state = 'retry', now_ms(), inbox.received_at) as received_at,
      iif(state = 'retry', 1, attempts) as attempts,
      iif(state = 'retry', 'open', state) as state,
      iif(state = 'retry', null, park_reason) as park_reason
    from inbox left join event_keys using (id))`,
};
/** Ids of events are those of their keys. */
const lastIds: Readonly<Record<string, string>> = { inbox: "select max(id) from event_keys" };

const readNumber = (db: DatabaseSync, sql: string): number =>
  Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);

/** All rows of a table, as Postgres is to have them, in batches. */
function* batchesOf(db: DatabaseSync, { name, columns }: CopiedTable): Generator<Value[][]> {
  const sql = `select ${Object.keys(columns).join(", ")} from ${sources[name] ?? name}`;
  try {
    let batch: Value[][] = [];
    for (const row of db.prepare(sql).iterate()) {
      const values = Object.entries(columns).map(([column, type]) => {
        const value = row[column] as Value;
        return type === "boolean" ? value === 1 : value;
      });
      if (batch.push(values) < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } catch (error) {
    throw unavailable(`the table ${name} can't be read: ${reasonOf(error)}`, error);
  }
}
