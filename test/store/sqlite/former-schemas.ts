/** The schemas that former versions of the bot have written, as they made them. */
import type { DatabaseSync } from "node:sqlite";

const schema7 = `
  CREATE TABLE line_users (
   account text not null,
   line_id text not null,
   language text,
   following integer not null default 1,
   primary key (account, line_id)
  ) strict, without rowid;
  CREATE TABLE settings (name text primary key, value text not null) strict, without rowid;
  CREATE TABLE staff (
   account text not null,
   line_id text not null,
   role text not null check (role in ('marketer', 'cashier', 'manager', 'owner')),
   name text not null,
   active integer not null default 1,
   since integer not null,
   primary key (account, line_id)
  ) strict, without rowid;
  CREATE TABLE invites (
   account text not null,
   hash text not null,
   role text not null,
   expires_at integer not null,
   taken_by text,
   taken_event text,
   primary key (account, hash)
  ) strict, without rowid;
  CREATE TABLE confirmations (
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
  CREATE INDEX confirmations_asker on confirmations (account, asker, confirmed_at);
  CREATE INDEX confirmations_member on confirmations (account, member_uuid, confirmed_at)
   where member_uuid is not null;
  CREATE TABLE audit (
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
  CREATE INDEX audit_account on audit (account, id);
  CREATE TRIGGER audit_stays before delete on audit
   begin select raise(abort, 'the audit is append-only'); end;
  CREATE TRIGGER audit_is_not_rewritten before update on audit
   begin select raise(abort, 'the audit is append-only'); end;
  CREATE TABLE notices (
   id integer primary key,
   account text not null,
   line_id text not null,
   notice text not null
  , at integer not null default 0) strict;
  CREATE INDEX notices_of on notices (account, line_id);
  CREATE INDEX confirmations_undo on confirmations (undo_of) where undo_of is not null;
  CREATE INDEX confirmations_state on confirmations (state);
  CREATE INDEX confirmations_asked on confirmations (account, asker, asked_at);
  CREATE INDEX confirmations_old on confirmations (asked_at);
  CREATE TABLE member_index (
   hash text not null,
   uuid text not null,
   page integer not null,
   walk integer not null,
   primary key (hash, uuid)
  ) strict, without rowid;
  CREATE TABLE member_walk (
   platform text primary key,
   walk integer not null default 1,
   next_page integer not null default 1,
   whole integer not null default 0
  ) strict, without rowid;
  CREATE TABLE event_keys (
   id integer primary key,
   account text not null,
   webhook_event_id text not null,
   received_at integer not null,
   unique (account, webhook_event_id)
  ) strict;
  CREATE TABLE "inbox" (
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
  ) strict;`;

const schema8 = `create table new_notices (
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
   create index notices_of on notices (account, line_id);`;

const schema9 = `alter table confirmations add column sends integer not null default 0;
   alter table confirmations add column sent_at integer;
   alter table confirmations add column clock_difference integer;
   update confirmations set sends = 2, sent_at = unixepoch() * 1000
     where state in ('taken', 'unknown', 'person');
   update confirmations set gifts = 0, points = 0 where state = 'undone';`;

const schema10 = `update confirmations set state = case state when 'taken' then 'claimed'
       when 'waiting' then 'awaiting_approval' when 'person' then 'needs_review' else 'expired' end
     where state in ('taken', 'waiting', 'person', 'lapsed');
   update confirmations set outcome = json_set(outcome, '$.state', 'needs_review')
     where outcome ->> '$.state' = 'person';`;

/** @param version 7 to 10. */
export function createFormerSchema(db: DatabaseSync, version: number): void {
  db.exec([schema7, schema8, schema9, schema10].slice(0, version - 6).join("\n"));
  db.exec(`pragma user_version = ${version}`);
}
