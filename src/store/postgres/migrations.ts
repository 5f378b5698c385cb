/** Creates and upgrades the schema, one replica at a time, while others of the former version may be running. */
import { unavailable } from "../errors.ts";
import { firstRow, type Queries } from "../database.ts";
import { insertionOf } from "../order-rows.ts";
import type { PostgresDatabase } from "./database.ts";
import {
  baseSchema,
  baseVersion,
  migrations as allMigrations,
  schemaVersion,
  toBase,
  type Migration,
} from "../schema.ts";

/** The schema of the oldest version that can be upgraded. */
const oldestVersion = 12;

/** What only Postgres has: replicas, and the chats that they work on. */
const ownSchema = `
  create table replicas (
    id bigint generated always as identity primary key,
    until timestamptz not null,
    schema_version integer not null,
    name text not null
  );

  -- Keys of events are kept long, to recognise redeliveries; their content only until they are processed.
  create table event_keys (
    account text not null,
    webhook_event_id text not null,
    received_at bigint not null,
    primary key (account, webhook_event_id)
  ) with (autovacuum_vacuum_scale_factor = 0.05);
  -- Rows lie in the order of their arrival, so a few bytes per range find the old ones.
  create index event_keys_old on event_keys using brin (received_at);

  create table inbox (
    id bigint generated always as identity primary key,
    account text not null,
    chat text not null,
    webhook_event_id text not null,
    message_id text,
    body text not null,
    received_at bigint not null,
    attempts integer not null default 1,
    state text not null default 'open' check (state in ('open', 'parked')),
    park_reason text,
    decided text
  ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
  create index inbox_open on inbox (account, chat, id) where state = 'open';
  create index inbox_parked on inbox (id) where state = 'parked';

  -- A lane is a chat with open events, and the replica that works on it; null: whoever has room.
  create table lanes (
    account text not null,
    chat text not null,
    owner bigint,
    epoch bigint not null,
    primary key (account, chat)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
  create index lanes_owner on lanes (owner);
  -- Epochs are unique over all lanes, so that one that was let go and taken again is another one.
  create sequence lane_epochs;

  create table leaders (
    job text primary key,
    replica bigint not null,
    until timestamptz not null
  );`;

const auditStays = `
  create function audit_is_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit is append-only'; end $$;
  create trigger audit_is_append_only before delete or update on audit
    for each row execute function audit_is_append_only();`;

/** Any number, the same in every version: whoever holds this lock migrates. */
const migrationLock = 727_468_001;

interface Versions {
  version: number;
  /** The oldest version of the bot that can use the schema. */
  oldestCompatible: number;
}

const versionsSql = `select version, oldest_compatible as "oldestCompatible" from schema_info`;

/**
 * Applies what is missing, in one transaction. A newer schema is used as it is, as long as it is compatible.
 * @throws {StoreError} `unavailable` if the schema is no longer compatible with this bot, or a migration has to
 * wait for older replicas to end.
 */
export async function migrate(
  db: Pick<PostgresDatabase, "rows" | "run" | "transaction">,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  const known = baseVersion + migrations.length;
  const before = await readVersions(db);
  if (before && before.version >= known) return checkCompatible(before, known);
  await db.transaction(
    async (tx) => {
      await tx.rows("select pg_advisory_xact_lock($1)", [migrationLock]);
      await tx.run("set local statement_timeout = '5min'");
      await tx.run(
        "create table if not exists schema_info (version integer not null, oldest_compatible integer not null)",
      );
      // Read again under the lock: another replica may have migrated meanwhile.
      const stored = (await readVersions(tx)) ?? { version: 0, oldestCompatible: 0 };
      checkCompatible(stored, known);
      await apply(tx, stored, migrations);
    },
    { repeatable: true },
  );
}

async function apply(
  tx: Queries,
  stored: Versions,
  migrations: readonly Migration[],
): Promise<void> {
  const { version } = stored;
  const known = baseVersion + migrations.length;
  if (version >= known) return;
  checkUpgradable(version);
  // Locked before replicas are counted: whoever registers has to wait, and finds the new versions.
  await tx.rows("select 1 from schema_info for update");
  const oldest = oldestAfter(stored, migrations);
  if (version > 0 && oldest > stored.oldestCompatible) await refuseWhileOlderLive(tx, oldest);
  const make = async (sql: string) => {
    for (const statement of statementsOf(sql)) await tx.run(statement);
  };
  if (version === 0) for (const sql of [ownSchema, baseSchema, auditStays]) await make(sql);
  if (isFormer(version)) await upgradeToBase(tx, make);
  for (const { sql } of laterThan(version, migrations)) await make(sql);
  const versions = [known, oldest];
  const updated = await tx.run(
    "update schema_info set version = $1, oldest_compatible = $2",
    versions,
  );
  if (updated === 0) await tx.run("insert into schema_info values ($1, $2)", versions);
}

const isFormer = (version: number) => version > 0 && version < baseVersion;
const laterThan = (version: number, migrations: readonly Migration[]) =>
  migrations.slice(Math.max(0, version - baseVersion));

/** The oldest version that can use the schema once it is upgraded. */
const oldestAfter = (
  { version, oldestCompatible }: Versions,
  migrations: readonly Migration[],
): number =>
  Math.max(
    oldestCompatible,
    isFormer(version) ? baseVersion : 0,
    ...laterThan(version, migrations).map((one) => one.oldestCompatible ?? 0),
  );

function checkUpgradable(version: number): void {
  if (version === 0 || version >= oldestVersion) return;
  throw unavailable(
    `the database was written by a version of the bot that is too old (schema ${version}, this one upgrades from ${oldestVersion})`,
  );
}

/**
 * Tells what `migrate` would do with a database, which is only read.
 * @returns null without a store. @throws {StoreError} `unavailable` if this version can't upgrade it.
 */
export async function planUpgrade(db: Queries) {
  const stored = await readVersions(db);
  if (!stored) return null;
  checkCompatible(stored, schemaVersion);
  checkUpgradable(stored.version);
  const oldest = oldestAfter(stored, allMigrations);
  const size = await firstRow<{ rows: number; bytes: number }>(
    db,
    `select coalesce(sum(n_live_tup), 0)::bigint as rows,
       coalesce(sum(pg_total_relation_size(relid)), 0)::bigint as bytes
     from pg_stat_user_tables where schemaname = current_schema()`,
  );
  return {
    ...stored,
    /** The oldest version that can use the schema afterwards. */
    oldestAfter: oldest,
    /** Names of the replicas that have to be stopped before. */
    toStop: await olderReplicas(db, oldest),
    /** Of all its tables together: rows as the server last counted them, and bytes on its disk. */
    rows: size?.rows ?? 0,
    bytes: size?.bytes ?? 0,
  };
}

async function upgradeToBase(tx: Queries, make: (sql: string) => Promise<void>): Promise<void> {
  await make(toBase.before);
  for (const [select, ordersOf] of toBase.orders) {
    for (const former of await tx.rows<Parameters<typeof ordersOf>[0]>(select)) {
      for (const order of ordersOf(former)) await tx.run(...insertionOf(order));
    }
  }
  await make(toBase.after);
}

/** A named statement is one statement; ours end with a semicolon at the end of a line. */
const statementsOf = (sql: string): string[] =>
  sql
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

async function refuseWhileOlderLive(tx: Queries, oldest: number): Promise<void> {
  const older = await olderReplicas(tx, oldest);
  if (older.length > 0) {
    throw unavailable(
      `${older.length} replicas of an older version are running: stop them before this version starts`,
    );
  }
}

/** The names of the replicas that are alive and can't use the schema once its oldest compatible version is this. */
async function olderReplicas(db: Queries, oldest: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    "select name from replicas where until > clock_timestamp() and schema_version < $1 order by id",
    [oldest],
  );
  return rows.map(({ name }) => name);
}

function checkCompatible({ version, oldestCompatible }: Versions, known: number) {
  if (known >= oldestCompatible) return;
  throw unavailable(
    `the database was migrated by a newer version of the bot (schema ${version}, which needs at least ${oldestCompatible}; this one knows ${known})`,
  );
}

/**
 * For an operator's command, which leaves migrations to the bot.
 * @throws {StoreError} `unavailable` without a schema, or with one that this version can't use.
 */
export async function requireSchema(db: Queries): Promise<void> {
  const stored = await readVersions(db);
  if (!stored) {
    throw unavailable(
      "no store in this database; is the environment loaded? The bot makes it at its first start",
    );
  }
  checkCompatible(stored, schemaVersion);
  if (stored.version < schemaVersion) {
    throw unavailable(
      `migrations are missing (schema ${stored.version}, this bot's is ${schemaVersion}): restart the bot, which applies them`,
    );
  }
}

/**
 * For a replica that registers: the versions stay as they are until its transaction ends.
 * @throws {StoreError} `unavailable` if this version of the bot can no longer use the schema.
 */
export async function requireCompatible(tx: Queries): Promise<void> {
  const versions = await firstRow<Versions>(tx, `${versionsSql} for share`);
  if (versions) checkCompatible(versions, schemaVersion);
}

/** @returns null for a database without the schema. */
export async function readVersions(db: Queries): Promise<Versions | null> {
  const sql = "select to_regclass('schema_info') is not null as exists";
  const info = await firstRow<{ exists: boolean }>(db, sql);
  return info?.exists ? firstRow<Versions>(db, versionsSql) : null;
}
