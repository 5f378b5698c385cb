/** What becomes of one accepted event: decided, sent, and ended or parked. */
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

/** What is said to an event; no reply = silence. */
interface Answer {
  intent: string;
  reply: SerializedMessages | null;
  writes: readonly StateChange[];
}

/** The bot, as delivery sees it. */
export interface ReplyDecider {
  handle(account: string, event: LineEvent): Promise<Answer>;
  errorReply(account: string, event: LineEvent): Promise<Answer>;
  lateReply(account: string, event: LineEvent): Promise<Answer>;
  rateLimitReply(account: string, event: LineEvent): Promise<Answer>;
}

/** What became of an event: of its reply, or why there was none. */
export type EventOutcome = ReplyOutcome["kind"] | "silent" | "failed" | "hushed";

/** An event that was ended. */
export interface ProcessedEvent {
  /** What answered it. */
  intent: string;
  ending: EventOutcome;
  /** Of its reply; null = nothing was sent. */
  outcome: ReplyOutcome | null;
  /** Milliseconds from receipt to its end. */
  ms: number;
}

export interface Processor {
  /** Works off one event. @param stopping ends its waiting; what isn't ended then stays in the inbox. */
  process(row: QueuedEvent, stopping: AbortSignal): Promise<void>;
}

/** A reply token's life is a minute from receipt; the rest is for the way. */
const tokenLifeMs = 55_000;
/** Waited longer than this, an event only gets one short line. */
const lateMs = 40_000;
const maxAttempts = 4;
const firstPauseMs = 500;
/** An answer that takes longer than this is announced by the loading animation. */
const loadingAfterMs = 500;
const loadingSeconds = 20;
const pushPatienceMs = 30_000;

/** @param pushFallback whether a reply that LINE certainly didn't show may be pushed, which costs quota. */
export function createProcessor(options: {
  inbox: Inbox;
  notices: Pick<Notices, "replied">;
  bot: ReplyDecider;
  sender: Pick<MessagingClient, "reply" | "push" | "startLoading">;
  flood: Pick<RateLimit, "verdictOf">;
  pushFallback: boolean;
  /** Is told what became of each event. */
  ended?(event: LineEvent, ended: ProcessedEvent): void;
  clock: Clock;
  log: Log;
}): Processor {
  const { inbox, notices, bot, sender, flood, pushFallback, clock, log } = options;

  /** Asks the bot and keeps what it changed; again after a pause when that fails unexpectedly; then apologises. */
  async function decide(
    row: QueuedEvent,
    event: LineEvent,
    stopping: AbortSignal,
  ): Promise<Answer & { failed: boolean }> {
    const age = () => clock.now() - row.receivedAt;
    for (let attempt = row.attempts; attempt <= maxAttempts; attempt++) {
      try {
        if (attempt > row.attempts) await inbox.recordAttempt(row.id);
        const late = event.replyToken !== undefined && age() > lateMs;
        const t = late ? bot.lateReply : flood.verdictOf(row) ? bot.rateLimitReply : bot.handle;
        const answer = await t(row.account, event);
        if (answer.writes.length > 0) {
          const messages = answer.reply?.json ?? "[]";
          await inbox.saveReply(row, messages, answer.writes);
          row.savedReply = messages;
        }
        return { ...answer, failed: false };
      } catch (error) {
        log.error({ id: row.id, attempt, reason: reasonOf(error) }, "handling an event failed");
        const wait = firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
        if (attempt === maxAttempts || age() + wait > lateMs) break;
        await pause(clock, wait, stopping);
      }
    }
    return { ...(await bot.errorReply(row.account, event)), failed: true };
  }

  /** Sends the reply, or pushes it where that is allowed and nothing can have been shown. */
  async function send(
    row: QueuedEvent,
    event: LineEvent,
    reply: SerializedMessages,
  ): Promise<ReplyOutcome> {
    const outcome = await sender.reply(event.replyToken ?? "", reply, {
      until: row.receivedAt + tokenLifeMs,
    });
    const deadToken =
      outcome.kind === "too late" ||
      (outcome.kind === "refused" && outcome.reason === "reply token");
    if (!deadToken) return outcome;
    // A former attempt may have sent it just before it was broken off, or may have sent nothing.
    if (row.attempts > 1) return { kind: "unknown" };
    const { type, userId } = event.source ?? {};
    if (!pushFallback || type !== "user" || !userId) return outcome;
    return sender.push(userId, reply, retryKeyFor(event.webhookEventId, 0), {
      until: clock.now() + pushPatienceMs,
    });
  }

  return {
    async process(row, stopping) {
      // It was read by the schema before it was stored.
      const event = row.event as LineEvent;
      if (flood.verdictOf(row) === "hush") {
        inbox.markProcessed(row.id);
        const ms = clock.now() - row.receivedAt;
        options.ended?.(event, { intent: "none", ending: "hushed", outcome: null, ms });
        // No line at the usual level: a flood of messages would be one of lines.
        log.debug({ id: row.id }, "hushed");
        return;
      }
      using _loading = announceSlowness(event);
      const answer = row.savedReply
        ? { intent: "decided", reply: stored(row.savedReply), failed: false }
        : await decide(row, event, stopping);
      const outcome =
        answer.reply && answer.reply.count > 0 && event.replyToken
          ? await send(row, event, answer.reply)
          : null;
      const parked = answer.failed ? "failed" : parkReasonOf(outcome);
      notices.replied(row.account, event.webhookEventId, mayBeSeen(outcome));
      if (parked) inbox.park(row.id, parked);
      else inbox.markProcessed(row.id);
      const ms = clock.now() - row.receivedAt;
      const ending = answer.failed ? "failed" : (outcome?.kind ?? "silent");
      options.ended?.(event, { intent: answer.intent, ending, outcome, ms });
      if (!log.isLevelEnabled("info")) return;
      log.info(
        {
          id: row.id,
          type: event.type,
          chat: hashed(row.chat),
          intent: answer.intent,
          outcome: outcome?.kind ?? "silent",
          requestId: outcome?.kind === "sent" ? outcome.requestId : undefined,
          parked: parked ?? undefined,
          ms,
        },
        "event",
      );
    },
  };

  /** LINE shows it in 1:1 chats only. */
  function announceSlowness({ source, replyToken }: LineEvent): Disposable {
    return clock.after(loadingAfterMs, () => {
      if (source?.type === "user" && source.userId && replyToken) {
        void sender.startLoading(source.userId, loadingSeconds);
      }
    });
  }
}

const stored = (json: string): SerializedMessages =>
  serializedFrom(json, (JSON.parse(json) as unknown[]).length);

const mayBeSeen = (outcome: ReplyOutcome | null): boolean =>
  outcome !== null && outcome.kind !== "refused" && outcome.kind !== "too late";

function parkReasonOf(outcome: ReplyOutcome | null): DeadLetterReason | null {
  switch (outcome?.kind) {
    case "refused":
      return "refused";
    case "unknown":
      return "unknown";
    case "too late":
      return "too late";
    case "sent":
    case "arrived":
    case undefined:
      return null;
  }
}
