/** What a reader of the rotating codes of members tells. */

/** What a code that can be used holds. */
export interface MemberCode {
  id: string;
  memberUuid: string;
  /** The number of the card that it was shown on; may be empty. */
  cardNo: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface MemberCodeReader {
  /** @returns null for a text that is no rotating code; `foreign` for one that this account didn't issue. */
  read(text: string): MemberCode | "expired" | "foreign" | null;
  /** @returns false for a code that another event has used. */
  use(code: MemberCode, eventId: string): Promise<boolean>;
}
