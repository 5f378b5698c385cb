/** Reads what an operator has to know of a Postgres database, without changing it. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { type Clock, withTimeout } from "../../clock.ts";
import { databaseConnection } from "../../config/database-address.ts";
import { firstRow, type Queries } from "../database.ts";
import { schemaVersion } from "../schema.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { connectDatabase, defaultPoolSize } from "./database.ts";
import { readVersions } from "./migrations.ts";

/** Connections of one replica: its pool, and one that listens for what others have changed. */
export const connectionsOfReplica = defaultPoolSize + 1;

export interface DatabaseFacts {
  server: ServerFacts;
  /** The database's clock minus ours, in milliseconds. */
  aheadMs: number;
  connections: ConnectionFacts;
  /**
   * The version of the schema, the one that this bot knows, and the oldest version of the bot that can use it; null = there
   * is no store yet, or one of another user.
   */
  schema: { version: number; known: number; oldestCompatible: number } | null;
  /** Those alive. */
  replicas: { name: string; schemaVersion: number }[];
}

interface ServerFacts {
  /** Such as 180004. */
  version: number;
  encoding: string;
  /** Whether it is a read replica. */
  isReader: boolean;
  /** Whether new transactions are read-only unless they ask otherwise. */
  isReadOnly: boolean;
  /** Whether a commit is on the disk before it is confirmed. */
  isDurable: boolean;
  /** The schema in which tables are made; null: the search path leads to none. */
  schema: string | null;
  mayCreate: boolean;
  /** Whether the store's tables may be changed by migrations; true where there are none yet. */
  ownsTables: boolean;
  mayLock: boolean;
}

interface ConnectionFacts {
  /** How many this user may have in this database. */
  limit: number;
  /** Connections of other users or to other databases, which share the server's limit. */
  others: number;
}

/** @throws {StoreError} `unavailable` when the database can't be reached. */
export async function inspectDatabase(url: string, clock: Clock): Promise<DatabaseFacts> {
  await using db = connectDatabase(url, { poolSize: 1, clock });
  const server = await readOne<ServerFacts>(db, serverSql);
  const databaseClock = createDatabaseClock(clock);
  await databaseClock.measureOn(db);
  const connections = await readOne<ConnectionFacts>(db, connectionsSql);
  const versions = server.ownsTables ? await readVersions(db) : null;
  const schema = versions && { ...versions, known: schemaVersion };
  const replicas = schema ? await db.rows<DatabaseFacts["replicas"][number]>(replicasSql) : [];
  return { server, aheadMs: databaseClock.differenceMs, connections, schema, replicas };
}

const serverSql = `select current_setting('server_version_num')::integer as version,
  current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as "isReader",
  current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
  current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as "isDurable",
  current_schema() as schema,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
  coalesce((select pg_has_role(relowner, 'usage') from pg_class
    where oid = to_regclass('schema_info')), true) as "ownsTables",
  has_function_privilege('pg_advisory_xact_lock(bigint)', 'execute') as "mayLock"`;

/** The least of three limits: of the server, of the database and of the user; -1 is none. */
const connectionsSql = `select least(
    current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as limit,
  (select count(*) from pg_stat_activity where backend_type = 'client backend'
    and (datname <> current_database() or usename <> current_user)) as others`;

const replicasSql = `select name, schema_version as "schemaVersion" from replicas
  where until > clock_timestamp() order by id`;

async function readOne<Row extends object>(db: Queries, sql: string): Promise<Row> {
  const row = await firstRow<Row>(db, sql);
  if (!row) throw new RangeError("the database gave no row");
  return row;
}

// Finds out what a connection keeps between its transactions, which a pooler in front of Postgres decides.

/** Deadline in milliseconds of a connection, and of an answer. */
const answerMs = 3000;
/** How long a notification may take. */
const notificationMs = 1000;
/** Connections that are busy while the first one is looked at again, so that a pooler has to give it another session. */
const maxOthers = 3;

/** Leaves nothing in the database. @throws {Error} when it can't be reached. */
export async function inspectSessions(url: string, clock: Clock) {
  await using stack = new AsyncDisposableStack();
  const connect = async () => {
    const client = new Client({
      ...databaseConnection(url),
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    // What is sent next fails.
    client.on("error", () => {});
    stack.defer(() => client.end().catch(() => {}));
    await client.connect();
    return client;
  };
  const first = await connect();
  const name = `doctor_${randomUUID()}`;
  const session = await sessionOf(first, name);
  const hasPooler = "processID" in first && first.processID !== session;

  const others: Client[] = [];
  let isTaken = false;
  while (!isTaken && others.length < maxOthers) {
    const other = await connect();
    others.push(other);
    await other.query("begin");
    isTaken = (await sessionOf(other)) === session;
  }
  const later = await sessionOf(first, name).catch(() => null);
  for (const other of others) await other.query("rollback");

  const isShared = isTaken || (later !== null && later !== session);
  return {
    /** Whether something that isn't the server itself was seen to answer connections. */
    hasPooler: hasPooler || isShared,
    /** Whether a connection has another session of the server after others were at work: "transaction mode". */
    isShared,
    /** Whether named statements are known afterwards. */
    keepsStatements: later !== null,
    /** Whether notifications arrive. */
    // There the server's notifications would go to whoever has the session then.
    isNotified: !isShared && (await isNotified(first, others[0] ?? first, clock)),
  };
}

/** @param name of the statement: the database is to know it from the first call on. */
async function sessionOf(client: Client, name?: string): Promise<number> {
  const text = "select pg_backend_pid() as pid";
  const { rows } = await client.query<{ pid: number }>({ text, ...(name && { name }) });
  return rows[0]?.pid ?? 0;
}

async function isNotified(listener: Client, sender: Client, clock: Clock): Promise<boolean> {
  const channel = `doctor_${randomUUID()}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  listener.on("notification", () => resolve());
  await listener.query(`listen "${channel}"`);
  await sender.query(`notify "${channel}"`);
  return withTimeout(clock, notificationMs, promise).then(
    () => true,
    () => false,
  );
}
