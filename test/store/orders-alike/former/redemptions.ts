/** The store port for redemptions: members spend points for a coupon; questions, their steps and outcomes. */
import type { DayRange, Outcome, SendRequest } from "./confirmations.ts";
import type { StaffAction } from "../../../../src/store/staff.ts";

export type RedemptionState =
  /** Asked and not answered. */
  | "asked"
  | "cancelled"
  /** Confirmed; the points are being burned. */
  | "burning"
  /** The points weren't burned, so nothing is given. */
  | "refused"
  /** The points are burned; the coupon is given next. */
  | "burned"
  | "giving"
  /** The coupon is given. */
  | "done"
  /** The member undoes it: the coupon is voided first. */
  | "voiding_coupon"
  /** The burn is being voided: the coupon couldn't be given, or is voided. */
  | "refunding"
  /** The coupon couldn't be given, and the points are back. */
  | "refunded"
  /** The coupon is voided, and the points are back. */
  | "undone"
  /** The outcome of the current step can't be found out: a person decides. */
  | "needs_review"
  /** A person has closed it without an outcome. */
  | "closed";

/** The calls of the platform that change something, in their order. */
export const redemptionSteps = ["burn", "give", "void_coupon", "refund"] as const;
export type RedemptionStep = (typeof redemptionSteps)[number];

export interface StepRecord {
  /** Milliseconds since 1970, like all times here. */
  begunAt: number;
  /** Sends without a clear response; 0 means that the step can't have happened. */
  sends: number;
  /** Time of the last send. */
  sentAt: number | null;
  /** Platform clock minus ours at the first send, in milliseconds; null if unknown. */
  clockDifference: number | null;
  /** Whether its response was lost, and it is being looked for. */
  isUnclear: boolean;
  /** Why its last try changed nothing; null = it may have, or none has ended. Rows of former versions lack it. */
  refusal?: StepFailure | null;
  /** The result, with the platform's ids; `{ person: true }` if a person decided; null = not done. */
  done: object | null;
}

/** What is redeemed. */
export interface RedemptionOrder {
  setUuid: string;
  /** The name of the coupon set. */
  set: string;
  /** The number of the card that pays. */
  card: string;
  /** The price. */
  points: number;
  /** The member's masked name and phone number, for staff. */
  who: string;
}

const knownStates: ReadonlySet<string> = new Set<RedemptionState>([
  "asked",
  "cancelled",
  "burning",
  "refused",
  "burned",
  "giving",
  "done",
  "voiding_coupon",
  "refunding",
  "refunded",
  "undone",
  "needs_review",
  "closed",
]);
const knownSteps: ReadonlySet<string> = new Set(redemptionSteps);

export interface RedemptionQuestion {
  /** Random; carried in the postback data of its buttons. */
  id: string;
  /** LINE user id of who is asked: the member, or a staff member for them. */
  asker: string;
  memberUuid: string;
  /** LINE user id of the member; empty when no LINE account is linked. */
  lineId: string;
  order: RedemptionOrder;
  /** The idempotency keys, made before the first send. */
  burnRefId: string;
  giveRefId: string;
  askedAt: number;
  expiresAt: number;
}

/** A redemption that a reply asks about, stored with the reply. */
export interface RedemptionWrite {
  kind: "redemption";
  question: RedemptionQuestion;
}

export interface Redemption extends RedemptionQuestion {
  account: string;
  state: RedemptionState;
  claimedAt: number | null;
  /** When the coupon was given. */
  doneAt: number | null;
  /** Those that have begun. */
  steps: Partial<Record<RedemptionStep, StepRecord>>;
  /** Why a step was refused: of `refused` the burn, of `refunded` the gift, of `done` its undo. */
  failure: StepFailure | null;
}

/** False for what another version has stored: it is kept for that version, and not gone on with here. */
export const isKnownRedemption = ({ state, steps }: Pick<Redemption, "state" | "steps">): boolean =>
  knownStates.has(state) && Object.keys(steps).every((step) => knownSteps.has(step));

export interface StepFailure {
  code: string;
  detail: Record<string, unknown> | null;
}

/** Maxima of redemptions of one member. */
export interface RedemptionLimits {
  day: DayRange;
  perDay: number;
  /** Of the coupon set, over all that the store still knows; null = none. */
  perSet: number | null;
}

export type RedemptionTap =
  /** This event confirmed it, or asked for its undo, now or in a former attempt. */
  | { kind: "claimed"; redemption: Redemption }
  | { kind: "expired"; redemption: Redemption }
  /** Another redemption of the member hasn't ended. */
  | { kind: "busy"; redemption: Redemption }
  | { kind: "limit"; redemption: Redemption; limit: "day" | "set" }
  /** Already in another state. */
  | { kind: "already"; redemption: Redemption }
  /** There is none, or this person may not answer it. */
  | { kind: "none" };

/** The outcome of a step. */
export interface StepResolution {
  id: string;
  step: RedemptionStep;
  outcome: Outcome;
  /** Number of sends stored before, as the attempt knows it; another attempt has sent since if it differs. */
  before: number;
  /** Number of sends to store. */
  sends: number;
  /** LINE user id of who acts, or null for the bot itself. */
  by: string | null;
  eventId: string | null;
  at: number;
}

/**
 * What a person decides about a redemption in `needs_review`: its current step has happened, and the next one begins;
 * the coupon wasn't given, and the points go back; or the bot does nothing more.
 */
export type RedemptionDecision = "happened" | "refund" | "close";

export interface StepDecision {
  /** The step that they were asked about. */
  step: RedemptionStep;
  decision: RedemptionDecision;
  /** What the platform shows by now of the step; null = nothing. */
  found: object | null;
}

export interface Redemptions {
  get(account: string, id: string): Promise<Redemption | null>;
  /** Who was asked confirms. Returns `claimed` for exactly one event, and again for that same event when repeated. */
  claim(
    account: string,
    id: string,
    action: StaffAction,
    limits: RedemptionLimits,
  ): Promise<RedemptionTap>;
  cancel(account: string, id: string, action: StaffAction): Promise<RedemptionTap>;
  /** Begins the undo of a done one, for exactly one event. */
  undo(account: string, id: string, action: StaffAction): Promise<RedemptionTap>;
  /**
   * Records that a step is about to be sent, at this moment by the store's clock.
   * @returns false if it must not be: it has ended, or another sender is at it.
   * @throws {StoreError} `too_soon` while an earlier send may be in flight.
   */
  recordSend(
    account: string,
    id: string,
    step: RedemptionStep,
    send: SendRequest,
  ): Promise<boolean>;
  /**
   * Stores the outcome of the current step, and begins the next one. Adds a notice for who was asked when it ends
   * the redemption and they don't act themselves.
   * @returns false if the step had ended before, or another attempt has sent it since.
   */
  resolve(account: string, resolution: StepResolution): Promise<boolean>;
  /** @returns false if it doesn't await this decision, as when another one has begun the next step meanwhile. */
  decide(
    account: string,
    id: string,
    decision: StepDecision,
    action: StaffAction,
  ): Promise<boolean>;
  /**
   * What who was asked cancels without naming it: the newest unexpired question in state `asked`, for themselves or for
   * somebody else, or the one that this event has cancelled before; null if there is none.
   */
  cancellable(account: string, action: StaffAction): Promise<Redemption | null>;
  /**
   * The one that a person redeemed last, for themselves or for somebody else, of those that can still be undone; null
   * if there is none. One whose coupon was found to be used can't.
   */
  newestUndoable(account: string, lineId: string, now: number): Promise<Redemption | null>;
  /** Those with a step to try or to look for now. */
  due(account: string, now: number): Promise<Redemption[]>;
  /** Unfinished ones, oldest first. */
  pending(account: string): Promise<Redemption[]>;
  /** The accounts with unfinished ones. */
  accountsWithUnfinished(): Promise<string[]>;
  /** Those of a member that were asked last, newest first, `max` at most. */
  ofMember(account: string, memberUuid: string, max: number): Promise<Redemption[]>;
}
