/** What somebody is still to be told: with their next reply, or pushed where that is allowed. */

export type Notice =
  /** A member was given coupons. */
  | { kind: "gift"; name: string; quantity: number; confirmation: string }
  /** An order of a staff member's has ended, or needs a person. */
  | { kind: "ended"; confirmation: string }
  /** A gift waits for a second person. */
  | { kind: "approval"; confirmation: string };

export interface StoredNotice {
  id: number;
  account: string;
  lineId: string;
  notice: Notice;
}

export interface Notices {
  /** Oldest first. */
  of(account: string, lineId: string): Promise<StoredNotice[]>;
  /** Everybody's, oldest first. */
  all(account: string): Promise<StoredNotice[]>;
  /** Forgets them: they were told. */
  told(ids: readonly number[]): Promise<void>;
}
