/** The upgrade of a store of version 20 to the names, columns and keys that the schema has on both databases, but for orders. */
import { baseOf } from "../schema.ts";
import { translatedSchema } from "./database.ts";

export const auditStays = `create trigger audit_stays before delete on audit
    begin select raise(abort, 'the audit is append-only'); end;
  create trigger audit_is_not_rewritten before update on audit
    begin select raise(abort, 'the audit is append-only'); end;`;

const { definition, indexes } = baseOf("audit");

export const upgradeFrom20 = `
  alter table audit rename to former_audit;
  ${translatedSchema(definition)}
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
  ${indexes}
  ${auditStays}

  create index notices_carrier on notices (carrier);

  alter table member_index rename column walk to crawl;
  alter table member_walk rename to member_crawl;
  alter table member_crawl rename column walk to crawl;
  alter table member_crawl rename column whole to is_complete;`;
