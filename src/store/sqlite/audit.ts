/** Implements the audit log in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { Audit, AuditEntry } from "../audit.ts";
import { query } from "./query.ts";

const columns = `account, at, actor, event_id as eventId, step as action, command, confirmation,
  ref_id as refId, member_uuid as memberUuid, facts`;

type Row = Omit<AuditEntry, "facts"> & { account: string; facts: string };

export function sqliteAudit(db: DatabaseSync): Audit {
  const last = query<Row>(
    db,
    `select ${columns} from audit where account = ? order by id desc limit ?`,
  );
  const all = query<Row>(db, `select ${columns} from audit order by id`);
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
