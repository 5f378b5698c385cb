/** The store port for retention: the purge of old data. */

/** Numbers of purged rows. */
export interface PurgeReport {
  /** Texts of parked events; the events themselves stay listed. */
  texts: number;
  /** Ids of processed events and parked events without a text; a redelivery of these would be processed again. */
  events: number;
  /** Settled orders; their outcome stays in the audit. */
  orders: number;
  /** Ended redemptions; their outcome stays in the audit. */
  redemptions: number;
  notices: number;
  invitations: number;
  /** Counters of failed attempts. */
  attempts: number;
  dialogues: number;
  /** Links to rich menus. */
  menus: number;
  /** Codes of members that were used, and have expired. */
  codes: number;
  /** Links and sessions of the studio that have expired. */
  access: number;
  /** Entries of the mirrored ledger, which covers less from then on. */
  transactions: number;
  /** Counts of days. */
  statistics: number;
}

export interface PurgeLimits {
  texts: number;
  traces: number;
  ledger: number;
  statistics: number;
}

export interface Retention {
  /**
   * Deletes old rows, in one transaction after another.
   * @param before milliseconds since 1970; `texts` for the texts of parked events and
   * for the ends of counters, codes, dialogues and log-ins, `ledger` for
   * the mirrored ledger, by the platform's clock, `statistics` for counts of days, `traces` for the rest.
   * @param rest awaited between two transactions, so that the bot's own can run in between.
   * @throws {StoreError} when the store can't be written; rows deleted before stay deleted.
   */
  purge(before: PurgeLimits, rest: () => Promise<void>): Promise<PurgeReport>;
}

/** The day of a time in UTC, such as `2026-11-22`; a day sooner or later doesn't matter to retention. */
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);
