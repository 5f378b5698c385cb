/** Limits the messages of each chat: over the limit the sender is notified once, then ignored. */
import type { Clock } from "../clock.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import { createRateLimiter } from "../rate-limiter.ts";
import type { QueuedEvent, RateLimitVerdict, StoredEvent } from "./events.ts";

export interface RateLimit {
  /** Counts a newly stored event, once. @returns it with the verdict. */
  judge(event: StoredEvent): QueuedEvent;
}

const minuteMs = 60_000;
/** The burst allowed, as a part of a minute's messages. */
const burstShare = 1 / 3;
/** The count rises to this many bursts at most, so that a chat is answered again soon after it floods. */
const maxBursts = 2;

/** @param isExempt whether an event is never limited and not counted. */
export function createRateLimit(options: {
  messagesPerMinute: number;
  isExempt(event: LineEvent): boolean;
  clock: Clock;
}): RateLimit {
  const { messagesPerMinute, isExempt, clock } = options;
  const burst = Math.max(1, messagesPerMinute * burstShare);
  const limiter = createRateLimiter<"notified">(clock, {
    kind: "leaky_bucket",
    drainPerMs: messagesPerMinute / minuteMs,
    maxCount: burst * maxBursts,
  });

  function verdictOn({ chat, event, receivedAt }: StoredEvent): RateLimitVerdict | null {
    if ((event.type !== "message" && event.type !== "postback") || isExempt(event)) return null;
    const usage = limiter.take(chat, receivedAt);
    // Only at half a burst, or after a full pause: a sender who hovers about the limit would be notified repeatedly.
    if (usage.count <= Math.max(1, burst / 2)) usage.note = null;
    if (usage.count <= burst) return null;
    if (usage.note === "notified") return "drop";
    usage.note = "notified";
    return "notify";
  }

  return { judge: (event) => ({ ...event, rateLimit: verdictOn(event) }) };
}
