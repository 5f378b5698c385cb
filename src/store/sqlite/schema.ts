/** The schema on SQLite: that of version 10, and a list of migrations, each of which makes the next version. */
import { unifyNames } from "./unify-names.ts";

export const baseVersion = 10;

export const baseSchema = `
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
  ) strict;

  create table line_users (
    account text not null,
    line_id text not null,
    language text,
    following integer not null default 1,
    primary key (account, line_id)
  ) strict, without rowid;

  create table settings (name text primary key, value text not null) strict, without rowid;

  create table staff (
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
    confirmed_at integer,
    confirmed_event text,
    taken_by text,
    taken_at integer,
    taken_event text,
    outcome text,
    again_at integer,
    sends integer not null default 0,
    sent_at integer,
    clock_difference integer,
    primary key (account, id)
  ) strict, without rowid;
  -- An account has many confirmations, few of them in an unresolved state or with an undo: index by these first.
  create index confirmations_state on confirmations (state);
  create index confirmations_undo on confirmations (undo_of) where undo_of is not null;
  create index confirmations_asked on confirmations (account, asker, asked_at);
  create index confirmations_old on confirmations (asked_at);
  -- For the day limits.
  create index confirmations_asker on confirmations (account, asker, confirmed_at);
  create index confirmations_member on confirmations (account, member_uuid, confirmed_at)
    where member_uuid is not null;

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

  -- LINE remembers the retry key of a push for a day, so keys and ids of notices are never reused.
  create table notices (
    id integer primary key autoincrement,
    account text not null,
    line_id text not null,
    notice text not null,
    at integer not null,
    push_key text not null,
    pushable integer not null default 1,
    pushed_at integer,
    -- The push, or the reply to an event, that has claimed it.
    carrier text
  ) strict;
  create index notices_of on notices (account, line_id);

  create table member_index (
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
  ) strict, without rowid;`;

/** Every store goes through them, a new one as well. Never change one that was released: add another. */
export const migrations: readonly string[] = [
  `
  -- Point transactions of the platform, without names and phone numbers.
  create table ledger (
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
  `
  -- Who guesses is hashed.
  create table failed_attempts (
    secret text not null,
    guesser text not null,
    count integer not null,
    ends_at integer not null,
    primary key (secret, guesser)
  ) strict, without rowid;`,
  `
  create table menu_links (
    account text not null,
    line_id text not null,
    menu text not null,
    at integer not null,
    primary key (account, line_id)
  ) strict, without rowid;`,
  `
  create table dialogues (
    account text not null,
    line_id text not null,
    dialogue text not null,
    expires_at integer not null,
    primary key (account, line_id)
  ) strict, without rowid;`,
  `
  create table publications (
    id integer primary key,
    at integer not null,
    author text not null,
    overrides text not null,
    undoes integer
  ) strict;`,
  `
  -- In points, by coupon set.
  create table staff_prices (
    account text not null,
    set_uuid text not null,
    points integer not null,
    primary key (account, set_uuid)
  ) strict, without rowid;`,
  `
  alter table publications add column approver text;
  alter table publications add column source text not null default 'command line';

  create table drafts (
    account text not null,
    author text not null,
    draft text not null,
    publish_at integer,
    primary key (account, author)
  ) strict, without rowid;

  -- Links and sessions; their secrets are hashed.
  create table studio_access (
    account text not null,
    hash text not null,
    kind text not null,
    holder text not null,
    expires_at integer not null,
    primary key (account, hash)
  ) strict, without rowid;`,
  `
  create table redemptions (
    account text not null,
    id text not null,
    asker text not null,
    member_uuid text not null,
    line_id text not null,
    set_uuid text not null,
    order_json text not null,
    burn_ref_id text not null,
    give_ref_id text not null,
    asked_at integer not null,
    expires_at integer not null,
    state text not null default 'asked',
    claimed_at integer,
    claimed_event text,
    done_at integer,
    undo_event text,
    steps text not null default '{}',
    failure text,
    retry_at integer,
    primary key (account, id)
  ) strict, without rowid;
  create index redemptions_state on redemptions (state);
  create index redemptions_member on redemptions (account, member_uuid, asked_at);
  create index redemptions_old on redemptions (asked_at);`,
  `
  create table daily_counts (
    account text not null,
    day text not null,
    kind text not null,
    name text not null,
    language text not null,
    count integer not null,
    primary key (account, day, kind, name, language)
  ) strict, without rowid;`,
  `
  -- Codes of members that were scanned; hashed.
  create table used_codes (
    hash text primary key,
    event_id text not null,
    expires_at integer not null
  ) strict, without rowid;`,
  unifyNames,
];

export const schemaVersion = baseVersion + migrations.length;
