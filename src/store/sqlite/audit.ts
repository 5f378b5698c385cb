/** Appends to the audit log where a concern writes by SQLite's own statements. */
import type { DatabaseSync } from "node:sqlite";
import { textOf, type AuditEntry } from "../audit.ts";

/** @returns a function that appends an entry; call it inside a transaction only. */
export function appendAudit(db: DatabaseSync) {
  const insert = db.prepare(
    `insert into audit (account, at, actor, event_id, action, command, confirmation, ref_id,
       member_uuid, facts, line_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      textOf(entry.facts, "lineId"),
    );
  };
}

export type AppendAudit = ReturnType<typeof appendAudit>;
