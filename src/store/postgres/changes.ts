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
      const listener = new Listener({ url, clock, log }, (message) => {
        const change = read(message, sender);
        if (change) onChange(change);
      });
      return { [Symbol.asyncDispose]: () => listener.close() };
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
class Listener {
  readonly #options: { url: string; clock: Clock; log: Log };
  readonly #onMessage: (message: string) => void;
  #client: Client | null = null;
  #timer: Timer | null = null;
  #failures = 0;
  #isClosed = false;
  #connecting: Promise<void>;

  constructor(
    options: { url: string; clock: Clock; log: Log },
    onMessage: (message: string) => void,
  ) {
    this.#options = options;
    this.#onMessage = onMessage;
    this.#connecting = this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.close();
    await this.#connecting;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      ...databaseConnection(this.#options.url),
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    this.#client = client;
    client.on("notification", ({ payload = "" }) => this.#onMessage(payload));
    // The end follows, and connects again.
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      client.once("end", () => this.#reconnect("the connection ended"));
      if (this.#failures > 0) this.#options.log.info("listening to other replicas again");
      this.#failures = 0;
    } catch (error) {
      client.end().catch(() => {});
      this.#reconnect(reasonOf(error));
    }
  }

  #reconnect(reason: string): void {
    if (this.#isClosed) return;
    const { clock, log } = this.#options;
    this.#failures += 1;
    if (this.#failures === 1) {
      log.warn({ reason }, "not listening to other replicas: caches expire by themselves");
    }
    this.#timer = clock.after(backoffMs(backoff, this.#failures), () => {
      this.#connecting = this.#connect();
    });
  }
}
