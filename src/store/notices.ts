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
  /** The retry key of its push; random, so that LINE never takes it for an earlier notice. */
  pushKey: string;
  /** Since when a push of it has been tried without a known end; milliseconds since 1970. */
  pushedAt: number | null;
}

/** `told`: it may have been seen, so it is forgotten. `later`: it can be pushed again. `refused`: it waits for a reply. */
export type PushEnd = "told" | "later" | "refused";

/** Each notice is carried by one push or one reply at a time: whichever has taken it in the store. */
export interface Notices {
  /** What somebody is still to be told and nothing carries, oldest first. A reply takes it by a `carried` write. */
  of(account: string, lineId: string): Promise<StoredNotice[]>;
  /**
   * The reply to an event has ended. What it carried is forgotten where it may have been seen, and waits
   * again where it can't. Rides as `Inbox.done` does, and belongs directly before it.
   */
  replied(account: string, eventId: string, seen: boolean): void;
  /** What may be pushed, oldest first, pushes that broke off included. */
  pushable(account: string): Promise<StoredNotice[]>;
  /** Takes one for a push. Answers false where a reply carries it meanwhile, or it is gone. */
  beginPush(id: number, now: number): Promise<boolean>;
  endPush(id: number, end: PushEnd): Promise<void>;
}
