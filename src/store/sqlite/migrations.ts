/** Creates the schema of a new store, and upgrades a store of a former version. */
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";
import { schema, schemaVersion } from "./schema.ts";

/** The schema of the oldest version that can be upgraded. */
const oldestVersion = 7;

/** The SQL that upgrades a store of schema 7 to 10; each part is for stores from before its version. */
function upgradeFrom(version: number): string {
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
    [
      11,
      `create table ledger (
         uuid text primary key,
         id integer not null,
         at integer not null,
         type text not null,
         status text not null,
         points integer not null,
         balance_after integer not null,
         member_uuid text not null,
         card_uuid text not null,
         card_hash text not null,
         ref_id text,
         ref_no_hash text
       ) strict, without rowid;
       create index ledger_at on ledger (at);
       create index ledger_id on ledger (id);
       create index ledger_member on ledger (member_uuid, at);
       create index ledger_card on ledger (card_hash, at);
       create index ledger_ref_id on ledger (ref_id) where ref_id is not null;
       create index ledger_ref_no on ledger (ref_no_hash) where ref_no_hash is not null;

       create table ledger_coverage (
         platform text primary key,
         covered_from integer not null,
         covered_until integer not null,
         read_at integer not null default 0,
         reread_at integer not null default 0
       ) strict, without rowid;`,
    ],
    [
      12,
      `create table failed_attempts (
         secret text not null,
         guesser text not null,
         count integer not null,
         ends_at integer not null,
         primary key (secret, guesser)
       ) strict, without rowid;`,
    ],
    [
      13,
      `create table menu_links (
         account text not null,
         line_id text not null,
         menu text not null,
         at integer not null,
         primary key (account, line_id)
       ) strict, without rowid;`,
    ],
    [
      14,
      `create table dialogues (
         account text not null,
         line_id text not null,
         dialogue text not null,
         expires_at integer not null,
         primary key (account, line_id)
       ) strict, without rowid;`,
    ],
    [
      15,
      `create table publications (
         id integer primary key,
         at integer not null,
         author text not null,
         overrides text not null,
         undoes integer
       ) strict;`,
    ],
  ];
  return parts.flatMap(([from, sql]) => (version < from ? [sql] : [])).join("\n");
}

/**
 * Creates or upgrades the schema in one transaction.
 * @throws {StoreError} UNAVAILABLE if a newer version of the bot wrote the store, or one that is too old.
 */
export function migrate(db: DatabaseSync): void {
  if (versionOf(db) === schemaVersion) return;
  db.exec("begin immediate");
  try {
    // Read again inside the transaction: another process may have migrated meanwhile.
    const version = versionOf(db);
    checkVersion(version);
    db.exec(version === 0 ? schema : upgradeFrom(version));
    db.exec(`pragma user_version = ${schemaVersion}; commit`);
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}

function checkVersion(version: number): void {
  if (version > schemaVersion) {
    throw new StoreError(
      "UNAVAILABLE",
      `the store was written by a newer version of the bot (schema ${version}, this one knows ${schemaVersion})`,
    );
  }
  if (!isUpgradable(version)) {
    throw new StoreError(
      "UNAVAILABLE",
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
