/** The upgrade of a store of version 20 to the names, columns and keys that the schema has on both databases. */

export const auditStays = `create trigger audit_stays before delete on audit
    begin select raise(abort, 'the audit is append-only'); end;
  create trigger audit_is_not_rewritten before update on audit
    begin select raise(abort, 'the audit is append-only'); end;`;

export const upgradeFrom20 = `
  drop index confirmations_state;
  drop index confirmations_undo;
  drop index confirmations_asked;
  drop index confirmations_old;
  drop index confirmations_asker;
  drop index confirmations_member;
  alter table confirmations rename to former_confirmations;
  create table confirmations (
    account text not null,
    id text not null,
    asker text not null,
    command text not null,
    kind text not null,
    order_json text not null,
    recipient_line_id text,
    recipient_uuid text,
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
    claimed_by text,
    claimed_at integer,
    claimed_event text,
    outcome text,
    retry_at integer,
    sends integer not null default 0,
    sent_at integer,
    clock_difference integer,
    primary key (id, account)
  ) strict, without rowid;
  insert into confirmations (account, id, asker, command, kind, order_json, recipient_line_id,
      recipient_uuid, ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of,
      state, confirmed_at, confirmed_event, claimed_by, claimed_at, claimed_event, outcome, retry_at,
      sends, sent_at, clock_difference)
    select account, id, asker, command, kind, order_json,
      iif(json_type(order_json, '$.lineId') = 'text', order_json ->> '$.lineId', null),
      iif(json_type(order_json, '$.memberUuid') = 'text', order_json ->> '$.memberUuid', null),
      ref_id, member_uuid, gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at,
      confirmed_event, taken_by, taken_at, taken_event, outcome, again_at, sends, sent_at,
      clock_difference
    from former_confirmations;
  drop table former_confirmations;
  create index confirmations_state on confirmations (state);
  create index confirmations_undo on confirmations (undo_of) where undo_of is not null;
  create index confirmations_asked on confirmations (asker, asked_at);
  create index confirmations_old on confirmations (asked_at);
  -- For the day limits.
  create index confirmations_asker on confirmations (asker, confirmed_at);
  create index confirmations_member on confirmations (member_uuid, confirmed_at)
    where member_uuid is not null;

  drop index redemptions_state;
  drop index redemptions_member;
  drop index redemptions_old;
  alter table redemptions rename to former_redemptions;
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
    primary key (id, account)
  ) strict, without rowid;
  insert into redemptions select account, id, asker, member_uuid, line_id, set_uuid, order_json,
      burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at,
      undo_event, steps, failure, retry_at
    from former_redemptions;
  drop table former_redemptions;
  create index redemptions_state on redemptions (state);
  create index redemptions_asked on redemptions (asker, asked_at);
  create index redemptions_member on redemptions (member_uuid, asked_at);
  create index redemptions_old on redemptions (asked_at);

  drop trigger audit_stays;
  drop trigger audit_is_not_rewritten;
  drop index audit_account;
  alter table audit rename to former_audit;
  create table audit (
    id integer primary key autoincrement,
    account text not null,
    at integer not null,
    actor text,
    event_id text,
    action text not null,
    command text not null,
    confirmation text,
    ref_id text,
    member_uuid text,
    facts text not null,
    line_id text
  ) strict;
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
  create index audit_account on audit (account, id);
  ${auditStays}

  create index notices_carrier on notices (carrier);

  alter table member_index rename column walk to crawl;
  alter table member_walk rename to member_crawl;
  alter table member_crawl rename column walk to crawl;
  alter table member_crawl rename column whole to is_complete;`;
