/** Backups of the store: what making one tells, and what restoring one changes. */

export interface Backup {
  bytes: number;
  /** Of the schema. */
  version: number;
}

/** What was set to rest in a restored store, so that nothing of it happens a second time. */
export interface Restored {
  /** Where the former store went, or null where there was none. */
  aside: string | null;
  /** Events that weren't answered when the backup was made: parked. */
  events: number;
  /** Questions that could still be answered: cancelled. */
  questions: number;
  /** Orders whose end the backup doesn't know: a person decides. */
  orders: number;
  /** Notices that may have been given since: dropped. */
  notices: number;
  /** Invitations that may have been taken since: dropped. */
  invitations: number;
}
