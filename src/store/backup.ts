/** Result types of making and restoring a backup of the store. */

export interface Backup {
  bytes: number;
  /** Schema version. */
  version: number;
}

/** What a restore deactivated, so that nothing in the backup is carried out a second time. Counts of rows. */
export interface Restored {
  /** File that now holds the former store, or null if there was none. */
  aside: string | null;
  /** Unprocessed events, now parked. */
  events: number;
  /** Open questions of staff and members, now cancelled. */
  questions: number;
  /** Orders of unknown outcome, now in state `needs_review`: a person decides. */
  orders: number;
  /** Notices that may have been delivered since the backup; deleted. */
  notices: number;
  /** Invitations that may have been used since the backup; deleted. */
  invitations: number;
}
