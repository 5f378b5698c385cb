/** Implements the audit log in Postgres. */
import type { Audit, AuditEntry } from "../audit.ts";
import type { Database, Queries } from "./database.ts";

const columns = `account, at, actor, event_id as "eventId", action, command, confirmation,
  ref_id as "refId", member_uuid as "memberUuid", facts`;

type Row = Omit<AuditEntry, "facts"> & { account: string; facts: string };

export function postgresAudit(db: Database): Audit {
  return {
    async last(account, count) {
      const rows = await db.rows<Row>(
        `select ${columns} from audit where account = $1 order by id desc limit $2`,
        [account, count],
      );
      return rows.map(entryOf);
    },
    all: async () => (await db.rows<Row>(`select ${columns} from audit order by id`)).map(entryOf),
  };
}

/** Appends an entry; call it inside a transaction only. */
export async function appendAudit(tx: Queries, account: string, entry: AuditEntry): Promise<void> {
  await tx.run(
    `insert into audit (account, at, actor, event_id, action, command, confirmation, ref_id,
       member_uuid, facts, line_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
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
    ],
  );
}

/** A property of an object if it is a text, and null otherwise. */
export function textOf(facts: object, name: string): string | null {
  const value = (facts as Record<string, unknown>)[name];
  return typeof value === "string" ? value : null;
}

const entryOf = (row: Row): AuditEntry & { account: string } => ({
  ...row,
  facts: JSON.parse(row.facts) as object,
});
