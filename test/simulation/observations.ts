/** What the oracle has to know of a world that has ended. */
import type { Booking } from "./platform/bookings.ts";
import type { Price } from "./platform/coupons.ts";
import type { OperationName } from "../../src/loyalty/contract.ts";

export interface AcceptedEvent {
  /** Its `webhookEventId`. */
  id: string;
  chat: string;
  /** Its place in the order in which the store took the events; null if the store never had it. */
  storedAs: number | null;
  /** Whether somebody waits for a reply to it. */
  isAnswerDue: boolean;
  /** When it was sent. */
  at: number;
}

export interface DeliveredMessages {
  /** The event that they answer; null for a notice. */
  eventId: string | null;
  chat: string;
  /** The messages as JSON. */
  text: string;
  /** Milliseconds since 1970, like all times here. */
  at: number;
}

export interface Order {
  id: string;
  state: string;
  refId: string;
  asker: string;
  /** Whether a second person had to approve it. */
  approval: boolean;
  claimedBy: string | null;
  undoOf: string | null;
  kind: string;
  memberUuid: string;
  /** The LINE account that the member had. */
  lineId: string;
}

export interface AuditedAction {
  action: string;
  /** The id of the order. */
  confirmation: string | null;
  at: number;
  memberUuid: string | null;
  /** `undoOf`: the order that it takes back. */
  facts: { step?: string; undoOf?: string };
}

/** A member's redemption as the store has it. */
export interface Redemption {
  id: string;
  asker: string;
  memberUuid: string;
  state: string;
  setUuid: string;
  /** The price. */
  points: number;
  burnRefId: string;
  giveRefId: string;
  claimedEvent: string | null;
  /** Sends by steps that have begun, in their order. */
  sends: Readonly<Record<string, number>>;
}

/** How redemptions stood at a moment. */
export interface RedemptionMoment {
  at: number;
  redemptions: readonly Redemption[];
}

/** A write of a redemption that took effect, and how the store had the redemption then. */
export interface RedemptionWrite {
  operation: OperationName;
  redemption: Redemption;
}

/** A request that a process sent to LINE for somebody to read, or to the platform to write something. */
export interface NotedSend {
  by: string;
  to: "line" | "platform";
  /** Which one; the same for one that is sent again. */
  request: string;
  at: number;
  /** For how long the clock of its machine had been off; 0: it wasn't. */
  offForMs: number;
  /** When the store says that it was sent, if it is a write that names its `ref_id`; null otherwise. */
  storedAt: number | null;
  /** Whether nobody can tell from its answer, or from none so far, if it took effect. */
  isUnclear: boolean;
}

export interface Observations {
  /** In the order of time. */
  sends: readonly NotedSend[];
  /** By how much the clocks were ahead by which processes asked for what is due. */
  judgedAheadMs: readonly number[];
  /** What was done against the leases of replicas. */
  brokenLeases: readonly string[];
  /** Whether the platform does a write once per `ref_id`, and the bot knows. */
  isIdempotent: boolean;
  /** Events for which a webhook was answered 200. */
  accepted: readonly AcceptedEvent[];
  /** The data of the buttons that were tapped, by the ids of these events. */
  taps: ReadonlyMap<string, string>;
  /** Events that the store still has open. */
  open: ReadonlySet<string>;
  /** Reasons of parked events. */
  parked: ReadonlyMap<string, string | null>;
  /** In the order in which LINE took them. */
  deliveries: readonly DeliveredMessages[];
  /** Attempts to reply. `by`: whoever decided on the reply, and has to repeat it as it is. */
  attempts: readonly { by: string; replyToken: string; messages: string }[];
  bookings: readonly Booking[];
  /** The sum of all points, and what it must be by the movements that stand. */
  ledger: { points: number; booked: number };
  orders: readonly Order[];
  /** Orders, redemptions included, that are done and that the bot knows how to take back. */
  undoable: readonly { id: string; isOffered: boolean }[];
  /** Oldest first. */
  audit: readonly AuditedAction[];
  /** How redemptions stood whenever nothing was in progress, and at the end, which comes last. */
  moments: readonly RedemptionMoment[];
  redemptionWrites: readonly RedemptionWrite[];
  /** When coupons that end were used, by uuid. */
  endingsUsedAt: ReadonlyMap<string, number>;
  /** In the order of time. */
  prices: readonly Price[];
  /** Ids of the redemptions of which a notice waits to be delivered. */
  noticesOf: ReadonlySet<string>;
  /** Texts that only one person, and staff, may read. */
  secrets: readonly { text: string; chats: ReadonlySet<string> }[];
}
