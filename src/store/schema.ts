/**
 * The tables of the store on both databases, in Postgres's words: a new table or column is added here, at the end of the
 * migrations. What belongs to one engine, such as the inbox, is in its own `migrations.ts`.
 */
import { formerOrders } from "./orders-upgrade.ts";

export interface Migration {
  /** Statements, each of which ends with a semicolon at the end of a line. */
  sql: string;
  /**
   * The version of the oldest bot that can use the schema from here on, for a migration that takes something away;
   * replicas wait with it until no older one is alive.
   */
  oldestCompatible?: number;
}

/** A new store begins with it. */
export const baseVersion = 22;

export const baseSchema = `
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

  create table orders (
    account text not null,
    id text not null,
    kind text not null,
    command text not null,
    asker text not null,
    member_uuid text,
    line_id text not null,
    subject text,
    approval boolean not null,
    undoes text,
    asked_at bigint not null,
    state text not null,
    steps text not null,
    gifts bigint not null,
    points bigint not null,
    expires_at bigint not null,
    confirmed_at bigint,
    confirmed_event text,
    claimed_by text,
    claimed_at bigint,
    claimed_event text,
    retry_at bigint,
    -- Nearly all rows have the same account: no key or index begins with it.
    primary key (id, account)
  );
  create index orders_state on orders (state, retry_at);
  create index orders_undo on orders (undoes) where undoes is not null;
  create index orders_asked on orders (asker, asked_at);
  create index orders_old on orders (asked_at);
  -- For the day limits.
  create index orders_asker on orders (asker, confirmed_at);
  create index orders_member on orders (member_uuid, confirmed_at) where member_uuid is not null;

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
  -- The end of each reply looks for the notices that it carried.
  create index notices_carrier on notices (carrier);

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
  );

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
  );

  -- Who guesses is hashed.
  create table failed_attempts (
    secret text not null,
    guesser text not null,
    count integer not null,
    ends_at bigint not null,
    primary key (secret, guesser)
  );

  create table menu_links (
    account text not null,
    line_id text not null,
    menu text not null,
    at bigint not null,
    primary key (account, line_id)
  );

  create table dialogues (
    account text not null,
    line_id text not null,
    dialogue text not null,
    expires_at bigint not null,
    primary key (account, line_id)
  );

  create table publications (
    id bigint primary key,
    at bigint not null,
    author text not null,
    overrides text not null,
    undoes bigint,
    approver text,
    source text not null default 'command line'
  );

  -- In points, by coupon set.
  create table staff_prices (
    account text not null,
    set_uuid text not null,
    points bigint not null,
    primary key (account, set_uuid)
  );

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
  );

  create table daily_counts (
    account text not null,
    day text not null,
    kind text not null,
    name text not null,
    language text not null,
    count bigint not null,
    primary key (account, day, kind, name, language)
  );

  -- Codes of members that were scanned; hashed.
  create table used_codes (
    hash text primary key,
    event_id text not null,
    expires_at bigint not null
  );`;

/** @returns what the base says of a table, for an upgrade to it: its definition and its indexes. */
export function baseOf(table: string): { definition: string; indexes: string } {
  const statements = baseSchema.split(/;$/m);
  const those = (pattern: string) =>
    statements
      .filter((sql) => sql.includes(pattern))
      .join(";\n")
      .concat(";");
  return { definition: those(`create table ${table} (`), indexes: those(` on ${table} (`) };
}

/**
 * What makes version 22 of 21, and of 12 to 20 on Postgres: first the table of orders, then the orders that were
 * confirmations and redemptions, then the rest.
 */
export const toBase = {
  before: Object.values(baseOf("orders")).join("\n"),
  orders: formerOrders,
  after: `
    drop table confirmations;
    drop table redemptions;
    update notices set notice =
        replace(notice, '{"kind":"redemption","redemption":', '{"kind":"ended","confirmation":')
      where notice like '{"kind":"redemption","redemption":%';`,
};

/** Hashes of what rules have done and for whom, with when that may be done again. */
const ruleKeys = `
  create table rule_keys (
    account text not null,
    key text not null,
    until bigint not null,
    primary key (key, account)
  );`;

/** Who came on a day, as hashes; and what was done on one, found by its time. */
const days = `
  create table daily_people (
    account text not null,
    day text not null,
    kind text not null,
    person text not null,
    primary key (day, kind, person, account)
  );
  create index orders_confirmed on orders (confirmed_at);
  create index audit_at on audit (account, at);`;

/** What members are reminded of. */
const reminders = `
  create table reminders (
    account text not null,
    key text not null,
    member_uuid text not null,
    line_id text,
    reminder text not null,
    ends_at bigint not null,
    told_at bigint,
    primary key (key, account)
  );
  create index reminders_member on reminders (member_uuid, ends_at);
  create index reminders_end on reminders (ends_at, key);`;

/** Each makes the next version. Never change one that was released: add another. */
export const migrations: readonly Migration[] = [
  { sql: ruleKeys },
  // Null = published by a version that knows no answers.
  { sql: "alter table publications add column answers text;" },
  {
    // Who asked what nobody could answer, both hashed; as it is only what three people or more have asked.
    sql: `
  create table unanswered (
    text_hash text not null,
    asker_hash text not null,
    day text not null,
    account text not null,
    times bigint not null,
    last_at bigint not null,
    primary key (text_hash, asker_hash, day, account)
  );
  create index unanswered_day on unanswered (day);
  create index unanswered_asker on unanswered (asker_hash);
  create table unanswered_texts (
    text_hash text not null,
    account text not null,
    text text not null,
    language text not null,
    primary key (text_hash, account)
  );`,
  },
  { sql: days },
  { sql: reminders },
];

/** The version of the schema that this bot knows. */
export const schemaVersion = baseVersion + migrations.length;

/** The tables that both databases have alike, in the order in which they were made. */
export const sharedTables: readonly string[] = [
  baseSchema,
  ...migrations.map(({ sql }) => sql),
].flatMap((sql) => [...sql.matchAll(/\bcreate table (\w+)/g)].map(([, name = ""]) => name));
