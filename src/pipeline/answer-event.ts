/** Has the bot answer an event, and stores the answer's state changes with it; retries with back-off. */
import type { Bot } from "../bot/bot.ts";
import type { BotReply } from "../bot/context.ts";
import { backoffMs, pause, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { serializedFrom } from "../line/messages/prepare-reply.ts";
import { isFenced } from "../store/errors.ts";
import type { Log } from "../observability/log.ts";
import type { AnsweredEvent, EventInbox, QueuedEvent } from "./events.ts";

export interface AnswerServices {
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
export async function answerEvent(
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
export function savedAnswer(json: string): AnsweredEvent {
  const { length } = JSON.parse(json) as unknown[];
  return { intent: "decided", reply: serializedFrom(json, length), failed: false };
}
