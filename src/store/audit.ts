/** The audit log of staff actions and their outcomes. Entries are appended and never changed. */

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

export interface Audit {
  /** The last `count` entries, newest first. */
  last(account: string, count: number): Promise<AuditEntry[]>;
  /** Every entry of every account, oldest first. */
  all(): Promise<(AuditEntry & { account: string })[]>;
}
