/** Creates the schema of a new store, and upgrades a store of a former version. */
import type { DatabaseSync } from "node:sqlite";
import { unavailable } from "../errors.ts";
import { insertionOf } from "../order-rows.ts";
import { baseOf, baseSchema, baseVersion, migrations, schemaVersion, toBase } from "../schema.ts";
import { Statements, translatedSchema } from "./database.ts";

/** The schema of the oldest version that can be upgraded. */
const oldestVersion = 20;

/** What only SQLite has. */
const ownSchema = `
  -- Keys of events are kept long, to recognise redeliveries; their content only until they are processed.
  create table event_keys (
    id integer primary key,
    account text not null,
    webhook_event_id text not null,
    received_at integer not null,
    unique (account, webhook_event_id)
  ) strict;

  create table inbox (
    id integer primary key,
    account text not null,
    chat text not null,
    message_id text,
    body text not null,
    received_at integer not null,
    attempts integer not null default 1,
    -- For a check with a list of values, SQLite builds a table of the list per row: half the time of an insert.
    state text not null default 'open'
      check (state = 'open' or state = 'parked' or state = 'retry'),
    park_reason text,
    decided text
  ) strict;`;

/** Makes the current schema. @param version of the store; 0 = it is empty. */
function upgrade(db: DatabaseSync, version: number): void {
  if (version === 0) db.exec(`${ownSchema}\n${translatedSchema(baseSchema)}\n${auditStays}`);
  else if (version < baseVersion) upgradeToBase(db, version);
  for (const { sql } of migrations.slice(Math.max(0, version - baseVersion))) {
    db.exec(translatedSchema(sql));
  }
}

function upgradeToBase(db: DatabaseSync, version: number): void {
  if (version === 20) db.exec(upgradeFrom20);
  db.exec(translatedSchema(toBase.before));
  const statements = new Statements(db);
  for (const [select, ordersOf] of toBase.orders) {
    for (const former of statements.rows<Parameters<typeof ordersOf>[0]>(select)) {
      for (const order of ordersOf(former)) statements.run(...insertionOf(order));
    }
  }
  db.exec(toBase.after);
}

/**
 * Creates or upgrades the schema in one transaction.
 * @throws {StoreError} `unavailable` if a newer version of the bot wrote the store, or one that is too old.
 */
export function migrate(db: DatabaseSync): void {
  if (versionOf(db) === schemaVersion) return;
  db.exec("begin immediate");
  try {
    // Read again inside the transaction: another process may have migrated meanwhile.
    const version = versionOf(db);
    checkVersion(version);
    upgrade(db, version);
    db.exec(`pragma user_version = ${schemaVersion}; commit`);
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}

function checkVersion(version: number): void {
  if (version > schemaVersion) {
    throw unavailable(
      `the store was written by a newer version of the bot (schema ${version}, this one knows ${schemaVersion})`,
    );
  }
  if (!isUpgradable(version)) {
    throw unavailable(
      `the store was written by a version of the bot that is too old (schema ${version}, this one upgrades from ${oldestVersion})`,
    );
  }
}

/** Whether `migrate` brings a store of this version to the current one. */
export const isUpgradable = (version: number): boolean =>
  version === 0 || (version >= oldestVersion && version <= schemaVersion);

/** The schema version of a database; 0 for an empty one. */
export const versionOf = (db: DatabaseSync) =>
  Number(db.prepare("pragma user_version").get()?.["user_version"]);

// The upgrade of a store of version 20 to the names, columns and keys that the schema has on both databases, but for orders.

const auditStays = `create trigger audit_stays before delete on audit
    begin select raise(abort, 'the audit is append-only'); end;
  create trigger audit_is_not_rewritten before update on audit
    begin select raise(abort, 'the audit is append-only'); end;`;

const { definition, indexes } = baseOf("audit");

export const upgradeFrom20 = `
  alter table audit rename to former_audit;
  ${translatedSchema(definition)}
  -- Entries of former versions don't say what an undo undoes; its confirmation does.
  insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id,
      member_uuid, facts, line_id)
    select entry.id, entry.account, at, actor, event_id, step, entry.command, confirmation,
      entry.ref_id, entry.member_uuid,
      iif(undo_of is null, facts, json_set(facts, '$.undoOf', undo_of)),
      iif(json_type(facts, '$.lineId') = 'text', facts ->> '$.lineId', null)
    from former_audit as entry left join confirmations
      on confirmations.account = entry.account and confirmations.id = entry.confirmation
    order by entry.id;
  drop table former_audit;
  ${indexes}
  ${auditStays}

  create index notices_carrier on notices (carrier);

  alter table member_index rename column walk to crawl;
  alter table member_walk rename to member_crawl;
  alter table member_crawl rename column walk to crawl;
  alter table member_crawl rename column whole to is_complete;`;
