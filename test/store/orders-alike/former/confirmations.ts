/** The store port for confirmations: questions that staff must confirm before a write, their state and outcome. */
import type { AuditEntry } from "../../../../src/store/audit.ts";
import type { Notice } from "../../../../src/store/notices.ts";
import type { StaffAction } from "../../../../src/store/staff.ts";

export type ConfirmationState =
  /** Asked and not answered. */
  | "open"
  /** Confirmed by its asker; awaits the approval of a second person. */
  | "awaiting_approval"
  /** Confirmed, and approved where required; the write is being sent. */
  | "claimed"
  /** The platform's response was lost; to be reconciled. */
  | "unknown"
  /** Could not be reconciled; a person decides. */
  | "needs_review"
  | "done"
  | "undone"
  | "refused"
  | "cancelled"
  | "declined"
  /** Not approved in time. */
  | "expired";

export interface Question {
  /** Random; carried in the postback data of its buttons. */
  id: string;
  /** LINE user id of the staff member. */
  asker: string;
  /** The command that asked; confirming needs the role that it needs. */
  command: string;
  /** Kind of the write operation. */
  kind: string;
  /** Arguments of the write, fixed before the first send so that a retry sends the same request. */
  order: object;
  refId: string;
  memberUuid: string | null;
  /** Coupons and points that count against the day's limits. */
  gifts: number;
  points: number;
  /** Whether a second person has to approve. */
  approval: boolean;
  /** Milliseconds since 1970, like all times here. */
  askedAt: number;
  expiresAt: number;
  /** Id of the confirmation that this one undoes, or null. */
  undoOf: string | null;
}

/** Outcome of a write. `again`: when to reconcile next, in milliseconds since 1970. */
export type Outcome =
  | { state: "done"; done: object }
  | { state: "refused"; code: string; detail: Record<string, unknown> | null }
  | { state: "unknown"; again: number }
  | { state: "needs_review" };

export interface Confirmation extends Question {
  account: string;
  state: ConfirmationState;
  /** LINE user id of who released the write: its asker, or the second person. */
  claimedBy: string | null;
  claimedAt: number | null;
  /** Number of sends without a clear response; 0 means the write cannot have happened. */
  sends: number;
  /** Time of the last send. */
  sentAt: number | null;
  /** Platform clock minus ours at the first send, in milliseconds; null if unknown. */
  clockDifference: number | null;
  outcome: Outcome | null;
}

/** A send of a confirmed write, stored before the request is made. */
export interface SendRecord extends SendRequest {
  /** By the store's clock. */
  at: number;
}

/** What a sender says of a send that it asks the store to record. */
export interface SendRequest {
  /** Number of sends stored before, as the sender knows it; another sender has changed it if it differs. */
  before: number;
  /** `webhookEventId` of the event that sends it; null for the bot itself. */
  eventId: string | null;
  /** Number of sends without a clear response, this one included. */
  sends: number;
  /** Whether the platform does a write once, however often it is sent: then sends don't wait for each other. */
  isIdempotent: boolean;
  clockDifference: number | null;
}

/** Daily maxima per staff member and per member. */
export interface Limits {
  giftsPerStaffDay: number;
  giftsPerMemberDay: number;
  pointsPerStaffDay: number;
  pointsPerMemberDay: number;
}

export type LimitName = keyof Limits;

/** Coupons and points that count against the day's limits. */
export interface LimitUse {
  gifts: number;
  points: number;
}

/** Result of a tap on a button of a confirmation. */
export type TapResult =
  /** This event claimed it, now or in a former attempt. */
  | { kind: "claimed"; confirmation: Confirmation }
  | { kind: "awaiting_approval"; confirmation: Confirmation }
  | { kind: "expired"; confirmation: Confirmation }
  /** `left`: what remains of the limit that it would exceed. */
  | { kind: "limit"; confirmation: Confirmation; limit: LimitName; left: number }
  /** Already in another state. */
  | { kind: "already_resolved"; confirmation: Confirmation }
  /** There is none, or this person may not answer it. */
  | { kind: "none" };

/** A day in the business's time zone, in milliseconds since 1970. */
export interface DayRange {
  start: number;
  /** Exclusive. Orders may be later than that: a clock is set back at times, as that of the demo. */
  end: number;
}

/** The day over which usage is summed, and its limits. */
export interface Day extends DayRange {
  limits: Limits;
}

/** Outcome of a claimed confirmation, with everything that is stored in the same transaction. */
export interface Resolution {
  id: string;
  outcome: Outcome;
  /** Number of sends stored before, as the attempt knows it; another attempt has sent since if it differs. */
  before: number;
  /** Number of sends to store; unchanged unless given. */
  sends?: number;
  /** For an undo: what it took back of its original; null if unknown. */
  takenBack?: LimitUse | null;
  /** LINE user id of the staff member, or null for the bot itself. */
  by: string | null;
  eventId: string | null;
  at: number;
  /** The question that offers to undo it, or null. */
  undo: Question | null;
  notices: readonly { lineId: string; notice: Notice }[];
}

/** A state change by staff, stored in one transaction with the reply that reports it. */
export type StaffWrite =
  | { kind: "question"; question: Question }
  | ({ kind: "conclusion" } & Resolution)
  /** Notices that the reply to this event carries; fails if a push has taken one meanwhile. */
  | { kind: "carried"; eventId: string; ids: readonly number[] }
  /** Notices to delete, since they no longer apply. */
  | { kind: "obsolete"; ids: readonly number[] }
  /** An audit entry of a read-only action. */
  | { kind: "audited"; account: string; line: AuditEntry };

export interface Confirmations {
  get(account: string, id: string): Promise<Confirmation | null>;
  /**
   * The asker confirms. Returns `claimed` for exactly one event, and again for that same event when repeated.
   * @param approvers LINE user ids of those who get a notice if it now awaits a second person's approval.
   */
  claim(
    account: string,
    id: string,
    action: StaffAction,
    day: Day,
    approvers?: readonly string[],
  ): Promise<TapResult>;
  /** A second person, who cannot be the asker, approves. */
  approve(account: string, id: string, action: StaffAction): Promise<TapResult>;
  /** A second person declines; adds a notice for the asker. */
  decline(account: string, id: string, action: StaffAction): Promise<TapResult>;
  /** The asker cancels an open or waiting confirmation. */
  cancel(account: string, id: string, action: StaffAction): Promise<TapResult>;
  /**
   * What the asker cancels without naming it: their newest unexpired confirmation in state `open` or
   * `awaiting_approval`, undos excluded, or the one that this event has cancelled before; null if there is none.
   */
  cancellable(account: string, action: StaffAction): Promise<Confirmation | null>;
  /** The newest question that undoes a confirmation, in any state but `cancelled`; null if there is none. */
  undoOf(account: string, id: string): Promise<Confirmation | null>;
  /**
   * The open question that undoes a person's newest order, of those that can still be undone; null if there is none.
   * It is for whoever released the order. The newest is the one that was carried out last.
   */
  newestUndo(account: string, lineId: string, now: number): Promise<Confirmation | null>;
  /** The confirmation of a member's write with this idempotency key, or null. */
  byRefId(account: string, memberUuid: string, refId: string): Promise<Confirmation | null>;
  /** Confirmations in state `awaiting_approval` (unexpired), `unknown` or `needs_review`, oldest first. */
  pending(account: string, now: number): Promise<Confirmation[]>;
  /** Confirmations to reconcile now: `unknown` and due, or `claimed` so long ago that their attempt was abandoned. */
  dueForReconciliation(account: string, now: number): Promise<Confirmation[]>;
  /** The accounts with confirmations in state `claimed`, `unknown` or `needs_review`. */
  accountsWithUnresolved(): Promise<string[]>;
  /** Moves expired `awaiting_approval` confirmations to `expired`, and adds notices for their askers. */
  expireApprovals(account: string, now: number): Promise<void>;
  /** What a staff member ordered on a day, as it counts against the limits: with the coupons that they redeemed for members. */
  usedBy(account: string, lineId: string, day: DayRange, now: number): Promise<LimitUse>;
  /** What was ordered for a member on a day, as it counts against the limits. */
  usedFor(account: string, memberUuid: string, day: DayRange, now: number): Promise<LimitUse>;
  /**
   * Records that a write is about to be sent, at this moment by the store's clock.
   * @returns false if it must not be sent: the order has ended, or another sender is at it.
   * @throws {StoreError} `too_soon` while an earlier send may be in flight.
   */
  recordSend(account: string, id: string, send: SendRequest): Promise<boolean>;
  /** Stores the outcome. @returns false if the order had ended before, or another attempt has sent it since. */
  resolve(account: string, resolution: Resolution): Promise<boolean>;
}
