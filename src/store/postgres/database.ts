/** Connects to Postgres: a small pool, named statements, deadlines, and retries of what may pass. */
import { Pool, types as parsers, type ClientBase, type PoolClient } from "pg";
import { backoffMs, pause, type Clock } from "../../clock.ts";
import { databaseConnection } from "../../config/database-address.ts";
import { reasonOf } from "../../errors.ts";
import { withoutNul, type Queries } from "../database.ts";
import { StoreError, unavailable } from "../errors.ts";
import { cancelStatement } from "./cancel.ts";

/**
 * `run` isn't repeated when its answer was lost: it may have happened then.
 * @throws {StoreError} `unavailable` from every method, when the database can't be reached or refuses.
 */
export interface PostgresDatabase extends Queries, AsyncDisposable {
  /**
   * Runs `work` in one transaction, again after failures that may pass.
   * @param options.repeatable whether it may be repeated when the answer to its commit was lost: then it
   * may have happened, and `work` runs once more on its own result.
   * `settings`: `set local` statements, of the planner.
   */
  transaction<T>(
    work: (tx: Queries) => Promise<T>,
    options?: { repeatable?: boolean; settings?: string },
  ): Promise<T>;
  /** `work` is one statement; it runs again after failures that may pass, and may have happened then. */
  statement<T>(work: (on: Queries) => Promise<T>): Promise<T>;
  /** What has waited for a connection since the start. */
  readonly waits: Readonly<PoolWaits>;
}

export interface DatabaseOptions {
  /** Maximum number of connections. */
  poolSize?: number;
  /** Deadline in milliseconds of one answer of the database. */
  answerMs?: number;
  clock: Clock;
}

/** Of a replica: enough for its batches, its lease and what its chats read meanwhile. */
export const defaultPoolSize = 6;
/** Deadlines in milliseconds: of a connection, and of one answer. */
const connectMs = 3000;
const defaultAnswerMs = 8000;
const maxAttempts = 4;
const backoff = { firstMs: 100, jitter: 0.25 };

/**
 * Deadlines in the server belong to the transaction, so that a pooler in transaction mode keeps them. A lone statement
 * has none: it is cancelled when its answer isn't awaited any longer.
 */
const begin = `begin isolation level read committed; set local lock_timeout = '2s';
  set local statement_timeout = '5s'; set local idle_in_transaction_session_timeout = '10s'`;

const bigintOid = 20;
/** Ids, times and counts are below 2^53; a larger number, which another program may have stored, is never rounded. */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError("a number in the database is too large to be read");
}

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === bigintOid && format !== "binary" ? wholeNumber : parsers.getTypeParser(oid, format),
};

/** @param url `postgres://…`, of the writer. Connects on the first use. */
export function connectDatabase(
  url: string,
  { poolSize = defaultPoolSize, answerMs = defaultAnswerMs, clock }: DatabaseOptions,
): PostgresDatabase {
  const pool = new Pool({
    ...databaseConnection(url),
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    allowExitOnIdle: true,
    types,
  });
  // A connection that breaks while idle is replaced at the next use.
  pool.on("error", ignore);
  // One that breaks while it is handed out fails its next statement. From the very first: the server may greet it and
  // close it in one packet, before whoever waits for it runs.
  pool.on("connect", (client) => void client.on("error", ignore));
  return databaseOn(countingWaits(pool, clock), clock);
}

interface PoolWaits {
  /** Statements and transactions for which no connection was free. */
  count: number;
  /** The sum of their waits, in milliseconds. */
  ms: number;
}

/** Connections, which may be those of a driver. */
export interface ConnectionPool {
  /** Release what it resolves with. */
  connect(): Promise<PoolClient>;
  readonly waits: Readonly<PoolWaits>;
  end(): Promise<void>;
}

function countingWaits(pool: Pool, clock: Clock): ConnectionPool {
  const waits: PoolWaits = { count: 0, ms: 0 };
  return {
    waits,
    end: () => pool.end(),
    async connect() {
      const isFree = pool.idleCount > pool.waitingCount || pool.totalCount < pool.options.max;
      if (isFree) return pool.connect();
      const startedAt = clock.monotonic();
      try {
        return await pool.connect();
      } finally {
        waits.count += 1;
        waits.ms += clock.monotonic() - startedAt;
      }
    },
  };
}

/** The database behind a pool, which it ends when it is closed. */
export function databaseOn(pool: ConnectionPool, clock: Clock): PostgresDatabase {
  const oneStatement = <T>(work: (on: Queries) => Promise<T>, repeatable = true) =>
    repeated(clock, repeatable, (attempt) => {
      const once = (client: PoolClient) => {
        attempt.isSent = true;
        return work(queriesOn(client));
      };
      return onConnection(pool, once, async () => false);
    });
  return {
    rows: (sql, values) => oneStatement((on) => on.rows(sql, values)),
    run: (sql, values) => oneStatement((on) => on.run(sql, values), false),
    statement: (work) => oneStatement(work),
    transaction: (work, { repeatable = false, settings = "" } = {}) =>
      repeated(clock, repeatable, (attempt) =>
        inTransaction(pool, work, attempt, `${begin}; ${settings}`),
      ),
    waits: pool.waits,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** One attempt at a statement or a transaction. */
interface Attempt {
  /** Whether it has come so far that a lost answer leaves its outcome unknown. */
  isSent: boolean;
}

async function repeated<T>(
  clock: Clock,
  repeatable: boolean,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  for (let number = 1; ; number++) {
    const attempt: Attempt = { isSent: false };
    try {
      return await work(attempt);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      const canRepeat = isConflict(error) || (isOutage(error) && (repeatable || !attempt.isSent));
      if (!canRepeat || number === maxAttempts) throw failed(error);
      await pause(clock, backoffMs(backoff, number));
    }
  }
}

/** Of errors that the next statement reports. */
const ignore = () => {};

/** @param failure of a connection that can't be used again: what it has sent mustn't be carried out later. */
async function release(client: PoolClient, failure: unknown): Promise<void> {
  if (!(failure instanceof Error)) return client.release();
  await cancelStatement(client);
  client.release(failure);
}

/** Does work on a connection of its own. @param isUnusable asked after a failure other than an outage. */
async function onConnection<T>(
  pool: ConnectionPool,
  work: (client: PoolClient) => Promise<T>,
  isUnusable: (client: PoolClient) => Promise<boolean>,
): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    return await work(client);
  } catch (error) {
    failure = isOutage(error) || (await isUnusable(client)) ? error : undefined;
    throw error;
  } finally {
    await release(client, failure);
  }
}

const inTransaction = <T>(
  pool: ConnectionPool,
  work: (tx: Queries) => Promise<T>,
  attempt: Attempt,
  opening: string,
): Promise<T> =>
  onConnection(
    pool,
    async (client) => {
      await client.query(opening);
      const result = await work(queriesOn(client));
      attempt.isSent = true;
      await client.query("commit");
      return result;
    },
    rollBack,
  );

/** @returns whether the connection is unusable. */
const rollBack = (client: PoolClient): Promise<boolean> =>
  client.query("rollback").then(
    () => false,
    () => true,
  );

const names = new Map<string, string>();

/** The database plans a named statement once per connection. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `s${names.size}`;
  names.set(sql, name);
  return name;
}

function queriesOn(client: Pick<ClientBase, "query">): Queries {
  const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    client.query<Row>({ name: nameOf(sql), text: sql, values: values.map(withoutNul) });
  return {
    rows: async <Row extends object>(sql: string, values?: readonly unknown[]) =>
      (await query<Row>(sql, values)).rows,
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Serialisation failure, deadlock, and a lock that others held for too long: nothing was written. */
const isConflict = (error: unknown) => ["40001", "40P01", "55P03"].includes(codeOf(error));

/** The database is shutting down, restarting or read-only, or the connection is lost. */
const isOutage = (error: unknown): boolean =>
  /^(57P0[1-3]|08...|25006|53300|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT)$/.test(codeOf(error)) ||
  (error instanceof Error && /terminat|timeout|closed|not queryable/i.test(error.message));

/** Whether the values of a statement are to blame, and not the database: class 22 or 23. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof StoreError && /^2[23]/.test(codeOf(error.cause));

const failed = (error: unknown) => unavailable(`the database failed: ${reasonOf(error)}`, error);
