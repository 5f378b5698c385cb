/** Finds out what a connection keeps between its transactions, which a pooler in front of Postgres decides. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { withTimeout, type Clock } from "../../clock.ts";
import { databaseConnection } from "../../config/database-address.ts";

export interface SessionFacts {
  /** Whether something that isn't the server itself was seen to answer connections. */
  hasPooler: boolean;
  /** Whether a connection has another session of the server after others were at work: "transaction mode". */
  isShared: boolean;
  /** Whether named statements are known afterwards. */
  keepsStatements: boolean;
  /** Whether notifications arrive. */
  isNotified: boolean;
}

/** Deadline in milliseconds of a connection, and of an answer. */
const answerMs = 3000;
/** How long a notification may take. */
const notificationMs = 1000;
/** Connections that are busy while the first one is looked at again, so that a pooler has to give it another session. */
const maxOthers = 3;

/** Leaves nothing in the database. @throws {Error} when it can't be reached. */
export async function inspectSessions(url: string, clock: Clock): Promise<SessionFacts> {
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
    hasPooler: hasPooler || isShared,
    isShared,
    keepsStatements: later !== null,
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
