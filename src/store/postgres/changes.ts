/** Implements changes in Postgres: NOTIFY tells them, and one connection of each replica listens. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { backoffMs, type Clock, type Timer } from "../../clock.ts";
import { databaseConnection } from "../../config/database-address.ts";
import { reasonOf } from "../../errors.ts";
import type { Log } from "../../observability/log.ts";
import type { Change, Changes } from "../coordination.ts";
import type { PostgresDatabase } from "./database.ts";

const channel = "line_loyalty_bot_changes";
const connectMs = 3000;
const answerMs = 8000;
/** How soon the system looks whether a silent connection is still there. */
const keepAliveMs = 10_000;
const backoff = { firstMs: 500, maxMs: 30_000, jitter: 0.25 };

/** @param url `postgres://…`. Through a pooler in transaction mode nothing is heard; nobody relies on it. */
export function postgresChanges(
  url: string,
  db: PostgresDatabase,
  { clock, log }: { clock: Clock; log: Log },
): Changes {
  /** Tells this process's notifications from those of others. */
  const sender = randomUUID();
  return {
    async announce(change) {
      try {
        const message = JSON.stringify({ ...change, sender });
        await db.rows("select pg_notify($1, $2)", [channel, message]);
      } catch (error) {
        log.warn({ kind: change.kind, reason: reasonOf(error) }, "announcing a change failed");
      }
    },
    listen(onChange) {
      return listenOn(url, { clock, log }, (message) => {
        const change = read(message, sender);
        if (change) onChange(change);
      });
    },
  };
}

/** @returns null for one of our own, and for what others send on this channel. */
function read(message: string, sender: string): Change | null {
  try {
    const change = JSON.parse(message) as Change & { sender: string };
    return change.sender === sender ? null : change;
  } catch {
    return null;
  }
}

/** Listens on a connection of its own, and connects again with a back-off when that breaks. */
function listenOn(
  url: string,
  { clock, log }: { clock: Clock; log: Log },
  onMessage: (message: string) => void,
): AsyncDisposable {
  let client: Client | null = null;
  let timer: Timer | null = null;
  let failures = 0;
  let isClosed = false;

  async function connect(): Promise<void> {
    const connection = new Client({
      ...databaseConnection(url),
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    client = connection;
    connection.on("notification", ({ payload = "" }) => onMessage(payload));
    // The end follows, and connects again.
    connection.on("error", () => {});
    try {
      await connection.connect();
      await connection.query(`listen ${channel}`);
      connection.once("end", () => reconnect("the connection ended"));
      if (failures > 0) log.info("listening to other replicas again");
      failures = 0;
    } catch (error) {
      connection.end().catch(() => {});
      reconnect(reasonOf(error));
    }
  }

  function reconnect(reason: string): void {
    if (isClosed) return;
    failures += 1;
    if (failures === 1) {
      log.warn({ reason }, "not listening to other replicas: caches expire by themselves");
    }
    timer = clock.after(backoffMs(backoff, failures), () => {
      connecting = connect();
    });
  }

  let connecting = connect();
  return {
    async [Symbol.asyncDispose]() {
      isClosed = true;
      timer?.close();
      await connecting;
      await client?.end();
    },
  };
}
