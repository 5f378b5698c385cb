/** Names what has become of an event at each stage of the pipeline, from its receipt to its end. */
import type { BotReply } from "../bot/context.ts";
import type { ReplyOutcome } from "../line/messaging-client.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Inbox, ReceivedEvent as Received, StoredEvent as Stored } from "../store/inbox.ts";

/** Verified and parsed by the webhook. */
export type ReceivedEvent = Received<LineEvent>;

/** On the disk: from here on it is answered, whatever becomes of this process. */
export type StoredEvent = Stored<LineEvent>;

export type EventInbox = Inbox<LineEvent>;

/** `notify`: the sender is told that the limit is exceeded. `drop`: no reply. */
export type RateLimitVerdict = "notify" | "drop";

/** Stored, rate-limited and waiting for its turn in its chat. */
export interface QueuedEvent extends StoredEvent {
  /** Null within the limit, and for events recovered after a restart, which are not counted. */
  rateLimit: RateLimitVerdict | null;
}

/** A place among the chats that are processed concurrently. */
export interface Slot {
  /** Aborts the pauses between attempts when the bot stops. */
  readonly stopping: AbortSignal;
  /** Leaves the place to another chat for the time of a wait. */
  readonly idle: (wait: Promise<void>) => Promise<void>;
}

/** Answered by the bot. `failed`: every attempt threw, and this is the error reply. */
export interface AnsweredEvent extends Pick<BotReply, "intent" | "reply"> {
  failed: boolean;
}

/** How the delivery of the reply ended; null when there was nothing to send. */
export type DeliveryOutcome = ReplyOutcome | null;

/** How an event ended: the outcome of its reply, or why there was none. A value of the metrics' `outcome` label. */
export type EventOutcome = ReplyOutcome["kind"] | "silent" | "failed" | "hushed";

/** Removed from the inbox, or parked. */
export interface ProcessedEvent {
  /** Name of the intent that replied. */
  intent: string;
  outcome: EventOutcome;
  delivery: DeliveryOutcome;
  /** Milliseconds from receipt to the end of processing. */
  ms: number;
}
