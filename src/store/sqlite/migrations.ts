/** The schema migrations: each entry migrates the database from the version before it. */
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";

export const migrations: readonly string[] = [
  `create table inbox (
     id integer primary key,
     account text not null,
     webhook_event_id text not null,
     chat text not null,
     message_id text,
     body text not null,
     received_at integer not null,
     attempts integer not null default 1,
     state text not null default 'open' check (state in ('open', 'done', 'parked', 'retry')),
     park_reason text,
     decided text,
     unique (account, webhook_event_id)
   ) strict;
   create index inbox_left on inbox (id) where state <> 'done';

   create table line_users (
     account text not null,
     line_id text not null,
     language text,
     following integer not null default 1,
     primary key (account, line_id)
   ) strict, without rowid;

   create table settings (name text primary key, value text not null) strict, without rowid;`,

  `create table staff (
     account text not null,
     line_id text not null,
     role text not null check (role in ('marketer', 'cashier', 'manager', 'owner')),
     name text not null,
     active integer not null default 1,
     since integer not null,
     primary key (account, line_id)
   ) strict, without rowid;

   create table invites (
     account text not null,
     hash text not null,
     role text not null,
     expires_at integer not null,
     taken_by text,
     taken_event text,
     primary key (account, hash)
   ) strict, without rowid;

   create table confirmations (
     account text not null,
     id text not null,
     asker text not null,
     command text not null,
     kind text not null,
     order_json text not null,
     ref_id text not null,
     member_uuid text,
     gifts integer not null,
     points integer not null,
     approval integer not null,
     asked_at integer not null,
     expires_at integer not null,
     undo_of text,
     state text not null default 'open',
     -- The asker's yes counts against their day, whenever a second person agrees.
     confirmed_at integer,
     confirmed_event text,
     taken_by text,
     taken_at integer,
     taken_event text,
     outcome text,
     again_at integer,
     primary key (account, id)
   ) strict, without rowid;
   create index confirmations_asker on confirmations (account, asker, confirmed_at);
   create index confirmations_member on confirmations (account, member_uuid, confirmed_at)
     where member_uuid is not null;
   create index confirmations_undo on confirmations (account, undo_of) where undo_of is not null;
   create index confirmations_pending on confirmations (account, state)
     where state in ('waiting', 'taken', 'unknown', 'person');

   create table audit (
     id integer primary key,
     account text not null,
     at integer not null,
     actor text,
     event_id text,
     step text not null,
     command text not null,
     confirmation text,
     ref_id text,
     member_uuid text,
     facts text not null
   ) strict;
   create index audit_account on audit (account, id);
   create trigger audit_stays before delete on audit
     begin select raise(abort, 'the audit is append-only'); end;
   create trigger audit_is_not_rewritten before update on audit
     begin select raise(abort, 'the audit is append-only'); end;

   create table notices (
     id integer primary key,
     account text not null,
     line_id text not null,
     notice text not null
   ) strict;
   create index notices_of on notices (account, line_id);`,

  // An account has many confirmations, few of them with the wanted state or an undo: index by these first.
  `drop index confirmations_undo;
   drop index confirmations_pending;
   create index confirmations_undo on confirmations (undo_of) where undo_of is not null;
   create index confirmations_state on confirmations (state);
   create index confirmations_asked on confirmations (account, asker, asked_at);`,

  // Retention: an index on the age of orders, and a time for notices.
  `create index confirmations_old on confirmations (asked_at);
   alter table notices add column at integer not null default 0;
   update notices set at = unixepoch() * 1000;`,

  `create table member_index (
     hash text not null,
     uuid text not null,
     page integer not null,
     walk integer not null,
     primary key (hash, uuid)
   ) strict, without rowid;

   create table member_walk (
     platform text primary key,
     walk integer not null default 1,
     next_page integer not null default 1,
     whole integer not null default 0
   ) strict, without rowid;`,

  // Keys of events are kept long, their content only until they are processed: separate tables.
  `create table event_keys (
     id integer primary key,
     account text not null,
     webhook_event_id text not null,
     received_at integer not null,
     unique (account, webhook_event_id)
   ) strict;
   insert into event_keys (id, account, webhook_event_id, received_at)
     select id, account, webhook_event_id, received_at from inbox;

   create table open_events (
     id integer primary key,
     account text not null,
     chat text not null,
     message_id text,
     body text not null,
     received_at integer not null,
     attempts integer not null default 1,
     state text not null default 'open' check (state in ('open', 'parked', 'retry')),
     park_reason text,
     decided text
   ) strict;
   insert into open_events
     select id, account, chat, message_id, body, received_at, attempts, state, park_reason, decided
     from inbox where state <> 'done';
   drop table inbox;
   alter table open_events rename to inbox;`,

  // For a check with `in (list)` SQLite builds a table of the list per row, which took half the time of an insert.
  `create table open_events (
     id integer primary key,
     account text not null,
     chat text not null,
     message_id text,
     body text not null,
     received_at integer not null,
     attempts integer not null default 1,
     state text not null default 'open'
       check (state = 'open' or state = 'parked' or state = 'retry'),
     park_reason text,
     decided text
   ) strict;
   insert into open_events select * from inbox;
   drop table inbox;
   alter table open_events rename to inbox;`,

  // LINE remembers the retry key of a push for a day, so keys and ids of notices are never reused.
  `create table new_notices (
     id integer primary key autoincrement,
     account text not null,
     line_id text not null,
     notice text not null,
     at integer not null,
     push_key text not null,
     pushable integer not null default 1,
     pushed_at integer,
     -- What is about to tell it: a push, or the reply to an event.
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

  // Unsettled orders of a former version may have been sent any number of times, so they are not sent again.
  // Its undone orders were undone as a whole.
  `alter table confirmations add column sends integer not null default 0;
   alter table confirmations add column sent_at integer;
   alter table confirmations add column clock_difference integer;
   update confirmations set sends = 2, sent_at = unixepoch() * 1000
     where state in ('taken', 'unknown', 'person');
   update confirmations set gifts = 0, points = 0 where state = 'undone';`,

  `update confirmations set state = case state when 'taken' then 'claimed' when 'waiting' then 'awaiting_approval'
       when 'person' then 'needs_review' when 'lapsed' then 'expired' end
     where state in ('taken', 'waiting', 'person', 'lapsed');
   update confirmations set outcome = json_set(outcome, '$.state', 'needs_review')
     where outcome ->> '$.state' = 'person';`,
];

/**
 * Applies the missing migrations in one transaction.
 * @throws {StoreError} UNAVAILABLE if a newer version of the bot wrote the store.
 */
export function migrate(db: DatabaseSync): void {
  if (versionOf(db) === migrations.length) return;
  db.exec("begin immediate");
  // Read again inside the transaction: another process may have migrated meanwhile.
  const version = versionOf(db);
  if (version > migrations.length) {
    db.exec("rollback");
    throw new StoreError(
      "UNAVAILABLE",
      `the store was written by a newer version of the bot (schema ${version}, this one knows ${migrations.length})`,
    );
  }
  for (const migration of migrations.slice(version)) db.exec(migration);
  db.exec(`pragma user_version = ${migrations.length}; commit`);
}

/** The number of migrations applied to a database. */
export const versionOf = (db: DatabaseSync) =>
  Number(db.prepare("pragma user_version").get()?.["user_version"]);
