/** Implements the audit log in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { Audit, AuditEntry } from "../audit.ts";
import { query } from "./query.ts";

/** Entries of former versions don't say what an undo undoes; its confirmation does, as long as it is kept. */
const entries = `select audit.account, at, actor, event_id as eventId, step as action, audit.command,
    confirmation, audit.ref_id as refId, audit.member_uuid as memberUuid,
    iif(undo_of is null, facts, json_set(facts, '$.undoOf', undo_of)) as facts
  from audit left join confirmations
    on confirmations.account = audit.account and confirmations.id = audit.confirmation`;

type Row = Omit<AuditEntry, "facts"> & { account: string; facts: string };

export function sqliteAudit(db: DatabaseSync): Audit {
  const last = query<Row>(db, `${entries} where audit.account = ? order by audit.id desc limit ?`);
  const all = query<Row>(db, `${entries} order by audit.id`);
  return {
    last: async (account, count) => last.all(account, count).map(entryOf),
    all: async () => all.all().map(entryOf),
  };
}

/** @returns a function that appends an entry; call it inside a transaction only. */
export function appendAudit(db: DatabaseSync) {
  const insert = db.prepare(
    `insert into audit (account, at, actor, event_id, step, command, confirmation, ref_id,
       member_uuid, facts) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (account: string, entry: AuditEntry): void => {
    insert.run(
      account,
      entry.at,
      entry.actor,
      entry.eventId,
      entry.action,
      entry.command,
      entry.confirmation,
      entry.refId,
      entry.memberUuid,
      JSON.stringify(entry.facts),
    );
  };
}

export type AppendAudit = ReturnType<typeof appendAudit>;

const entryOf = (row: Row): AuditEntry & { account: string } => ({
  ...row,
  facts: JSON.parse(row.facts) as object,
});
