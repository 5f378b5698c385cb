/** The inbox: every event that was accepted, until it is answered or parked. */
import type { StateChange } from "./line-users.ts";

/** An event as it arrives from the webhook. */
export interface ReceivedEvent {
  webhookEventId: string;
  /** Events of one chat are handled in order. */
  chat: string;
  /** LINE's id of the message in it, so that an unsend finds its text. */
  messageId: string | null;
  /** The event itself; it is kept as JSON. */
  event: unknown;
}

/** An accepted event that isn't ended. */
export interface QueuedEvent {
  id: number;
  account: string;
  chat: string;
  event: unknown;
  /** Milliseconds since 1970 at which the webhook request came. */
  receivedAt: number;
  /** How often it has been begun, this time included. */
  attempts: number;
  /** The messages that were decided on, as JSON; from then on it is only sent. */
  savedReply: string | null;
}

/** Why an event was set aside for the operator. */
export type DeadLetterReason = "too late" | "failed" | "refused" | "unknown" | "restored";

export interface DeadLetter {
  id: number;
  account: string;
  receivedAt: number;
  attempts: number;
  reason: DeadLetterReason;
  /** Whether it can be tried again: after a time, what was written is forgotten. */
  hasText: boolean;
}

/** A parked event as it came; `event` is null where that is forgotten. */
export interface DeadLetterContent extends QueuedEvent {
  reason: DeadLetterReason;
}

export interface Inbox {
  /**
   * Stores what isn't known yet and answers with it, in order, once it is safe on the disk.
   * Known is what has the same account and `webhookEventId`, however long ago.
   * @param account the bot's own LINE user id.
   * @throws {StoreError} when nothing was stored.
   */
  insertNew(
    account: string,
    events: readonly ReceivedEvent[],
    receivedAt: number,
  ): Promise<QueuedEvent[]>;
  /** Everything that isn't ended, oldest first. Only read at the start: one process owns the inbox. */
  open(): Promise<QueuedEvent[]>;
  /** Counts another attempt, before its work begins. The first one is counted by `put`. */
  recordAttempt(id: number): Promise<void>;
  /** Keeps the reply and whatever handling the event changed, in one transaction. */
  saveReply(event: QueuedEvent, messages: string, writes: readonly StateChange[]): Promise<void>;
  /** Ends an event and forgets what it said; its id stays known. Rides with the next commit: a crash before it repeats a reply that LINE refuses. */
  markProcessed(id: number): void;
  /** Sets an event aside for the operator. Rides as `done` does. */
  park(id: number, reason: DeadLetterReason): void;
  /** What isn't ended. `oldestAt`: when the oldest open event came, in milliseconds since 1970; null where none is open. */
  counts(): Promise<{ open: number; parked: number; oldestAt: number | null }>;
  /** Oldest first. */
  parked(): Promise<DeadLetter[]>;
  /** Marks a parked event to be taken up again. Answers whether there was such a one, and its text was still known. */
  retry(id: number): Promise<boolean>;
  /** Ends a parked event unanswered. Answers whether there was such a one. */
  drop(id: number): Promise<boolean>;
  /** A parked event, or null where none has that id. */
  get(id: number): Promise<DeadLetterContent | null>;
  /** Opens what was marked by `retry`, its time counted from now, and answers with it. */
  requeue(now: number): Promise<QueuedEvent[]>;
}
