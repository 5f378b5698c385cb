/** Creates and upgrades the schema, one replica at a time, while others of the former version may be running. */
import { StoreError } from "../errors.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import { migrations as allMigrations, type Migration } from "./schema.ts";

/** The version of the schema that this bot knows. */
export const schemaVersion = allMigrations.length;

/** Any number, the same in every version: whoever holds this lock migrates. */
const migrationLock = 727_468_001;

interface Versions {
  version: number;
  /** The oldest version of the bot that can use the schema. */
  oldestCompatible: number;
}

/**
 * Applies what is missing, in one transaction. A newer schema is used as it is, as long as it is compatible.
 * @throws {StoreError} `unavailable` if the schema is no longer compatible with this bot, or a migration has to
 * wait for older replicas to end.
 */
export async function migrate(
  db: Pick<PostgresDatabase, "rows" | "run" | "transaction">,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  const before = await readVersions(db);
  if (before && before.version >= migrations.length) return checkCompatible(before, migrations);
  await db.transaction(
    async (tx) => {
      await tx.rows("select pg_advisory_xact_lock($1)", [migrationLock]);
      await tx.run("set local statement_timeout = '5min'");
      await tx.run(
        "create table if not exists schema_info (version integer not null, oldest_compatible integer not null)",
      );
      // Read again under the lock: another replica may have migrated meanwhile.
      const stored = (await readVersions(tx)) ?? { version: 0, oldestCompatible: 0 };
      checkCompatible(stored, migrations);
      await apply(tx, stored, migrations);
    },
    { repeatable: true },
  );
}

async function apply(
  tx: Queries,
  { version, oldestCompatible }: Versions,
  migrations: readonly Migration[],
): Promise<void> {
  const missing = migrations.slice(version);
  if (missing.length === 0) return;
  // Locked before replicas are counted: whoever registers has to wait, and finds the new versions.
  await tx.rows("select 1 from schema_info for update");
  const oldest = Math.max(oldestCompatible, ...missing.map((one) => one.oldestCompatible ?? 0));
  if (version > 0 && oldest > oldestCompatible) await refuseWhileOlderLive(tx, oldest);
  for (const { sql } of missing) {
    for (const statement of statementsOf(sql)) await tx.run(statement);
  }
  const versions = [migrations.length, oldest];
  const updated = await tx.run(
    "update schema_info set version = $1, oldest_compatible = $2",
    versions,
  );
  if (updated === 0) await tx.run("insert into schema_info values ($1, $2)", versions);
}

/** A named statement is one statement; ours end with a semicolon at the end of a line. */
const statementsOf = (sql: string): string[] =>
  sql
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

async function refuseWhileOlderLive(tx: Queries, oldest: number): Promise<void> {
  const [row] = await tx.rows<{ count: number }>(
    "select count(*) as count from replicas where until > clock_timestamp() and schema_version < $1",
    [oldest],
  );
  if (row && row.count > 0) {
    throw new StoreError(
      "unavailable",
      `${row.count} replicas of an older version are running: stop them before this version starts`,
    );
  }
}

function checkCompatible({ version, oldestCompatible }: Versions, known: readonly Migration[]) {
  if (known.length >= oldestCompatible) return;
  throw new StoreError(
    "unavailable",
    `the database was migrated by a newer version of the bot (schema ${version}, which needs at least ${oldestCompatible}; this one knows ${known.length})`,
  );
}

/**
 * For an operator's command, which leaves migrations to the bot.
 * @throws {StoreError} `unavailable` without a schema, or with one that this version can't use.
 */
export async function requireSchema(db: Queries): Promise<void> {
  const stored = await readVersions(db);
  if (!stored) {
    throw new StoreError(
      "unavailable",
      "no store in this database; is the environment loaded? The bot makes it at its first start",
    );
  }
  checkCompatible(stored, allMigrations);
  if (stored.version < schemaVersion) {
    throw new StoreError(
      "unavailable",
      `migrations are missing (schema ${stored.version}, this bot's is ${schemaVersion}): restart the bot, which applies them`,
    );
  }
}

/**
 * For a replica that registers: the versions stay as they are until its transaction ends.
 * @throws {StoreError} `unavailable` if this version of the bot can no longer use the schema.
 */
export async function requireCompatible(tx: Queries): Promise<void> {
  const [versions] = await tx.rows<Versions>(
    `select version, oldest_compatible as "oldestCompatible" from schema_info for share`,
  );
  if (versions) checkCompatible(versions, allMigrations);
}

/** @returns null for a database without the schema. */
export async function readVersions(db: Queries): Promise<Versions | null> {
  const [info] = await db.rows<{ exists: boolean }>(
    "select to_regclass('schema_info') is not null as exists",
  );
  if (!info?.exists) return null;
  const [versions] = await db.rows<Versions>(
    `select version, oldest_compatible as "oldestCompatible" from schema_info`,
  );
  return versions ?? null;
}
