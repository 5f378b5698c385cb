/** The audit in SQLite. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { Audit, AuditEntry } from "../audit.ts";

const columns = `account, at, actor, event_id as eventId, step as action, command, confirmation,
  ref_id as refId, member_uuid as memberUuid, facts`;

export function sqliteAudit(db: DatabaseSync): Audit {
  const last = db.prepare(
    `select ${columns} from audit where account = ? order by id desc limit ?`,
  );
  const all = db.prepare(`select ${columns} from audit order by id`);
  return {
    last: async (account, count) => last.all(account, count).map(lineOf),
    all: async () => all.all().map(lineOf),
  };
}

/** Makes the function that adds a line; it has to be called inside a transaction. */
export function appendAudit(db: DatabaseSync) {
  const insert = db.prepare(
    `insert into audit (account, at, actor, event_id, step, command, confirmation, ref_id,
       member_uuid, facts) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (account: string, line: AuditEntry): void => {
    insert.run(
      account,
      line.at,
      line.actor,
      line.eventId,
      line.action,
      line.command,
      line.confirmation,
      line.refId,
      line.memberUuid,
      JSON.stringify(line.facts),
    );
  };
}

export type AppendAudit = ReturnType<typeof appendAudit>;

const lineOf = (row: Record<string, SQLOutputValue>) =>
  ({ ...row, facts: JSON.parse(String(row["facts"])) as object }) as unknown as AuditEntry & {
    account: string;
  };
