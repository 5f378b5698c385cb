/** The schema on Postgres, as a list of migrations: each expands it, or contracts what no live replica needs. */

export interface Migration {
  sql: string;
  /**
   * The version of the oldest bot that can use the schema from here on, for a migration that takes
   * something away; it waits until no older replica is alive.
   */
  oldestCompatible?: number;
}

/** Version n of the schema is made by the first n. Never change one that was released: add another. */
export const migrations: readonly Migration[] = [
  {
    sql: `
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
  );

  create table line_users (
    account text not null,
    line_id text not null,
    language text,
    following boolean not null default true,
    primary key (account, line_id)
  );

  create table settings (name text primary key, value text not null);

  create table staff (
    account text not null,
    line_id text not null,
    role text not null check (role in ('marketer', 'cashier', 'manager', 'owner')),
    name text not null,
    active boolean not null default true,
    since bigint not null,
    primary key (account, line_id)
  );

  create table invites (
    account text not null,
    hash text not null,
    role text not null,
    expires_at bigint not null,
    taken_by text,
    taken_event text,
    primary key (account, hash)
  );

  create table confirmations (
    account text not null,
    id text not null,
    asker text not null,
    command text not null,
    kind text not null,
    order_json text not null,
    -- Whom the order is for, out of order_json.
    recipient_line_id text,
    recipient_uuid text,
    ref_id text not null,
    member_uuid text,
    gifts bigint not null,
    points bigint not null,
    approval boolean not null,
    asked_at bigint not null,
    expires_at bigint not null,
    undo_of text,
    state text not null default 'open',
    confirmed_at bigint,
    confirmed_event text,
    claimed_by text,
    claimed_at bigint,
    claimed_event text,
    outcome text,
    retry_at bigint,
    sends integer not null default 0,
    sent_at bigint,
    clock_difference bigint,
    primary key (account, id)
  );
  create index confirmations_state on confirmations (account, state);
  create index confirmations_undo on confirmations (account, undo_of) where undo_of is not null;
  create index confirmations_asked on confirmations (account, asker, asked_at);
  create index confirmations_old on confirmations (asked_at);
  -- For the day limits.
  create index confirmations_asker on confirmations (account, asker, confirmed_at);
  create index confirmations_member on confirmations (account, member_uuid, confirmed_at)
    where member_uuid is not null;

  create table audit (
    id bigint generated always as identity primary key,
    account text not null,
    at bigint not null,
    actor text,
    event_id text,
    action text not null,
    command text not null,
    confirmation text,
    ref_id text,
    member_uuid text,
    facts text not null,
    -- The person in the facts.
    line_id text
  );
  create index audit_account on audit (account, id);
  create function audit_is_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit is append-only'; end $$;
  create trigger audit_is_append_only before delete or update on audit
    for each row execute function audit_is_append_only();

  -- LINE remembers the retry key of a push for a day, so keys and ids of notices are never reused.
  create table notices (
    id bigint generated always as identity primary key,
    account text not null,
    line_id text not null,
    notice text not null,
    at bigint not null,
    push_key text not null,
    pushable boolean not null default true,
    pushed_at bigint,
    -- The push, or the reply to an event, that has claimed it.
    carrier text
  );
  create index notices_of on notices (account, line_id);

  create table member_index (
    hash text not null,
    uuid text not null,
    page integer not null,
    crawl integer not null,
    primary key (hash, uuid)
  );

  create table member_crawl (
    platform text primary key,
    crawl integer not null default 1,
    next_page integer not null default 1,
    is_complete boolean not null default false
  );`,
  },
  {
    sql: `
  -- Point transactions of the platform, without names and phone numbers.
  create table ledger (
    uuid text primary key,
    id bigint not null,
    at bigint not null,
    type text not null,
    status text not null,
    points bigint not null,
    balance_after bigint not null,
    member_uuid text not null,
    card_uuid text not null,
    card_hash text not null,
    ref_id text,
    ref_no_hash text
  );
  create index ledger_at on ledger (at);
  create index ledger_id on ledger (id);
  create index ledger_member on ledger (member_uuid, at);
  create index ledger_card on ledger (card_hash, at);
  create index ledger_ref_id on ledger (ref_id) where ref_id is not null;
  create index ledger_ref_no on ledger (ref_no_hash) where ref_no_hash is not null;

  create table ledger_coverage (
    platform text primary key,
    covered_from bigint not null,
    covered_until bigint not null,
    read_at bigint not null default 0,
    reread_at bigint not null default 0
  );`,
  },
  {
    sql: `
  -- Who guesses is hashed.
  create table failed_attempts (
    secret text not null,
    guesser text not null,
    count integer not null,
    ends_at bigint not null,
    primary key (secret, guesser)
  );`,
  },
  {
    sql: `
  create table menu_links (
    account text not null,
    line_id text not null,
    menu text not null,
    at bigint not null,
    primary key (account, line_id)
  );`,
  },
  {
    sql: `
  create table dialogues (
    account text not null,
    line_id text not null,
    dialogue text not null,
    expires_at bigint not null,
    primary key (account, line_id)
  );`,
  },
  {
    sql: `
  create table publications (
    id bigint primary key,
    at bigint not null,
    author text not null,
    overrides text not null,
    undoes bigint
  );`,
  },
  {
    sql: `
  -- In points, by coupon set.
  create table staff_prices (
    account text not null,
    set_uuid text not null,
    points bigint not null,
    primary key (account, set_uuid)
  );`,
  },
  {
    sql: `
  alter table publications add column approver text;
  alter table publications add column source text not null default 'command line';

  create table drafts (
    account text not null,
    author text not null,
    draft text not null,
    publish_at bigint,
    primary key (account, author)
  );

  -- Links and sessions; their secrets are hashed.
  create table studio_access (
    account text not null,
    hash text not null,
    kind text not null,
    holder text not null,
    expires_at bigint not null,
    primary key (account, hash)
  );`,
  },
  {
    sql: `
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
    asked_at bigint not null,
    expires_at bigint not null,
    state text not null default 'asked',
    claimed_at bigint,
    claimed_event text,
    done_at bigint,
    undo_event text,
    steps text not null default '{}',
    failure text,
    retry_at bigint,
    primary key (account, id)
  );
  create index redemptions_state on redemptions (account, state);
  create index redemptions_member on redemptions (account, member_uuid, asked_at);
  create index redemptions_old on redemptions (asked_at);`,
  },
  {
    sql: `
  create table daily_counts (
    account text not null,
    day text not null,
    kind text not null,
    name text not null,
    language text not null,
    count bigint not null,
    primary key (account, day, kind, name, language)
  );`,
  },
  {
    sql: `
  -- Codes of members that were scanned; hashed.
  create table used_codes (
    hash text primary key,
    event_id text not null,
    expires_at bigint not null
  );`,
  },
  {
    sql: `
  -- Each batch of ended events looks for the notices that its replies carried.
  create index notices_carrier on notices (carrier);`,
  },
];
