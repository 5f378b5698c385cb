/** Checks the store: its schema, whether it can be written, parked events; and a Postgres database's server, rights, clock, pooler and replicas. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Clock } from "../../clock.ts";
import { databaseLink } from "../../config/database-address.ts";
import { reasonOf } from "../../errors.ts";
import { counted } from "../../observability/counted.ts";
import { createLog } from "../../observability/log.ts";
import type { DatabaseFacts } from "../../store/postgres/inspect.ts";
import { openSqliteStore } from "../../store/sqlite/open.ts";
import { schemaIn } from "../../store/sqlite/upgrade-check.ts";
import type { Store } from "../../store/store.ts";
import { localTime } from "../output.ts";
import { type Area, type Check, fault, type Finding, hint, ok, skipped } from "./check.ts";
import { skewOf } from "./probe.ts";

// Checks the store: its schema version, whether it can be written, and parked events.

/** The open store, or null if it can't be used, and the finding about its version. */
interface StoreState {
  store: Store | null;
  finding: Finding;
}

const firstStart = "is the environment loaded? The bot makes it at its first start";
const databaseChecks = "see the checks of the database";
const restart = "restart the bot: it applies them";
const ownership =
  "see that DATA_DIR belongs to the user that the bot runs as, and that the disk has room";

/** Opens the store only if its schema is usable as it is: migrations are left to the bot. */
export function readStoreState(
  dataDir: string,
  database: InspectedDatabase | null,
  clock: Clock,
): StoreState | Promise<StoreState> {
  return database ? readDatabaseState(database, clock) : readFileState(dataDir, clock);
}

async function readDatabaseState(
  { url, facts }: InspectedDatabase,
  clock: Clock,
): Promise<StoreState> {
  try {
    const { server, schema } = await facts();
    if (!server.ownsTables) {
      return { store: null, finding: fault("the store belongs to another user", databaseChecks) };
    }
    if (schema === null) return { store: null, finding: hint("no store yet", firstStart) };
    const { version, known, oldestCompatible } = schema;
    const versions = `schema ${version}, this bot's is ${known}`;
    if (known < oldestCompatible) {
      const tells = `a newer bot migrated it, and this one can't use it (${versions})`;
      return { store: null, finding: fault(tells, "run that newer version") };
    }
    if (version < known) {
      const finding = hint(`migrations are missing (${versions})`, restart);
      return { store: null, finding };
    }
    const { openPostgresStore } = await import("../../store/postgres/open.ts");
    const log = createLog("silent");
    const store = await openPostgresStore(url, { attach: true, clock, log });
    const tells =
      version > known ? `newer, and usable (${versions})` : `current (schema ${version})`;
    return { store, finding: ok(tells) };
  } catch (error) {
    return { store: null, finding: fault(reasonOf(error), databaseChecks) };
  }
}

function readFileState(dataDir: string, clock: Clock): StoreState {
  try {
    const schema = schemaIn(dataDir);
    if (!schema) return { store: null, finding: beforeTheFirstStart(dataDir) };
    const { stored, current, isUsable } = schema;
    const version = `schema ${stored}, this bot's is ${current}`;
    if (stored > current) {
      const finding = fault(
        `a newer bot wrote it (${version})`,
        "run that newer version, or restore a backup from before it",
      );
      return { store: null, finding };
    }
    if (!isUsable) {
      const finding = fault(
        `too old a version of the bot wrote it (${version})`,
        "start a version of the bot from between first, or restore a newer backup",
      );
      return { store: null, finding };
    }
    if (stored < current) {
      return { store: null, finding: hint(`migrations are missing (${version})`, restart) };
    }
    const store = openSqliteStore(dataDir, clock, { attach: true });
    return { store, finding: ok(`current (schema ${stored})`) };
  } catch (error) {
    return { store: null, finding: fault(reasonOf(error), ownership) };
  }
}

function beforeTheFirstStart(dataDir: string): Finding {
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const cannot = fault("no store yet, and its folder can't be made or written", ownership);
  if (!statSync(folder).isDirectory()) return cannot;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return hint(`no store yet at ${resolve(dataDir)}`, firstStart);
  } catch {
    return cannot;
  }
}

/** @param options `timeZone`: the business's. `account`: the one that the bot is configured for; null = not known yet. */
export function storeArea(
  { store, finding }: StoreState,
  { timeZone, account }: { timeZone: string; account: string | null },
): Area {
  const needs = "migrations";
  const opened = (): Store => {
    if (store) return store;
    throw new Error("the store isn't open");
  };
  return {
    name: "store",
    checks: [
      { name: needs, run: async () => finding },
      { name: "writable", needs, run: () => writable(opened()) },
      { name: "parked events", needs, run: () => parkedIn(opened(), timeZone) },
      { name: "former accounts", needs, run: () => leftByFormerAccounts(opened(), account) },
    ],
  };
}

async function writable(store: Store): Promise<Finding> {
  try {
    await store.check();
    return ok("can be written");
  } catch (error) {
    return fault(reasonOf(error), ownership);
  }
}

async function parkedIn({ inbox }: Store, timeZone: string): Promise<Finding> {
  const events = await inbox.parked();
  const [oldest] = events;
  if (!oldest) return ok("none");
  const since = localTime(oldest.receivedAt, timeZone);
  return hint(
    `${counted(events.length, "waits", "wait")} for a person, ${events.length === 1 ? "" : "the oldest "}since ${since}`,
    "npm run cli -- parked list, then show, retry or drop",
  );
}

/** What an account that the bot was configured for before has left open: nobody of the present one is told of it. */
async function leftByFormerAccounts({ orders }: Store, account: string | null): Promise<Finding> {
  const open = await orders.accountsWithUnfinished();
  const former = open.filter((one) => one !== account);
  if (account === null || former.length === 0) return ok("none has left anything open");
  return hint(
    `orders of ${former.join(", ")} are open`,
    "the bot goes on with what was sent; what needs a person is in /pending of that account: start the bot with it, or look on the platform",
  );
}

// Checks a Postgres database: server, rights, clock, pooler, connections and replicas.

/** The oldest server whose SQL the store uses. */
const oldestServer = 140_000;
const reach = "see that DATABASE_URL names the writer, and that this machine may connect to it";

const statementsLost = fault(
  "named statements are lost between transactions: the bot can't work through this pooler",
  "use its session mode, or let it keep prepared statements (PgBouncer 1.21: max_prepared_statements)",
);

type Facts<Key extends keyof DatabaseFacts> = Pick<DatabaseFacts, Key>;

/** A database that is read when the first check needs it, and only once. */
interface InspectedDatabase {
  /** With its password, which no finding holds. */
  url: string;
  /** @throws {StoreError} `unavailable` when it can't be reached. */
  facts(): Promise<DatabaseFacts>;
}

export function inspectOnce(url: string, clock: Clock): InspectedDatabase {
  // Imported on demand: a bot on SQLite never loads the driver.
  const inspect = async () =>
    (await import("../../store/postgres/inspect.ts")).inspectDatabase(url, clock);
  let read: Promise<DatabaseFacts> | null = null;
  return { url, facts: () => (read ??= inspect()) };
}

export function databaseArea({ url, facts }: InspectedDatabase, clock: Clock): Area {
  const needs = "server";
  return {
    name: "database",
    checks: [
      {
        name: needs,
        async run() {
          try {
            return serverCheck(await facts());
          } catch (error) {
            const reason = reasonOf(error);
            return reason.includes("prepared statement") ? statementsLost : fault(reason, reach);
          }
        },
      },
      ...encryption(url),
      { name: "writer", needs, run: async () => writer(await facts()) },
      { name: "durability", needs, run: async () => durability(await facts()) },
      { name: "rights", needs, run: async () => rights(await facts()) },
      { name: "clock", needs, run: async () => skewOf((await facts()).aheadMs) },
      { name: "pooler", needs, run: () => pooler(url, clock) },
      { name: "replicas", needs, run: async () => replicas(await facts()) },
      { name: "connections", needs, run: async () => connections(await facts()) },
    ],
  };
}

/** Where anybody is in between: whether they can read what is sent. */
function encryption(url: string): Check[] {
  const { kind, host } = databaseLink(url);
  if (kind === "local") return [];
  const finding =
    kind === "encrypted"
      ? ok(`encrypted, and the certificate of ${host} is verified`)
      : hint(
          `none: whoever is between this machine and ${host} reads and changes everything, the password too`,
          "say sslmode=verify-full, unless the network between them is the bot's own",
        );
  return [{ name: "encryption", run: async () => finding }];
}

function serverCheck({ server: { version, encoding } }: Facts<"server">): Finding {
  const name = `Postgres ${Math.floor(version / 10_000)}`;
  if (version < oldestServer) return fault(`${name} is too old`, "use Postgres 14 or later");
  return encoding === "UTF8"
    ? ok(`${name}, ${encoding}`)
    : fault(
        `its texts are stored as ${encoding}, which hasn't every letter`,
        "create the database with encoding 'UTF8' and template template0",
      );
}

function writer({ server: { isReader, isReadOnly } }: Facts<"server">): Finding {
  if (isReader) return fault("it is a read replica, which refuses every write", reach);
  return isReadOnly
    ? fault(
        "transactions are read-only by default",
        "set default_transaction_read_only = off for this user and database",
      )
    : ok("takes writes");
}

const durability = ({ server: { isDurable } }: Facts<"server">): Finding =>
  isDurable
    ? ok("a commit is on the disk before it is confirmed")
    : hint(
        "fsync or synchronous_commit is off: events that LINE got a 200 for may be lost in a crash",
        "set both on",
      );

function rights({ server: { schema, mayCreate, ownsTables, mayLock } }: Facts<"server">): Finding {
  if (schema === null) {
    return fault("the search path leads to no schema", "create the one that it names, or set it");
  }
  if (!mayCreate) {
    return fault(
      `tables can't be made in the schema ${schema}`,
      `grant create on schema ${schema} to this user, or make it the database's owner`,
    );
  }
  if (!ownsTables) {
    return fault(
      "the tables belong to another user, so that migrations can't change them",
      "connect as their owner, or as a member of that role",
    );
  }
  return mayLock
    ? ok(`makes and changes tables in the schema ${schema}, and takes advisory locks`)
    : fault("advisory locks are refused", "grant execute on pg_advisory_xact_lock to this user");
}

async function pooler(url: string, clock: Clock): Promise<Finding> {
  const { inspectSessions } = await import("../../store/postgres/inspect.ts");
  const { hasPooler, isShared, keepsStatements, isNotified } = await inspectSessions(url, clock);
  if (!keepsStatements) return statementsLost;
  if (isShared) {
    return hint(
      "in transaction mode: notifications are lost, so that replicas see each other's changes later",
      "connect to the server itself, or use session mode, unless the delays of docs/scaling.md do",
    );
  }
  if (!isNotified) {
    return hint(
      "notifications don't arrive: replicas see each other's changes later",
      "connect to the writer itself",
    );
  }
  return ok(hasPooler ? "in session mode" : "none seen");
}

function replicas({ schema, replicas: alive }: Facts<"schema" | "replicas">): Finding {
  if (!schema) return skipped("no store here yet that this user owns");
  const names = alive.map(({ name }) => name).join(", ");
  const tells = alive.length === 0 ? "none running" : `running: ${alive.length} (${names})`;
  const versions = new Set(alive.map(({ schemaVersion }) => schemaVersion));
  return versions.size > 1
    ? hint(`${tells}, of versions that differ`, "end the rolling deploy: restart the older ones")
    : ok(tells);
}

/** One replica more, since a rolling deploy starts the new one first. */
async function connections({
  connections: { limit, others },
  replicas: alive,
}: Facts<"connections" | "replicas">): Promise<Finding> {
  const { connectionsOfReplica } = await import("../../store/postgres/inspect.ts");
  const count = Math.max(1, alive.length) + 1;
  const needed = count * connectionsOfReplica;
  const tells = `${limit} allowed, ${others} used by others; ${count} replicas take up to ${needed}`;
  return needed + others <= limit
    ? ok(tells)
    : hint(tells, "raise max_connections, or put a pooler in front");
}
