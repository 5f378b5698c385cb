/** Creates the schema of a new store, and upgrades a store of a former version. */
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";
import { baseSchema, baseVersion, migrations, schemaVersion } from "./schema.ts";

/** The schema of the oldest version that can be upgraded. */
const oldestVersion = 7;

/** The SQL that upgrades a store to the base schema; each part is for stores from before its version. */
function upgradeToBase(version: number): string {
  const parts: readonly [from: number, sql: string][] = [
    [
      8,
      `create table new_notices (
         id integer primary key autoincrement,
         account text not null,
         line_id text not null,
         notice text not null,
         at integer not null,
         push_key text not null,
         pushable integer not null default 1,
         pushed_at integer,
         carrier text
       ) strict;
       insert into new_notices (id, account, line_id, notice, at, push_key)
         select id, account, line_id, notice, at, lower(
           hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
           || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))
         from notices;
       drop table notices;
       alter table new_notices rename to notices;
       create index notices_of on notices (account, line_id);`,
    ],
    // Unresolved orders may have been sent any number of times, so they are not sent again.
    // Undone orders were undone as a whole.
    [
      9,
      `alter table confirmations add column sends integer not null default 0;
       alter table confirmations add column sent_at integer;
       alter table confirmations add column clock_difference integer;
       update confirmations set sends = 2, sent_at = unixepoch() * 1000
         where state in ('taken', 'unknown', 'person');
       update confirmations set gifts = 0, points = 0 where state = 'undone';`,
    ],
    [
      10,
      `update confirmations set state = case state when 'taken' then 'claimed'
           when 'waiting' then 'awaiting_approval' when 'person' then 'needs_review' else 'expired' end
         where state in ('taken', 'waiting', 'person', 'lapsed');
       update confirmations set outcome = json_set(outcome, '$.state', 'needs_review')
         where outcome ->> '$.state' = 'person';`,
    ],
  ];
  return parts.flatMap(([from, sql]) => (version < from ? [sql] : [])).join("\n");
}

/** The SQL that makes the current schema. @param version of the store; 0 = it is empty. */
function upgradeFrom(version: number): string {
  const base = version === 0 ? baseSchema : upgradeToBase(version);
  return [base, ...migrations.slice(Math.max(0, version - baseVersion))].join("\n");
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
    db.exec(upgradeFrom(version));
    db.exec(`pragma user_version = ${schemaVersion}; commit`);
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}

function checkVersion(version: number): void {
  if (version > schemaVersion) {
    throw new StoreError(
      "unavailable",
      `the store was written by a newer version of the bot (schema ${version}, this one knows ${schemaVersion})`,
    );
  }
  if (!isUpgradable(version)) {
    throw new StoreError(
      "unavailable",
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
