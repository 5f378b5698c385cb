/** The audit log of staff actions and their outcomes. Entries are appended and never changed. */
import { insertInto, type Database, type Queries } from "./database.ts";

/** What an entry records: a step of an order or redemption, a change of the staff, a view, or what somebody did in the studio. */
export type AuditAction =
  | "ordered"
  | "waiting"
  | "declined"
  | "lapsed"
  | "done"
  | "refused"
  | "unknown"
  | "person"
  | "burned"
  | "undoing"
  | "voided"
  | "refunding"
  | "refunded"
  | "undone"
  | "closed"
  | "invited"
  | "joined"
  | "removed"
  | "restored"
  | "viewed"
  // In the studio.
  | "link_sent"
  | "logged_in"
  | "review_requested"
  | "commented"
  | "approved"
  | "scheduled"
  | "unscheduled"
  | "published"
  | "publication_undone"
  | "review_link_made"
  | "review_links_withdrawn";

export interface AuditEntry {
  /** Milliseconds since 1970. */
  at: number;
  /** LINE user id of the staff member, `operator` for who has the studio's password, or null for the bot itself. */
  actor: string | null;
  /** `webhookEventId` of the event that caused it, or null. */
  eventId: string | null;
  action: AuditAction;
  /** The command, such as `gift`. */
  command: string;
  /** Id of the confirmation it belongs to, or null. */
  confirmation: string | null;
  refId: string | null;
  memberUuid: string | null;
  /**
   * Details of the order or of its outcome, with the platform's ids. Of a confirmation also `asker` and `approver`,
   * LINE user ids, where they aren't the actor or there was an approval, and `undoOf`, the id of what it undoes.
   */
  facts: object;
}

/** What is appended: what isn't named is null, and there are no facts. */
export type NewAuditEntry = Pick<AuditEntry, "at" | "actor" | "action" | "command"> &
  Partial<AuditEntry>;

export interface AuditFilter {
  /** Milliseconds since 1970; `end` is exclusive. */
  start: number;
  end: number;
  /** LINE user id of the staff member. */
  staff: string;
  /** The member that it was for; null = anybody. */
  memberUuid: string | null;
}

export type Audit = ReturnType<typeof createAudit>;

const columns = `account, at, actor, event_id as "eventId", action, command, confirmation,
  ref_id as "refId", member_uuid as "memberUuid", facts`;

type Row = Omit<AuditEntry, "facts"> & { account: string; facts: string };

export const createAudit = (db: Database) => ({
  /** The last `count` entries, newest first. */
  async last(account: string, count: number): Promise<AuditEntry[]> {
    const sql = `select ${columns} from audit where account = $1 order by id desc limit $2`;
    return (await db.rows<Row>(sql, [account, count])).map(entryOf);
  },
  /** Those of what one staff member did or asked for, newest first, `count` at most. */
  async of(
    account: string,
    { start, end, staff, memberUuid }: AuditFilter,
    count: number,
  ): Promise<AuditEntry[]> {
    const asker = JSON.stringify({ asker: staff }).slice(1, -1);
    const sql = `select ${columns} from audit where account = $1 and at >= $2 and at < $3
      and (actor = $4 or replace(facts, $5, '') <> facts)
      and (member_uuid = $6 or $6::text is null) order by at desc, id desc limit $7`;
    const values = [account, start, end, staff, asker, memberUuid, count];
    return (await db.rows<Row>(sql, values)).map(entryOf);
  },
  /** Every entry of every account, oldest first. */
  all: async () => (await db.rows<Row>(`select ${columns} from audit order by id`)).map(entryOf),
});

/** Appends an entry; call it inside a transaction only. */
export async function appendAudit(
  tx: Queries,
  account: string,
  { at, actor, eventId = null, action, command, facts = {}, ...of }: NewAuditEntry,
): Promise<void> {
  const { confirmation = null, refId = null, memberUuid = null } = of;
  const { lineId: named }: { lineId?: unknown } = facts;
  const lineId = typeof named === "string" ? named : null;
  const entry = { account, at, actor, eventId, action, command, confirmation, refId, memberUuid };
  await tx.run(...insertInto("audit", { ...entry, facts: JSON.stringify(facts), lineId }));
}

const entryOf = (row: Row): AuditEntry & { account: string } => ({
  ...row,
  facts: JSON.parse(row.facts) as object,
});

/** Actor (LINE user id), webhook event and time of an action, as an audit entry needs them. */
export interface StaffAction {
  by: string;
  eventId: string;
  /** The account of the event; absent if it is the staff's own. */
  eventAccount?: string;
  at: number;
}
