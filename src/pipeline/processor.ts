/** Processes one queued event: answered by the bot, the reply delivered, then removed from the inbox or parked. */
import type { Bot } from "../bot/bot.ts";
import type { BotReply } from "../bot/context.ts";
import { backoffMs, type Clock, pause } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { serializedFrom } from "../line/messages/prepare-reply.ts";
import type { MessagingClient } from "../line/messaging-client.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Log } from "../observability/log.ts";
import { isFenced } from "../store/errors.ts";
import { hashId } from "../store/hash-id.ts";
import type { DeadLetterReason } from "../store/inbox.ts";
import type { Notices } from "../store/notices.ts";
import { deliverReply, type DeliveryServices } from "./deliver-reply.ts";
import type {
  AnsweredEvent,
  DeliveryOutcome,
  EventInbox,
  ProcessedEvent,
  QueuedEvent,
  Slot,
} from "./events.ts";

export interface ProcessorServices extends AnswerServices, DeliveryServices {
  inbox: Pick<
    EventInbox,
    "recordAttempt" | "saveReply" | "markProcessed" | "park" | "assertHolding" | "assertOwner"
  >;
  notices: Pick<Notices, "replied">;
  messaging: Pick<MessagingClient, "reply" | "push" | "startLoading">;
  /** Called when an event is processed, with a reply or without. */
  onProcessed(event: LineEvent, processed: ProcessedEvent): void;
}

/** The loading animation is shown when a reply takes longer than this. */
const loadingAfterMs = 500;
const loadingSeconds = 20;

/** @throws when `slot.stopping` aborts a pause between attempts; the event stays in the inbox. */
export async function processEvent(
  services: ProcessorServices,
  queued: QueuedEvent,
  slot: Slot,
): Promise<ProcessedEvent> {
  // Else a reply of before the clock was set back would be tried for as long as it was set back.
  queued.receivedAt = Math.min(queued.receivedAt, services.clock.now());
  if (queued.rateLimit === "drop") return dropEvent(services, queued);
  using _loading = showLoadingWhenSlow(services, queued.event);
  const answered = queued.savedReply
    ? savedAnswer(queued.savedReply)
    : await answerEvent(services, queued, slot.stopping);
  const { intent, reply } = answered;
  const isSendable = reply && reply.count > 0 && queued.event.replyToken;
  const delivery = isSendable
    ? await deliverReply(services, queued, { intent, reply }, slot)
    : null;
  return endEvent(services, queued, answered, delivery);
}

function dropEvent(services: ProcessorServices, queued: QueuedEvent): ProcessedEvent {
  const { inbox, clock, log } = services;
  inbox.markProcessed(queued.id);
  // Logged at debug only: otherwise a flood of messages would flood the log.
  log.debug({ id: queued.id }, "hushed");
  const ms = clock.now() - queued.receivedAt;
  const processed: ProcessedEvent = { intent: "none", outcome: "hushed", delivery: null, ms };
  services.onProcessed(queued.event, processed);
  return processed;
}

/** Starts the loading animation after a delay, unless disposed before. LINE shows it in 1:1 chats only. */
function showLoadingWhenSlow(
  { messaging, clock }: ProcessorServices,
  { source, replyToken }: LineEvent,
): Disposable {
  return clock.after(loadingAfterMs, () => {
    if (source?.type === "user" && source.userId && replyToken) {
      void messaging.startLoading(source.userId, loadingSeconds);
    }
  });
}

function endEvent(
  services: ProcessorServices,
  queued: QueuedEvent,
  { intent, failed }: AnsweredEvent,
  delivery: DeliveryOutcome,
): ProcessedEvent {
  const { inbox, notices, clock } = services;
  const parked = failed ? "failed" : parkReasonOf(delivery);
  // An error reply carries none, whatever an attempt before it has claimed.
  const isSeen = !failed && mayBeSeen(delivery);
  notices.replied(queued.account, queued.event.webhookEventId, isSeen);
  if (parked) inbox.park(queued.id, parked);
  else inbox.markProcessed(queued.id);
  const processed: ProcessedEvent = {
    intent,
    outcome: failed ? "failed" : (delivery?.kind ?? "silent"),
    delivery,
    ms: clock.now() - queued.receivedAt,
  };
  logProcessed(services, queued, processed, parked);
  services.onProcessed(queued.event, processed);
  return processed;
}

const mayBeSeen = (delivery: DeliveryOutcome): boolean =>
  delivery !== null && delivery.kind !== "refused" && delivery.kind !== "too_late";

function parkReasonOf(delivery: DeliveryOutcome): DeadLetterReason | null {
  switch (delivery?.kind) {
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

function logProcessed(
  { log }: ProcessorServices,
  { id, chat, event }: QueuedEvent,
  { intent, outcome, delivery, ms }: ProcessedEvent,
  parked: DeadLetterReason | null,
): void {
  if (!log.isLevelEnabled("info")) return;
  log.info(
    {
      id,
      type: event.type,
      chat: hashId(chat),
      intent,
      outcome,
      delivery: delivery?.kind,
      requestId: delivery?.kind === "sent" ? delivery.requestId : undefined,
      parked: parked ?? undefined,
      ms,
    },
    "event",
  );
}

// Has the bot answer an event, and stores the answer's state changes with it; retries with back-off.

interface AnswerServices {
  inbox: Pick<EventInbox, "recordAttempt" | "saveReply">;
  bot: Pick<Bot, "handle" | "errorReply" | "rateLimitReply">;
  clock: Clock;
  log: Log;
}

/** The age of an event at which a question that isn't answered gets a button that asks it again. */
const lateMs = 40_000;
const maxAttempts = 4;
const backoff = { firstMs: 500, jitter: 0.25 };

/** @returns the bot's error reply when every attempt failed, or when the next one would be late. */
async function answerEvent(
  services: AnswerServices,
  queued: QueuedEvent,
  stopping: AbortSignal,
): Promise<AnsweredEvent> {
  const { inbox, bot, clock, log } = services;
  const { id, account, event } = queued;
  const ageMs = () => clock.now() - queued.receivedAt;
  for (let attempt = queued.attempts; attempt <= maxAttempts; attempt++) {
    try {
      if (attempt > queued.attempts) {
        // The attempt before may have failed after its reply was stored: only the database's answer was lost.
        queued.savedReply = await inbox.recordAttempt(id);
        if (queued.savedReply) return savedAnswer(queued.savedReply);
      }
      const answer = await askBot(bot, queued);
      const isStored = answer.writes.length > 0 || answer.tellsOutcome;
      if (isStored) await saveReply(inbox, queued, answer);
      return { ...answer, failed: false };
    } catch (error) {
      if (isFenced(error)) throw error;
      log.error({ id, attempt, reason: reasonOf(error) }, "handling an event failed");
      const delayMs = backoffMs(backoff, attempt);
      if (attempt === maxAttempts || ageMs() + delayMs > lateMs) break;
      await pause(clock, delayMs, stopping);
    }
  }
  return { ...(await bot.errorReply(account, event)), failed: true };
}

function askBot(
  bot: AnswerServices["bot"],
  { account, event, rateLimit, receivedAt, attempts }: QueuedEvent,
): Promise<BotReply> {
  if (rateLimit) return bot.rateLimitReply(account, event);
  return bot.handle(account, event, {
    lateAt: event.replyToken ? receivedAt + lateMs : undefined,
    mayBeReplied: attempts > 1,
  });
}

/** From here on a retry of the event, in this process or the next, only sends what is stored. */
async function saveReply(
  inbox: AnswerServices["inbox"],
  queued: QueuedEvent,
  { reply, writes }: BotReply,
): Promise<void> {
  const messages = reply?.json ?? "[]";
  await inbox.saveReply(queued, messages, writes);
  queued.savedReply = messages;
}

/** The answer that an earlier attempt stored. */
function savedAnswer(json: string): AnsweredEvent {
  const { length } = JSON.parse(json) as unknown[];
  return { intent: "decided", reply: serializedFrom(json, length), failed: false };
}
