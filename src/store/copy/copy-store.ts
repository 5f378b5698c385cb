/** Copies a stopped SQLite store into an empty Postgres database, in one transaction there. */
import { createHash } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";
import type { Queries } from "../database.ts";
import { connectDatabase } from "../postgres/database.ts";
import { migrate } from "../postgres/migrations.ts";
import { sharedTables } from "../schema.ts";
import { openSource, type CopiedTable, type CopySource, type Value } from "./source.ts";

export interface CopyResult {
  table: string;
  rows: number;
  /** Of all values; the same in both stores. */
  checksum: string;
}

/** One answer of the database, to a batch or to a check of a table. */
const answerMs = 600_000;
const fetchSize = 1000;

/**
 * @param url `postgres://…` of the target; its schema is made, or upgraded, by the same transaction.
 * @throws {StoreError} `taken` while a bot runs on either store; `unavailable` with the reason. The target is
 * as it was then.
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
  using source = openSource(dataDir, clock);
  await using opened = new AsyncDisposableStack();
  const options = { poolSize: 1, answerMs, clock };
  const db = opened.adopt(connectDatabase(url, options), (it) => it.close());
  return await db.transaction(async (tx) => {
    await tx.run("set local statement_timeout = 0");
    await tx.run("set local idle_in_transaction_session_timeout = 0");
    await migrate({ rows: tx.rows, run: tx.run, transaction: (work) => work(tx) });
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
  const alive = await tx.rows("select from replicas where until > clock_timestamp()");
  if (alive.length > 0) {
    throw new StoreError("taken", "a bot is running on the target: stop it first");
  }
  const filled: string[] = [];
  for (const name of names) {
    if ((await tx.rows(`select from ${name} limit 1`)).length > 0) filled.push(name);
  }
  if (filled.length === 0) return;
  throw new StoreError(
    "unavailable",
    `the target isn't empty (rows in ${filled.join(", ")}): a store is copied into a new database only`,
  );
}

async function copyTable(tx: Queries, source: CopySource, table: CopiedTable): Promise<CopyResult> {
  const { name, columns, hasIds } = table;
  const insert = insertInto(table);
  const sent = new Checksum();
  for (const batch of source.batches(table)) {
    for (const row of batch) sent.add(row);
    const arrays = Object.keys(columns).map((_, index) => batch.map((row) => row[index]));
    await insertBatch(tx, name, insert, arrays);
  }
  const stored = await checksumOf(tx, table);
  const rows = source.count(table);
  if (stored.rows !== rows || stored.value !== sent.value) {
    throw new StoreError(
      "unavailable",
      `the copy of ${name} differs: ${stored.rows} of ${rows} rows, checksum ${stored.value}, not ${sent.value}`,
    );
  }
  const last = hasIds ? source.lastId(table) : 0;
  if (last > 0) await tx.rows(`select setval(pg_get_serial_sequence('${name}', 'id'), $1)`, [last]);
  return { table: name, rows, checksum: stored.value };
}

function insertInto({ name, columns }: CopiedTable): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  return `insert into ${name} (${Object.keys(columns).join(", ")}) overriding system value
    select * from unnest(${arrays.join(", ")})`;
}

async function insertBatch(
  tx: Queries,
  name: string,
  sql: string,
  arrays: unknown[],
): Promise<void> {
  try {
    await tx.run(sql, arrays);
  } catch (error) {
    // The detail of the database's error may quote a row; its message doesn't.
    const reason = `the target refuses rows of ${name}: ${reasonOf(error)}`;
    throw new StoreError("unavailable", reason, { cause: error });
  }
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
