/** The schema's history: each entry brings the database from the version before it to its own. */
import type { DatabaseSync } from "node:sqlite";

const migrations = [
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
];

/** Applies what is missing, once, in one transaction. */
export function migrate(db: DatabaseSync): void {
  if (versionOf(db) === migrations.length) return;
  db.exec("begin immediate");
  // Asked again: another process may have been here first.
  const version = versionOf(db);
  if (version > migrations.length) {
    db.exec("rollback");
    throw new Error(
      `the store was written by a newer version of the bot (schema ${version}, this one knows ${migrations.length})`,
    );
  }
  for (const migration of migrations.slice(version)) db.exec(migration);
  db.exec(`pragma user_version = ${migrations.length}; commit`);
}

const versionOf = (db: DatabaseSync) =>
  Number(db.prepare("pragma user_version").get()?.["user_version"]);
