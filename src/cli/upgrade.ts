/** CLI command `upgrade --check`: what this version will do with the store at its first start. It writes nothing to it. */
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { counted } from "../observability/counted.ts";
import { rehearseUpgrade, schemaIn } from "../store/sqlite/upgrade-check.ts";
import { type Command, parseWords, UsageError } from "./command.ts";

const message = "upgrade --check; the upgrade itself is the bot's, at its start";
const noStore = "There is no store yet: the bot makes it at its first start.";

export const upgrade: Command = {
  async run(args, { environment, print }) {
    const { flags } = parseWords(args, { flags: ["check"] }, message);
    if (!flags.has("check")) throw new UsageError(message);
    const { config, secrets } = readConfig(environment);
    const { databaseUrl } = secrets;
    print(...(databaseUrl === null ? await ofFile(config.dataDir) : await ofDatabase(databaseUrl)));
    return 0;
  },
};

async function ofFile(dataDir: string): Promise<string[]> {
  const versions = schemaIn(dataDir);
  if (!versions) return [noStore];
  const { stored, current } = versions;
  if (stored === current) return [unchanged(current)];
  const { bytes, ms } = await rehearseUpgrade(dataDir);
  return [
    upgrades(stored, current),
    `It took ${seconds(ms)} here, with a copy of ${megabytes(bytes)} that is gone again; the bot isn't running for that time.`,
    "One process owns the store: stop the former version first.",
    "The former version doesn't open it afterwards. For the way back: npm run cli -- backup FILE before it, and",
    "restore FILE with the former version.",
  ];
}

async function ofDatabase(url: string): Promise<string[]> {
  const { connectDatabase } = await import("../store/postgres/database.ts");
  const { planUpgrade } = await import("../store/postgres/migrations.ts");
  const { schemaVersion } = await import("../store/schema.ts");
  await using db = connectDatabase(url, { poolSize: 1, clock: systemClock });
  const plan = await planUpgrade(db);
  if (!plan) return [noStore];
  const { version, oldestAfter, toStop, rows, bytes } = plan;
  if (version >= schemaVersion) return [unchanged(version)];
  const mayStay = oldestAfter <= version;
  return [
    upgrades(version, schemaVersion),
    `The first replica of it does so, the others wait. The database has about ${counted(rows, "row")} in ${megabytes(bytes)};`,
    "how long that takes shows on a copy: restore a backup elsewhere, and start this version there.",
    mayStay
      ? "Replicas of the former version may run beside it, and go on afterwards."
      : "Replicas of the former version can't run beside it: stop all of them first, or it refuses to start.",
    ...(toStop.length > 0 ? [`Running now: ${toStop.join(", ")}.`] : []),
    mayStay
      ? "The former version can use the database afterwards."
      : "The former version can't use the database afterwards. For the way back: a backup of the database before it.",
  ];
}

const unchanged = (version: number) =>
  `The store has the schema of this version (${version}): nothing is changed.`;

const upgrades = (from: number, to: number) =>
  `At its start this version upgrades the store, once and as a whole or not at all: schema ${from} → ${to}.`;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
