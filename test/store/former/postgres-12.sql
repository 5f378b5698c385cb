-- A database that version 12 of the schema on Postgres has written: its tables, and a row of everything.
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
    undoes bigint
  );

-- In points, by coupon set.
  create table staff_prices (
    account text not null,
    set_uuid text not null,
    points bigint not null,
    primary key (account, set_uuid)
  );

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
  );

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
  create index redemptions_old on redemptions (asked_at);

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
  );

-- Each batch of ended events looks for the notices that its replies carried.
  create index notices_carrier on notices (carrier);

create table schema_info (version integer not null, oldest_compatible integer not null);
insert into schema_info (version, oldest_compatible) overriding system value values (12, 0);
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'processed', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'failed', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'without text', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'too late', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'open', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'second', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 1', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 2', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 3', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 4', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 5', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 6', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 7', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 8', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 9', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 10', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 11', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 12', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 13', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 14', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 15', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 16', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 17', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 18', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 19', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 20', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 21', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 22', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 23', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 24', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 25', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 26', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 27', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 28', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 29', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'carrying', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 30', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 31', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 32', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 33', '1795410000000');
insert into event_keys (account, webhook_event_id, received_at) overriding system value values ('A', 'tap 34', '1795410000000');
insert into inbox (id, account, chat, webhook_event_id, message_id, body, received_at, attempts, state, park_reason, decided) overriding system value values ('5', 'A', 'U1', 'open', 'mopen', '{"webhookEventId":"open","message":{"id":"mopen","type":"text","text":"hello"}}', '1795410000000', 1, 'open', null, '[{"type":"text","text":"สวัสดี 👋"}]');
insert into inbox (id, account, chat, webhook_event_id, message_id, body, received_at, attempts, state, park_reason, decided) overriding system value values ('2', 'A', 'chat of failed', 'failed', 'mfailed', '{"webhookEventId":"failed","message":{"id":"mfailed","type":"text","text":"hello"}}', '1795410000000', 1, 'parked', 'failed', null);
insert into inbox (id, account, chat, webhook_event_id, message_id, body, received_at, attempts, state, park_reason, decided) overriding system value values ('6', 'A', 'U1', 'second', 'msecond', '{"webhookEventId":"second","message":{"id":"msecond","type":"text","text":"hello"}}', '1795410000000', 1, 'open', null, '[{"type":"text","text":"สวัสดี 👋"}]');
insert into inbox (id, account, chat, webhook_event_id, message_id, body, received_at, attempts, state, park_reason, decided) overriding system value values ('4', 'A', 'chat of too late', 'too late', 'mtoo late', '{"webhookEventId":"too late","message":{"id":"mtoo late","type":"text","text":"hello"}}', '1795410000000', 1, 'parked', 'too late', null);
insert into inbox (id, account, chat, webhook_event_id, message_id, body, received_at, attempts, state, park_reason, decided) overriding system value values ('36', 'A', 'U3', 'carrying', 'mcarrying', '{"webhookEventId":"carrying","message":{"id":"mcarrying","type":"text","text":"hello"}}', '1795410000000', 1, 'open', null, '[]');
insert into inbox (id, account, chat, webhook_event_id, message_id, body, received_at, attempts, state, park_reason, decided) overriding system value values ('3', 'A', 'chat of without text', 'without text', 'mwithout text', '', '1795410000000', 1, 'parked', 'failed', null);
insert into lanes (account, chat, owner, epoch) overriding system value values ('A', 'U1', '1', '5');
insert into lanes (account, chat, owner, epoch) overriding system value values ('A', 'U3', '1', '35');
insert into line_users (account, line_id, language, following) overriding system value values ('A', 'U1', 'ja', true);
insert into line_users (account, line_id, language, following) overriding system value values ('A', 'U2', null, false);
insert into settings (name, value) overriding system value values ('image key', 'key');
insert into settings (name, value) overriding system value values ('published words', '{"en":{}}');
insert into settings (name, value) overriding system value values ('checked', '1795410000000');
insert into staff (account, line_id, role, name, active, since) overriding system value values ('A', 'U9', 'owner', 'Olivia', true, '1');
insert into staff (account, line_id, role, name, active, since) overriding system value values ('A', 'U8', 'cashier', 'ひな', false, '2');
insert into staff (account, line_id, role, name, active, since) overriding system value values ('A', 'U7', 'manager', 'Seven', true, '1795410000000');
insert into invites (account, hash, role, expires_at, taken_by, taken_event) overriding system value values ('A', 'open', 'cashier', '1795411000000', null, null);
insert into invites (account, hash, role, expires_at, taken_by, taken_event) overriding system value values ('A', 'taken', 'manager', '1795411000000', 'U7', 'tap 32');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'open', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'open', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'open', null, null, null, null, null, null, null, 0, null, null);
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'claimed', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'claimed', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'claimed', '1795410000000', 'tap 1', 'U9', '1795410000000', 'tap 1', null, null, 0, null, null);
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'awaiting_approval', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'awaiting_approval', 'member', '1', '7', true, '1795410000000', '1795496400000', null, 'awaiting_approval', '1795410000000', 'tap 8', null, null, null, null, null, 0, null, null);
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'sent', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'sent', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'claimed', '1795410000000', 'tap 2', 'U9', '1795410000000', 'tap 2', null, null, 1, '1795410000000', '-3');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'refused', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'refused', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'refused', '1795410000000', 'tap 7', 'U9', '1795410000000', 'tap 7', '{"state":"refused","code":"OUT_OF_STOCK","detail":{"left":0}}', null, 1, '1795410000000', '-3');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'unknown', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'unknown', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'unknown', '1795410000000', 'tap 3', 'U9', '1795410000000', 'tap 3', '{"state":"unknown","again":1795410005000}', '1795410005000', 1, '1795410000000', '-3');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'needs_review', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'needs_review', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'needs_review', '1795410000000', 'tap 4', 'U9', '1795410000000', 'tap 4', '{"state":"needs_review"}', null, 1, '1795410000000', '-3');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'done', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'done', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'done', '1795410000000', 'tap 5', 'U9', '1795410000000', 'tap 5', '{"state":"done","done":{"coupons":[{"uuid":"c1","code":"C1"}]}}', null, 1, '1795410000000', '-3');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'undo of done', 'U9', 'ungift', 'takingBack', '{"lineId":"U1"}', 'U1', null, 'undo of done', 'member', '1', '0', false, '1795410000000', '1795410600000', 'done', 'open', null, null, null, null, null, null, null, 0, null, null);
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'undo of undone', 'U9', 'ungift', 'takingBack', '{"lineId":"U1"}', 'U1', null, 'undo of undone', 'member', '1', '0', false, '1795410000000', '1795410600000', 'undone', 'done', '1795410000000', 'tap 11', 'U9', '1795410000000', 'tap 11', '{"state":"done","done":{}}', null, 1, '1795410000000', '-3');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'undone', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'undone', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'undone', '1795410000000', 'tap 6', 'U9', '1795410000000', 'tap 6', '{"state":"done","done":{"coupons":[]}}', null, 1, '1795410000000', '-3');
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'cancelled', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'cancelled', 'member', '1', '7', false, '1795410000000', '1795410600000', null, 'cancelled', null, null, null, null, 'tap 12', null, null, 0, null, null);
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'declined', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'declined', 'member', '1', '7', true, '1795410000000', '1795496400000', null, 'declined', '1795410000000', 'tap 9', null, null, null, null, null, 0, null, null);
insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id, recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at, sends, sent_at, clock_difference) overriding system value values ('A', 'expired', 'U9', 'gift', 'giving', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1', 'member', 'expired', 'member', '1', '7', true, '1795410000000', '1795409999999', null, 'expired', '1795410000000', 'tap 10', null, null, null, null, null, 0, null, null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('1', 'A', '1795410000000', 'U9', 'tap 1', 'ordered', 'gift', 'claimed', 'claimed', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('2', 'A', '1795410000000', 'U9', 'tap 2', 'ordered', 'gift', 'sent', 'sent', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('3', 'A', '1795410000000', 'U9', 'tap 3', 'ordered', 'gift', 'unknown', 'unknown', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('4', 'A', '1795410000000', 'U9', 'tap 4', 'ordered', 'gift', 'needs_review', 'needs_review', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('5', 'A', '1795410000000', 'U9', 'tap 5', 'ordered', 'gift', 'done', 'done', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('6', 'A', '1795410000000', 'U9', 'tap 6', 'ordered', 'gift', 'undone', 'undone', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('7', 'A', '1795410000000', 'U9', 'tap 7', 'ordered', 'gift', 'refused', 'refused', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('8', 'A', '1795410000000', 'U9', 'tap 8', 'waiting', 'gift', 'awaiting_approval', 'awaiting_approval', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('9', 'A', '1795410000000', 'U9', 'tap 9', 'waiting', 'gift', 'declined', 'declined', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('10', 'A', '1795410000000', 'U9', 'tap 10', 'waiting', 'gift', 'expired', 'expired', 'member', '{"lineId":"U1","memberUuid":"member","quote":"\"\\''{},"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('11', 'A', '1795410000000', null, null, 'unknown', 'gift', 'unknown', 'unknown', 'member', '{"sends":1,"sentAt":1795410000000,"asker":"U9"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('12', 'A', '1795410000000', null, null, 'person', 'gift', 'needs_review', 'needs_review', 'member', '{"sends":1,"sentAt":1795410000000,"asker":"U9"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('13', 'A', '1795410000000', null, null, 'done', 'gift', 'done', 'done', 'member', '{"coupons":[{"uuid":"c1","code":"C1"}],"sends":1,"sentAt":1795410000000,"asker":"U9"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('14', 'A', '1795410000000', null, null, 'done', 'gift', 'undone', 'undone', 'member', '{"coupons":[],"sends":1,"sentAt":1795410000000,"asker":"U9"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('15', 'A', '1795410000000', null, null, 'refused', 'gift', 'refused', 'refused', 'member', '{"state":"refused","code":"OUT_OF_STOCK","detail":{"left":0},"sends":1,"sentAt":1795410000000,"asker":"U9"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('16', 'A', '1795410000000', 'U9', 'tap 11', 'ordered', 'ungift', 'undo of undone', 'undo of undone', 'member', '{"lineId":"U1","undoOf":"undone"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('17', 'A', '1795410000000', null, null, 'done', 'ungift', 'undo of undone', 'undo of undone', 'member', '{"sends":1,"sentAt":1795410000000,"asker":"U9","undoOf":"undone"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('18', 'A', '1795410000000', 'U8', 'tap 13', 'declined', 'gift', 'declined', 'declined', 'member', '{"asker":"U9"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('19', 'A', '1795410000000', 'U1', 'tap 15', 'ordered', 'redeem', 'redeem burning', 'burn burning', 'member of burning', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('20', 'A', '1795410000000', 'U1', 'tap 16', 'ordered', 'redeem', 'redeem burn unknown', 'burn burn unknown', 'member of burn unknown', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('21', 'A', '1795410000000', 'U1', 'tap 17', 'ordered', 'redeem', 'redeem refused', 'burn refused', 'member of refused', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('22', 'A', '1795410000000', 'U1', 'tap 18', 'ordered', 'redeem', 'redeem burned', 'burn burned', 'member of burned', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('23', 'A', '1795410000000', 'U9', 'tap 19', 'ordered', 'redeem', 'redeem giving', 'burn giving', 'member of giving', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('24', 'A', '1795410000000', 'U1', 'tap 20', 'ordered', 'redeem', 'redeem done', 'burn done', 'member of done', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('25', 'A', '1795410000000', 'U1', 'tap 21', 'ordered', 'redeem', 'redeem voiding_coupon', 'burn voiding_coupon', 'member of voiding_coupon', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('26', 'A', '1795410000000', 'U1', 'tap 22', 'ordered', 'redeem', 'redeem refunding', 'burn refunding', 'member of refunding', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('27', 'A', '1795410000000', 'U1', 'tap 23', 'ordered', 'redeem', 'redeem refunded', 'burn refunded', 'member of refunded', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('28', 'A', '1795410000000', 'U1', 'tap 24', 'ordered', 'redeem', 'redeem undone', 'burn undone', 'member of undone', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('29', 'A', '1795410000000', 'U1', 'tap 25', 'ordered', 'redeem', 'redeem needs_review', 'burn needs_review', 'member of needs_review', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('30', 'A', '1795410000000', 'U1', 'tap 26', 'ordered', 'redeem', 'redeem closed', 'burn closed', 'member of closed', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('31', 'A', '1795410000000', null, null, 'unknown', 'redeem', 'redeem burn unknown', 'burn burn unknown', 'member of burn unknown', '{"step":"burn","sends":1,"asker":"U1"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('32', 'A', '1795410000000', null, null, 'refused', 'redeem', 'redeem refused', 'burn refused', 'member of refused', '{"step":"burn","code":"INSUFFICIENT_POINTS","detail":null,"asker":"U1"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('33', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem burned', 'burn burned', 'member of burned', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('34', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem giving', 'burn giving', 'member of giving', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U9"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('35', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem done', 'burn done', 'member of done', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('36', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem voiding_coupon', 'burn voiding_coupon', 'member of voiding_coupon', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('37', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem refunding', 'burn refunding', 'member of refunding', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('38', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem refunded', 'burn refunded', 'member of refunded', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('39', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem undone', 'burn undone', 'member of undone', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('40', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem needs_review', 'burn needs_review', 'member of needs_review', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('41', 'A', '1795410000000', null, null, 'burned', 'redeem', 'redeem closed', 'burn closed', 'member of closed', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('42', 'A', '1795410000000', null, null, 'done', 'redeem', 'redeem done', 'give done', 'member of done', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","coupons":[{"uuid":"c","code":"C"}],"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('43', 'A', '1795410000000', null, null, 'done', 'redeem', 'redeem voiding_coupon', 'give voiding_coupon', 'member of voiding_coupon', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","coupons":[{"uuid":"c","code":"C"}],"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('44', 'A', '1795410000000', null, null, 'done', 'redeem', 'redeem undone', 'give undone', 'member of undone', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","coupons":[{"uuid":"c","code":"C"}],"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('45', 'A', '1795410000000', null, null, 'refused', 'redeem', 'redeem refunding', 'give refunding', 'member of refunding', '{"step":"give","code":"OUT_OF_STOCK","detail":null,"asker":"U1"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('46', 'A', '1795410000000', null, null, 'refused', 'redeem', 'redeem refunded', 'give refunded', 'member of refunded', '{"step":"give","code":"OUT_OF_STOCK","detail":null,"asker":"U1"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('47', 'A', '1795410000000', null, null, 'refunded', 'redeem', 'redeem refunded', 'burn refunded', 'member of refunded', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('48', 'A', '1795410000000', 'U1', 'tap 27', 'undoing', 'redeem', 'redeem voiding_coupon', 'give voiding_coupon', 'member of voiding_coupon', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('56', 'A', '1795410000000', 'U9', 'tap 31', 'invited', 'invite', null, null, null, '{"role":"manager"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('57', 'A', '1795410000000', 'U7', 'tap 32', 'joined', 'join', null, null, null, '{"role":"manager","name":"Seven"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('58', 'A', '1795410000000', 'operator', null, 'publication_undone', 'words', null, null, null, '{"id":"#2"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('59', 'A', '1795410000000', 'operator', null, 'logged_in', 'studio', null, null, null, '{}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('60', 'A', '1795410000000', 'U9', 'tap 33', 'link_sent', 'studio', null, null, null, '{}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('61', 'A', '1795410000000', 'U9', null, 'logged_in', 'studio', null, null, null, '{}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('62', 'A', '1795410000000', 'U9', 'tap 34', 'link_sent', 'studio', null, null, null, '{}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('63', 'A', '1795410000000', null, null, 'lapsed', 'gift', 'expired', 'expired', 'member', '{"asker":"U9"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('49', 'A', '1795410000000', 'U1', 'tap 28', 'undoing', 'redeem', 'redeem undone', 'give undone', 'member of undone', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('50', 'A', '1795410000000', null, null, 'voided', 'redeem', 'redeem undone', 'give undone', 'member of undone', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('51', 'A', '1795410000000', null, null, 'undone', 'redeem', 'redeem undone', 'burn undone', 'member of undone', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B.","lineId":"U1","id":7,"asker":"U1"}', 'U1');
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('52', 'A', '1795410000000', null, null, 'person', 'redeem', 'redeem needs_review', 'give needs_review', 'member of needs_review', '{"step":"give","asker":"U1"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('53', 'A', '1795410000000', null, null, 'person', 'redeem', 'redeem closed', 'give closed', 'member of closed', '{"step":"give","asker":"U1"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('54', 'A', '1795410000000', 'U9', 'tap 29', 'closed', 'redeem', 'redeem closed', 'give closed', 'member of closed', '{"step":"give","asker":"U1"}', null);
insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts, line_id) overriding system value values ('55', 'A', '1795410000000', 'U9', 'tap 30', 'invited', 'invite', null, null, null, '{"role":"cashier"}', null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('4', 'A', 'U9', '{"kind":"ended","confirmation":"unknown"}', '1795410000000', '00000000-0000-4000-8000-000000000004', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('5', 'A', 'U9', '{"kind":"ended","confirmation":"needs_review"}', '1795410000000', '00000000-0000-4000-8000-000000000005', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('6', 'A', 'U9', '{"kind":"ended","confirmation":"done"}', '1795410000000', '00000000-0000-4000-8000-000000000006', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('7', 'A', 'U9', '{"kind":"ended","confirmation":"undone"}', '1795410000000', '00000000-0000-4000-8000-000000000007', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('8', 'A', 'U9', '{"kind":"ended","confirmation":"refused"}', '1795410000000', '00000000-0000-4000-8000-000000000008', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('9', 'A', 'U9', '{"kind":"ended","confirmation":"undo of undone"}', '1795410000000', '00000000-0000-4000-8000-000000000009', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('10', 'A', 'U9', '{"kind":"ended","confirmation":"declined"}', '1795410000000', '00000000-0000-4000-8000-000000000010', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('12', 'A', 'U1', '{"kind":"redemption","redemption":"redeem done"}', '1795410000000', '00000000-0000-4000-8000-000000000012', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('13', 'A', 'U1', '{"kind":"redemption","redemption":"redeem voiding_coupon"}', '1795410000000', '00000000-0000-4000-8000-000000000013', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('14', 'A', 'U1', '{"kind":"redemption","redemption":"redeem undone"}', '1795410000000', '00000000-0000-4000-8000-000000000014', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('15', 'A', 'U1', '{"kind":"redemption","redemption":"redeem refunded"}', '1795410000000', '00000000-0000-4000-8000-000000000015', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('16', 'A', 'U1', '{"kind":"redemption","redemption":"redeem undone"}', '1795410000000', '00000000-0000-4000-8000-000000000016', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('17', 'A', 'U1', '{"kind":"redemption","redemption":"redeem closed"}', '1795410000000', '00000000-0000-4000-8000-000000000017', true, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('1', 'A', 'U8', '{"kind":"approval","confirmation":"awaiting_approval"}', '1795410000000', '00000000-0000-4000-8000-000000000001', true, '1795410000000', 'push');
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('3', 'A', 'U8', '{"kind":"approval","confirmation":"expired"}', '1795410000000', '00000000-0000-4000-8000-000000000003', false, null, null);
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('11', 'A', 'U1', '{"kind":"redemption","redemption":"redeem refused"}', '1795410000000', '00000000-0000-4000-8000-000000000011', true, null, 'reply A carrying');
insert into notices (id, account, line_id, notice, at, push_key, pushable, pushed_at, carrier) overriding system value values ('18', 'A', 'U9', '{"kind":"ended","confirmation":"expired"}', '1795410000000', '00000000-0000-4000-8000-000000000018', true, null, null);
insert into member_index (hash, uuid, page, crawl) overriding system value values ('hash', 'member', 3, 1);
insert into member_crawl (platform, crawl, next_page, is_complete) overriding system value values ('shop', 1, 4, false);
insert into ledger (uuid, id, at, type, status, points, balance_after, member_uuid, card_uuid, card_hash, ref_id, ref_no_hash) overriding system value values ('another', '8', '5000', 'ADD', 'VOIDED', '-25', '9007199254740991', 'member', 'card', 'hash', 'ref', null);
insert into ledger (uuid, id, at, type, status, points, balance_after, member_uuid, card_uuid, card_hash, ref_id, ref_no_hash) overriding system value values ('transaction', '7', '5000', 'ADD', 'COMPLETED', '-25', '9007199254740991', 'member', 'card', 'hash', null, 'hash of a number');
insert into ledger_coverage (platform, covered_from, covered_until, read_at, reread_at) overriding system value values ('shop', '4000', '6000', '0', '0');
insert into failed_attempts (secret, guesser, count, ends_at) overriding system value values ('invitation', 'MWyg79pilt', 1, '1795410060000');
insert into menu_links (account, line_id, menu, at) overriding system value values ('A', 'U1', 'menu', '1795410000000');
insert into dialogues (account, line_id, dialogue, expires_at) overriding system value values ('A', 'U1', '{"command":"add"}', '1795410060000');
insert into publications (id, at, author, overrides, undoes, approver, source) overriding system value values ('1', '1795410000000', 'Mint', '{"en":{}}', null, 'Ploy', 'studio');
insert into publications (id, at, author, overrides, undoes, approver, source) overriding system value values ('2', '1795410000000', 'Ploy', '{}', null, null, 'command line');
insert into publications (id, at, author, overrides, undoes, approver, source) overriding system value values ('3', '1795410000000', 'Ploy', '{"en":{}}', '2', null, 'command line');
insert into staff_prices (account, set_uuid, points) overriding system value values ('A', 'latte', '200');
insert into drafts (account, author, draft, publish_at) overriding system value values ('A', 'U8', '{"author":"U8","authorName":"U8","base":1,"version":1,"texts":{"en":{"help.title":"Help?"}},"review":"none","approver":null,"comments":[],"schedule":{"id":"U8","name":"Mint","at":1795410000000},"changedAt":1}', '1795410000000');
insert into drafts (account, author, draft, publish_at) overriding system value values ('A', 'operator', '{"author":"operator","authorName":"operator","base":0,"version":1,"texts":{"en":{"help.title":"Help?"}},"review":"requested","approver":null,"comments":[],"schedule":null,"changedAt":1}', null);
insert into studio_access (account, hash, kind, holder, expires_at) overriding system value values ('A', 'operator''s', 'session', 'operator', '1795411000000');
insert into studio_access (account, hash, kind, holder, expires_at) overriding system value values ('A', 'session', 'session', 'U9', '1795411000000');
insert into studio_access (account, hash, kind, holder, expires_at) overriding system value values ('A', 'link', 'link', 'U9', '1795411000000');
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem asked', 'U1', 'member of asked', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn asked', 'give asked', '1795410000000', '1795410600000', 'asked', null, null, null, null, '{}', null, null);
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem cancelled', 'U1', 'member of cancelled', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn cancelled', 'give cancelled', '1795410000000', '1795410600000', 'cancelled', null, 'tap 14', null, null, '{}', null, null);
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem burning', 'U1', 'member of burning', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn burning', 'give burning', '1795410000000', '1795410600000', 'burning', '1795410000000', 'tap 15', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":null,"refusal":null}}', null, '1795410120000');
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem burned', 'U1', 'member of burned', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn burned', 'give burned', '1795410000000', '1795410600000', 'burned', '1795410000000', 'tap 18', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":0,"sentAt":null,"clockDifference":null,"isUnclear":false,"done":null}}', null, '1795410120000');
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem burn unknown', 'U1', 'member of burn unknown', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn burn unknown', 'give burn unknown', '1795410000000', '1795410600000', 'burning', '1795410000000', 'tap 16', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":true,"done":null,"refusal":null}}', null, '1795410005000');
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem refused', 'U1', 'member of refused', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn refused', 'give refused', '1795410000000', '1795410600000', 'refused', '1795410000000', 'tap 17', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":null,"refusal":{"code":"INSUFFICIENT_POINTS","detail":null}}}', '{"code":"INSUFFICIENT_POINTS","detail":null}', null);
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem giving', 'U9', 'member of giving', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn giving', 'give giving', '1795410000000', '1795410600000', 'giving', '1795410000000', 'tap 19', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":null,"refusal":null}}', null, '1795410120000');
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem done', 'U1', 'member of done', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn done', 'give done', '1795410000000', '1795410600000', 'done', '1795410000000', 'tap 20', '1795410000000', null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"coupons":[{"uuid":"c","code":"C"}]},"refusal":null}}', null, null);
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem refunding', 'U1', 'member of refunding', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn refunding', 'give refunding', '1795410000000', '1795410600000', 'refunding', '1795410000000', 'tap 22', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":null,"refusal":{"code":"OUT_OF_STOCK","detail":null}},"refund":{"begunAt":1795410000000,"sends":0,"sentAt":null,"clockDifference":null,"isUnclear":false,"done":null}}', '{"code":"OUT_OF_STOCK","detail":null}', '1795410120000');
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem voiding_coupon', 'U1', 'member of voiding_coupon', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn voiding_coupon', 'give voiding_coupon', '1795410000000', '1795410600000', 'voiding_coupon', '1795410000000', 'tap 21', '1795410000000', 'tap 27', '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"coupons":[{"uuid":"c","code":"C"}]},"refusal":null},"void_coupon":{"begunAt":1795410000000,"sends":0,"sentAt":null,"clockDifference":null,"isUnclear":false,"done":null}}', null, '1795410120000');
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem refunded', 'U1', 'member of refunded', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn refunded', 'give refunded', '1795410000000', '1795410600000', 'refunded', '1795410000000', 'tap 23', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":null,"refusal":{"code":"OUT_OF_STOCK","detail":null}},"refund":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null}}', '{"code":"OUT_OF_STOCK","detail":null}', null);
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem needs_review', 'U1', 'member of needs_review', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn needs_review', 'give needs_review', '1795410000000', '1795410600000', 'needs_review', '1795410000000', 'tap 25', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":null,"refusal":null}}', null, null);
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem closed', 'U1', 'member of closed', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn closed', 'give closed', '1795410000000', '1795410600000', 'closed', '1795410000000', 'tap 26', null, null, '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":null,"refusal":null}}', null, null);
insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at, undo_event, steps, failure, retry_at) overriding system value values ('A', 'redeem undone', 'U1', 'member of undone', 'U1', 'set', '{"setUuid":"set","set":"ลาเต้ 🥤","card":"0001","points":50,"who":"Olivia B."}', 'burn undone', 'give undone', '1795410000000', '1795410600000', 'undone', '1795410000000', 'tap 24', '1795410000000', 'tap 28', '{"burn":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null},"give":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"coupons":[{"uuid":"c","code":"C"}]},"refusal":null},"void_coupon":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{},"refusal":null},"refund":{"begunAt":1795410000000,"sends":1,"sentAt":1795410000000,"clockDifference":-3,"isUnclear":false,"done":{"id":7},"refusal":null}}', null, null);
insert into daily_counts (account, day, kind, name, language, count) overriding system value values ('A', '2026-11-22', 'tap', 'member.card', 'th', '3');
insert into daily_counts (account, day, kind, name, language, count) overriding system value values ('A', '2026-11-23', 'answer', 'balance', 'unknown', '1');
insert into used_codes (hash, event_id, expires_at) overriding system value values ('N0nLSO5ujd', 'event of a cashier', '1795410060000');
select setval('replicas_id_seq', 1);
select setval('inbox_id_seq', 41);
select setval('lane_epochs', 40);
select setval('audit_id_seq', 63);
select setval('notices_id_seq', 18);
