/** The store port for notices: messages added to a user's next reply, or pushed where that is allowed. */

export type Notice =
  /** A member was given coupons. */
  | { kind: "gift"; name: string; quantity: number; confirmation: string }
  /** An order of a staff member has ended, or needs a decision. */
  | { kind: "ended"; confirmation: string }
  /** An order awaits the approval of a second person. */
  | { kind: "approval"; confirmation: string }
  /** A redemption has ended, or is undone, after its answer was sent. */
  | { kind: "redemption"; redemption: string };

export interface StoredNotice {
  id: number;
  account: string;
  lineId: string;
  notice: Notice;
  /** The retry key of its push: a random UUID, so that LINE never takes it for an earlier notice. */
  pushKey: string;
  /** Time of the first push attempt without a known outcome, in milliseconds since 1970; or null. */
  pushedAt: number | null;
}

/** `delivered`: it is deleted, as is one that can't be told any more. `retry`: push it again. `refused`: it waits for a reply. */
export type PushEnd = "delivered" | "retry" | "refused";

/** A notice is carried by one push or one reply at a time: the one that has claimed it in the store. */
export interface Notices {
  /** Undelivered, unclaimed notices of a user, oldest first. A reply claims them by a `carried` write. */
  of(account: string, lineId: string): Promise<StoredNotice[]>;
  /**
   * Ends the claim of the reply to an event: its notices are deleted if the reply may have been seen, and
   * released otherwise, unless another replica has taken over the event and may send that reply. Written with the
   * next commit; call it directly before `Inbox.markProcessed`.
   */
  replied(account: string, eventId: string, seen: boolean): void;
  /** Notices that may be pushed, oldest first, interrupted pushes included. */
  pushable(account: string): Promise<StoredNotice[]>;
  /** Claims a notice for a push. @returns false if a reply has claimed it or it is deleted. */
  beginPush(id: number, now: number): Promise<boolean>;
  /** Ends a push whose outcome is known; any other stays claimed by it, and pushable. */
  endPush(id: number, end: PushEnd): Promise<void>;
}
