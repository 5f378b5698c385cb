/** The store port for personal data: exports and erases what is stored about one person. */

/** Rows by table, keyed by column; times are milliseconds since 1970. */
export interface PersonalData {
  /** The person's LINE user ids and member uuids, as orders and the audit link them. */
  lineIds: string[];
  memberUuids: string[];
  chats: object[];
  staff: object[];
  notices: object[];
  /** Orders by the person or for the person. */
  orders: object[];
  invitations: object[];
  /** Counters of failed attempts. */
  attempts: object[];
  /** What staff were about to write. */
  dialogues: object[];
  /** Links to rich menus. */
  menus: object[];
  /** Open and parked events with their content. */
  events: object[];
  audit: object[];
  /** Entries of the member index. */
  profiles: object[];
  /** Entries of the mirrored ledger. */
  transactions: object[];
}

/**
 * Numbers of deleted rows. `kept`: audit entries, and orders that are not settled or may still count
 * against a day's limits.
 */
export interface ErasureReport {
  chats: number;
  staff: number;
  notices: number;
  orders: number;
  invitations: number;
  attempts: number;
  dialogues: number;
  menus: number;
  events: number;
  profiles: number;
  transactions: number;
  kept: { orders: number; audit: number };
}

export interface PersonalDataStore {
  /** Exports the data of a person. @param who a LINE user id, or the uuid of a member. */
  of(who: string): Promise<PersonalData>;
  /**
   * Erases a person in small transactions, safe while a bot is running.
   * @param who a LINE user id, or the uuid of a member.
   * @param now milliseconds since 1970.
   * @throws {StoreError} when the store can't be written; rows deleted before stay deleted.
   */
  forget(who: string, now: number): Promise<ErasureReport>;
}
