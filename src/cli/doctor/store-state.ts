/** Checks the store: its schema version, whether it can be written, and parked events. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { schemaIn } from "../../store/sqlite/upgrade-check.ts";
import { openSqliteStore } from "../../store/sqlite/open.ts";
import { createLog } from "../../observability/log.ts";
import { counted } from "../../observability/counted.ts";
import { localTime } from "../output.ts";
import type { Store } from "../../store/store.ts";
import { fault, hint, ok, type Area, type Finding } from "./check.ts";
import type { InspectedDatabase } from "./database.ts";

/** The open store, or null if it can't be used, and the finding about its version. */
export interface StoreState {
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
