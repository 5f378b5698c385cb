/** Processes one queued event: makes the reply, sends it, and removes the event from the inbox or parks it. */
import { pause, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import { serializedFrom, type SerializedMessages } from "../line/messages/prepare-reply.ts";
import { retryKeyFor, type ReplyOutcome, type MessagingClient } from "../line/messaging-client.ts";
import { hashed, type Log } from "../observability/log.ts";
import type { StateChange } from "../store/line-users.ts";
import type { Inbox, QueuedEvent, DeadLetterReason } from "../store/inbox.ts";
import type { Notices } from "../store/notices.ts";
import type { RateLimit } from "./rate-limit.ts";

/** The reply to an event, null for none, and the state changes to store with it. */
interface Decision {
  intent: string;
  reply: SerializedMessages | null;
  writes: readonly StateChange[];
}

/** The part of the bot that the processor calls. */
export interface ReplyDecider {
  handle(account: string, event: LineEvent): Promise<Decision>;
  errorReply(account: string, event: LineEvent): Promise<Decision>;
  lateReply(account: string, event: LineEvent): Promise<Decision>;
  rateLimitReply(account: string, event: LineEvent): Promise<Decision>;
}

/** How an event ended: the outcome of its reply, or why there was none. */
export type EventOutcome = ReplyOutcome["kind"] | "silent" | "failed" | "hushed";

export interface ProcessedEvent {
  /** Name of the intent that replied. */
  intent: string;
  ending: EventOutcome;
  /** Outcome of the reply; null when nothing was sent. */
  outcome: ReplyOutcome | null;
  /** Milliseconds from receipt to the end of processing. */
  ms: number;
}

export interface Processor {
  /** Processes one event. @param stopping aborts its pauses; it throws then, and the event stays in the inbox. */
  process(row: QueuedEvent, stopping: AbortSignal): Promise<void>;
}

/** A reply token is valid for one minute from receipt; the difference is for the network. */
const tokenLifeMs = 55_000;
/** An event that waited longer than this gets the short late reply. */
const lateMs = 40_000;
const maxAttempts = 4;
const firstBackoffMs = 500;
/** The loading animation is shown when a reply takes longer than this. */
const loadingAfterMs = 500;
const loadingSeconds = 20;
const pushPatienceMs = 30_000;

/** @param pushFallback whether a reply that was certainly not delivered may be pushed, which costs quota. */
export function createProcessor(options: {
  inbox: Inbox;
  notices: Pick<Notices, "replied">;
  bot: ReplyDecider;
  sender: Pick<MessagingClient, "reply" | "push" | "startLoading">;
  flood: Pick<RateLimit, "verdictOf">;
  pushFallback: boolean;
  /** Called when an event was processed. */
  ended?(event: LineEvent, ended: ProcessedEvent): void;
  clock: Clock;
  log: Log;
}): Processor {
  const { inbox, notices, bot, sender, flood, pushFallback, clock, log } = options;

  /** Gets the reply from the bot and stores its state changes; retries with back-off, then gives the error reply. */
  async function decide(
    row: QueuedEvent,
    event: LineEvent,
    stopping: AbortSignal,
  ): Promise<Decision & { failed: boolean }> {
    const age = () => clock.now() - row.receivedAt;
    for (let attempt = row.attempts; attempt <= maxAttempts; attempt++) {
      try {
        if (attempt > row.attempts) await inbox.recordAttempt(row.id);
        const isLate = event.replyToken !== undefined && age() > lateMs;
        const respond = isLate
          ? bot.lateReply
          : flood.verdictOf(row)
            ? bot.rateLimitReply
            : bot.handle;
        const decision = await respond(row.account, event);
        if (decision.writes.length > 0) {
          const messages = decision.reply?.json ?? "[]";
          await inbox.saveReply(row, messages, decision.writes);
          row.savedReply = messages;
        }
        return { ...decision, failed: false };
      } catch (error) {
        log.error({ id: row.id, attempt, reason: reasonOf(error) }, "handling an event failed");
        const backoffMs = firstBackoffMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
        if (attempt === maxAttempts || age() + backoffMs > lateMs) break;
        await pause(clock, backoffMs, stopping);
      }
    }
    return { ...(await bot.errorReply(row.account, event)), failed: true };
  }

  /** Sends the reply, or pushes it where that is allowed and it was certainly not delivered. */
  async function send(
    row: QueuedEvent,
    event: LineEvent,
    reply: SerializedMessages,
  ): Promise<ReplyOutcome> {
    const outcome = await sender.reply(event.replyToken ?? "", reply, {
      until: row.receivedAt + tokenLifeMs,
    });
    const isTokenExpired =
      outcome.kind === "too_late" ||
      (outcome.kind === "refused" && outcome.reason === "reply_token");
    if (!isTokenExpired) return outcome;
    // A former attempt may have sent it before it was interrupted.
    if (row.attempts > 1) return { kind: "unknown" };
    const { type, userId } = event.source ?? {};
    if (!pushFallback || type !== "user" || !userId) return outcome;
    return sender.push(userId, reply, retryKeyFor(event.webhookEventId, 0), {
      until: clock.now() + pushPatienceMs,
    });
  }

  return {
    async process(row, stopping) {
      // The webhook parsed it by its schema before it was stored.
      const event = row.event as LineEvent;
      if (flood.verdictOf(row) === "hush") {
        inbox.markProcessed(row.id);
        const ms = clock.now() - row.receivedAt;
        options.ended?.(event, { intent: "none", ending: "hushed", outcome: null, ms });
        // Logged at debug only: otherwise a flood of messages would flood the log.
        log.debug({ id: row.id }, "hushed");
        return;
      }
      using _loading = showLoadingWhenSlow(event);
      const decision = row.savedReply
        ? { intent: "decided", reply: deserialize(row.savedReply), failed: false }
        : await decide(row, event, stopping);
      const outcome =
        decision.reply && decision.reply.count > 0 && event.replyToken
          ? await send(row, event, decision.reply)
          : null;
      const parked = decision.failed ? "failed" : parkReasonOf(outcome);
      notices.replied(row.account, event.webhookEventId, mayBeSeen(outcome));
      if (parked) inbox.park(row.id, parked);
      else inbox.markProcessed(row.id);
      const ms = clock.now() - row.receivedAt;
      const ending = decision.failed ? "failed" : (outcome?.kind ?? "silent");
      options.ended?.(event, { intent: decision.intent, ending, outcome, ms });
      if (!log.isLevelEnabled("info")) return;
      log.info(
        {
          id: row.id,
          type: event.type,
          chat: hashed(row.chat),
          intent: decision.intent,
          outcome: outcome?.kind ?? "silent",
          requestId: outcome?.kind === "sent" ? outcome.requestId : undefined,
          parked: parked ?? undefined,
          ms,
        },
        "event",
      );
    },
  };

  /** Starts the loading animation after a delay, unless disposed before. LINE shows it in 1:1 chats only. */
  function showLoadingWhenSlow({ source, replyToken }: LineEvent): Disposable {
    return clock.after(loadingAfterMs, () => {
      if (source?.type === "user" && source.userId && replyToken) {
        void sender.startLoading(source.userId, loadingSeconds);
      }
    });
  }
}

const deserialize = (json: string): SerializedMessages =>
  serializedFrom(json, (JSON.parse(json) as unknown[]).length);

const mayBeSeen = (outcome: ReplyOutcome | null): boolean =>
  outcome !== null && outcome.kind !== "refused" && outcome.kind !== "too_late";

function parkReasonOf(outcome: ReplyOutcome | null): DeadLetterReason | null {
  switch (outcome?.kind) {
    case "refused":
      return "refused";
    case "unknown":
      return "unknown";
    case "too_late":
      return "too late";
    case "sent":
    case "arrived":
    case undefined:
      return null;
  }
}
