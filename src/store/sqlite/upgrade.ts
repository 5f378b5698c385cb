/** The upgrade of a store of version 20 to the names, columns and keys that the schema has on both databases. */
import { baseOf } from "../schema.ts";
import { translatedSchema } from "./database.ts";

export const auditStays = `create trigger audit_stays before delete on audit
    begin select raise(abort, 'the audit is append-only'); end;
  create trigger audit_is_not_rewritten before update on audit
    begin select raise(abort, 'the audit is append-only'); end;`;

/** A table is made anew where its key or the kind of its columns is another one. @param copy its rows. */
function remade(table: string, copy: string): string {
  const { definition, indexes } = baseOf(table);
  return `alter table ${table} rename to former_${table};
  ${translatedSchema(definition)}
  ${copy}
  drop table former_${table};
  ${indexes}`;
}

const confirmations = `
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
    from former_confirmations;`;

const redemptions = `
  insert into redemptions
    select account, id, asker, member_uuid, line_id, set_uuid, order_json,
      burn_ref_id, give_ref_id, asked_at, expires_at, state, claimed_at, claimed_event, done_at,
      undo_event, steps, failure, retry_at
    from former_redemptions;`;

const audit = `
  -- Entries of former versions don't say what an undo undoes; its confirmation does.
  insert into audit (id, account, at, actor, event_id, action, command, confirmation, ref_id,
      member_uuid, facts, line_id)
    select entry.id, entry.account, at, actor, event_id, step, entry.command, confirmation,
      entry.ref_id, entry.member_uuid,
      iif(undo_of is null, facts, json_set(facts, '$.undoOf', undo_of)),
      iif(json_type(facts, '$.lineId') = 'text', facts ->> '$.lineId', null)
    from former_audit as entry left join confirmations
      on confirmations.account = entry.account and confirmations.id = entry.confirmation
    order by entry.id;`;

export const upgradeFrom20 = `
  ${remade("confirmations", confirmations)}
  ${remade("redemptions", redemptions)}
  ${remade("audit", audit)}
  ${auditStays}

  create index notices_carrier on notices (carrier);

  alter table member_index rename column walk to crawl;
  alter table member_walk rename to member_crawl;
  alter table member_crawl rename column walk to crawl;
  alter table member_crawl rename column whole to is_complete;`;
