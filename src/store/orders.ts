/** The store port for orders: questions, their answers, and what becomes of their steps. */
import type { Notice } from "./notices.ts";
import type {
  Actor,
  Author,
  Block,
  Change,
  Limits,
  LimitUse,
  Order,
  Question,
  SendRequest,
} from "./order.ts";

/** A day in the business's time zone, in milliseconds since 1970. */
export interface DayRange {
  start: number;
  /** Exclusive. Orders may be later than that: a clock is set back at times, as that of the demo. */
  end: number;
}

/** Maxima of redemptions of one member. */
export interface RedemptionLimits {
  perDay: number;
  /** Of the coupon set, over all that the store still knows; null = none. */
  perSet: number | null;
}

/** What an order is confirmed against, on this day. */
export interface DayLimits extends DayRange {
  /** Of staff and of the member; null where a member asks for themselves. */
  limits: Limits | null;
  /** Null for what isn't a redemption, and for the undo of one. */
  redemptions: RedemptionLimits | null;
}

/** Who answers an order, by which event; a rule answers its own by none. */
export interface OrderAction extends Actor {
  by: string;
}

/** Result of a tap on a button of an order. */
export type Tap =
  /** This event released it, now or in a former attempt. */
  | { kind: "claimed"; order: Order }
  | { kind: "awaiting_approval"; order: Order }
  | { kind: "expired"; order: Order }
  | { kind: "blocked"; order: Order; by: Block }
  /** Already in another state. */
  | { kind: "already"; order: Order }
  /** There is none, or this person may not answer it. */
  | { kind: "none" };

/** The end of a step, by its outcome or by a person, with everything that is stored in the same transaction. */
export interface Conclusion {
  id: string;
  what: Extract<Change, { do: "settle" | "decide" }>;
  /** For an undo: what it takes back of its original; null if unknown. */
  takenBack: LimitUse | null;
  /** The question that offers to undo the order, and what others are told, once it is done. */
  undo: Question | null;
  notices: readonly { lineId: string; notice: Notice }[];
}

export interface Orders {
  get(account: string, id: string): Promise<Order | null>;
  /**
   * The asker confirms. Returns `claimed` for exactly one event, and again for that same event when repeated.
   * @param approvers LINE user ids of those who get a notice if it now awaits a second person's approval.
   */
  confirm(
    account: string,
    id: string,
    action: OrderAction,
    limits: DayLimits,
    approvers?: readonly string[],
  ): Promise<Tap>;
  /** A second person, who cannot be the asker, approves. */
  approve(account: string, id: string, action: OrderAction): Promise<Tap>;
  /** A second person declines; adds a notice for the asker. */
  decline(account: string, id: string, action: OrderAction): Promise<Tap>;
  /** The asker cancels an open or waiting order. */
  cancel(account: string, id: string, action: OrderAction): Promise<Tap>;
  /**
   * What the asker cancels without naming it: their newest unexpired order in state `open` or `awaiting_approval`,
   * undos excluded, or the one that this event has cancelled before; null if there is none.
   */
  cancellable(account: string, action: OrderAction): Promise<Order | null>;
  /** The newest order that undoes another, in any state but `cancelled`; null if there is none. */
  undoOf(account: string, id: string): Promise<Order | null>;
  /**
   * The open question that undoes a person's newest order, of those that can still be undone; null if there is none.
   * It is for whoever released the order. The newest is the one that was carried out last.
   */
  newestUndo(account: string, lineId: string, now: number): Promise<Order | null>;
  /** The order of a member, no undo, with a step of this idempotency key; or null. */
  byRefId(account: string, memberUuid: string, refId: string): Promise<Order | null>;
  /** Redemptions of a member, undos included: those that were asked last, newest first, `max` at most. */
  redemptionsOf(account: string, memberUuid: string, max: number): Promise<Order[]>;
  /** Unfinished orders, and those in state `awaiting_approval` (unexpired), oldest first. */
  pending(account: string, now: number): Promise<Order[]>;
  /** Orders with a step to try or to look for now. */
  due(account: string, now: number): Promise<Order[]>;
  /** The accounts with unfinished orders. */
  accountsWithUnfinished(): Promise<string[]>;
  /** Moves expired `awaiting_approval` orders to `expired`, and adds notices for their askers. */
  expireApprovals(account: string, now: number): Promise<void>;
  /** What a person ordered on a day, as it counts against the limits of staff. */
  usedBy(account: string, lineId: string, day: DayRange, now: number): Promise<LimitUse>;
  /** What staff ordered for a member on a day, as it counts against the limits: without what the member has paid for. */
  usedFor(account: string, memberUuid: string, day: DayRange, now: number): Promise<LimitUse>;
  /**
   * Records that a step is about to be sent, at this moment by the store's clock.
   * @returns false if it must not be sent: it has ended, or another sender is at it.
   * @throws {StoreError} `too_soon` while an earlier send may be in flight.
   */
  recordSend(
    account: string,
    id: string,
    send: SendRequest,
    eventId: string | null,
  ): Promise<boolean>;
  /** Stores the end of a step. @returns false if it had ended before, or another attempt has sent it since. */
  conclude(account: string, conclusion: Conclusion, author: Author): Promise<boolean>;
}
