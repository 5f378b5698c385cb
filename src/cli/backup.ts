/** CLI commands `backup FILE`, also while the bot runs, and `restore`, while it is stopped. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { counted } from "../observability/counted.ts";
import type { Settled } from "../store/settle-restored.ts";
import { backUp } from "../store/sqlite/backup.ts";
import { restoreStore } from "../store/sqlite/restore.ts";
import { type Command, CommandError, parseWords, type Terminal, UsageError } from "./command.ts";
import { refuseDatabase } from "./store.ts";

export const backup: Command = {
  async run(args, { environment, print }) {
    const [file = ""] = parseWords(args, { words: 1 }, "backup into which file?").words;
    const { config, secrets } = readConfig(environment);
    refuseDatabase(secrets);
    const { bytes, version } = await backUp(config.dataDir, resolve(file));
    print(`${resolve(file)}  ${counted(bytes, "byte")}, schema ${version}, whole`);
    if (config.connect.kind === "embedded") {
      print("The embedded platform's data is a demo and isn't in it.");
    }
    return 0;
  },
};

const message = "restore which file? Or restore --settle, once Postgres has restored the database";

/** CLI command `restore`: replaces the store by a backup, or settles a restored database, while the bot is stopped. */
export const restore: Command = {
  async run(args, { environment, print }) {
    const { words, flags } = parseWords(args, { optionalWords: 1, flags: ["settle"] }, message);
    const [file] = words;
    const isSettling = flags.has("settle");
    if (isSettling === (file !== undefined)) throw new UsageError(message);
    const { config, secrets } = readConfig(environment);
    if (file === undefined) {
      if (secrets.databaseUrl === null) {
        throw new CommandError(
          "--settle is for Postgres (DATABASE_URL): here, restore FILE does it",
        );
      }
      const { settleRestored } = await import("../store/postgres/settle-restored.ts");
      print(...settled(await settleRestored(secrets.databaseUrl, systemClock)));
      return 0;
    }
    refuseDatabase(secrets);
    refuseUnsetFolder(environment, config.dataDir);
    const restored = await restoreStore(config.dataDir, resolve(file), systemClock);
    const { aside } = restored;
    print(
      `Restored from ${resolve(file)}.`,
      aside ? `The former store is kept as ${aside}.` : "There was no store before.",
      ...settled(restored),
    );
    return 0;
  },
};

const settled = ({ events, orders, questions, notices, invitations }: Settled) => [
  `Nothing that was open is continued: ${counted(events, "event")} parked as restored, ${counted(orders, "order")} left`,
  `to a person in /pending, ${counted(questions, "question")} cancelled, ${counted(notices, "notice")} and`,
  `${counted(invitations, "invitation")} dropped. What staff were about to write is forgotten.`,
  "Staff, languages and published texts are as of the backup: look through staff list. Events of",
  "the time since then aren't known any more. A refresh token of the platform's may have been renewed",
  "since: if signing in fails, set a fresh CONNECT_EXCHANGE_TOKEN.",
];

/**
 * The only command that may make a store, on a new machine: there DATA_DIR has to be set.
 * @throws {CommandError} if it isn't and there is no store.
 */
function refuseUnsetFolder(environment: Terminal["environment"], dataDir: string): void {
  if (environment["DATA_DIR"]?.trim() || existsSync(join(dataDir, "bot.sqlite"))) return;
  throw new CommandError(
    `no store at ${resolve(dataDir)}; is the environment loaded? To restore where none is, set DATA_DIR`,
  );
}
