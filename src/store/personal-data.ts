/** What the store holds about one person: shown, and forgotten as far as it may be. */

/** All of it, by table, with the columns' names; times are milliseconds since 1970. */
export interface PersonalData {
  /** How the person is known: LINE user ids, and uuids of the platform's members, as orders connect them. */
  lineIds: string[];
  memberUuids: string[];
  chats: object[];
  staff: object[];
  notices: object[];
  /** Orders by them or for them. */
  orders: object[];
  invitations: object[];
  /** Events that are open or parked, with what they say. */
  events: object[];
  audit: object[];
  /** Which of the platform's profiles were last seen with these ids. */
  profiles: object[];
}

/** How much was forgotten, and what stays: the audit, and orders that aren't settled or may still count against a day's limit. */
export interface ErasureReport {
  chats: number;
  staff: number;
  notices: number;
  orders: number;
  invitations: number;
  events: number;
  profiles: number;
  kept: { orders: number; audit: number };
}

export interface PersonalDataStore {
  /** @param who a LINE user id, or the uuid of a member. */
  of(who: string): Promise<PersonalData>;
  /**
   * Forgets somebody, in small transactions, beside a running bot.
   * @param now milliseconds since 1970.
   * @throws {StoreError} when the store can't be written; what was forgotten before stays forgotten.
   */
  forget(who: string, now: number): Promise<ErasureReport>;
}
