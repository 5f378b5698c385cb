/** Checks a Postgres database: server, rights, clock, pooler, connections and replicas. */
import type { Clock } from "../../clock.ts";
import { databaseLink } from "../../config/database-address.ts";
import { reasonOf } from "../../errors.ts";
import type { DatabaseFacts } from "../../store/postgres/inspect.ts";
import { fault, hint, ok, skipped, type Area, type Check, type Finding } from "./check.ts";
import { skewOf } from "./probe.ts";

/** The oldest server whose SQL the store uses. */
const oldestServer = 140_000;
const reach = "see that DATABASE_URL names the writer, and that this machine may connect to it";

const statementsLost = fault(
  "named statements are lost between transactions: the bot can't work through this pooler",
  "use its session mode, or let it keep prepared statements (PgBouncer 1.21: max_prepared_statements)",
);

type Facts<Key extends keyof DatabaseFacts> = Pick<DatabaseFacts, Key>;

/** A database that is read when the first check needs it, and only once. */
export interface InspectedDatabase {
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
            return server(await facts());
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

function server({ server: { version, encoding } }: Facts<"server">): Finding {
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
