/** The record of what staff ordered and what became of it. Lines are added and never changed. */

/** What a line tells of: an order on its way from the question to its end, or a change of the staff. */
export type AuditAction =
  | "ordered"
  | "waiting"
  | "declined"
  | "lapsed"
  | "done"
  | "refused"
  | "unknown"
  | "person"
  | "invited"
  | "joined"
  | "removed"
  | "viewed";

export interface AuditEntry {
  /** Milliseconds since 1970. */
  at: number;
  /** LINE user id of who did it, or null where the bot found out by itself. */
  actor: string | null;
  /** The webhook event that it was done by. */
  eventId: string | null;
  action: AuditAction;
  /** The command, such as `gift`. */
  command: string;
  /** The question that it belongs to, or null. */
  confirmation: string | null;
  refId: string | null;
  memberUuid: string | null;
  /** What was ordered or how it ended, with the platform's ids. */
  facts: object;
}

export interface Audit {
  /** The last lines, newest first. */
  last(account: string, count: number): Promise<AuditEntry[]>;
  /** Every line of every account, oldest first. */
  all(): Promise<(AuditEntry & { account: string })[]>;
}
