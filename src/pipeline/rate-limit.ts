/** Limits messages per chat with a leaky bucket: over the limit the sender is notified once, then ignored. */
import type { LineEvent } from "../line/webhook-events.ts";
import type { QueuedEvent } from "../store/inbox.ts";

/** `tell`: reply that the limit is exceeded. `hush`: no reply. */
export type RateLimitVerdict = "tell" | "hush";

export interface RateLimit {
  /** Counts events as they arrive, each once; events recovered after a crash are not counted. */
  count(rows: readonly QueuedEvent[]): void;
  /** @returns undefined when the event is within the limit. */
  verdictOf(row: QueuedEvent): RateLimitVerdict | undefined;
}

/** The leaky bucket of a chat: each message adds one, and it drains with time. */
interface Bucket {
  messages: number;
  /** Time of the last message, in milliseconds since 1970. */
  at: number;
  isNotified: boolean;
}

const minuteMs = 60_000;
/** The burst allowed, as a part of a minute's messages. */
const burstShare = 1 / 3;
/** A bucket fills to this many bursts at most, so that silence ends soon after a flood. */
const maxBursts = 2;
/** Number of buckets at which the empty ones are first removed. */
const firstSweep = 10_000;

/** @param isExempt whether an event is never limited and not counted. */
export function createRateLimit(options: {
  perMinute: number;
  isExempt(event: LineEvent): boolean;
}): RateLimit {
  const perMs = options.perMinute / minuteMs;
  const burst = Math.max(1, options.perMinute * burstShare);
  const buckets = new Map<string, Bucket>();
  const verdicts = new WeakMap<QueuedEvent, RateLimitVerdict>();
  let sweepAt = firstSweep;

  function judge(chat: string, now: number): RateLimitVerdict | undefined {
    const bucket = buckets.get(chat);
    if (!bucket) {
      buckets.set(chat, { messages: 1, at: now, isNotified: false });
      if (buckets.size > sweepAt) sweep(now);
      return undefined;
    }
    const left = bucket.messages - Math.max(0, now - bucket.at) * perMs;
    bucket.messages = Math.min(Math.max(0, left) + 1, burst * maxBursts);
    bucket.at = now;
    // Only at half a burst: a sender who hovers about the limit would be notified repeatedly.
    if (bucket.messages <= burst / 2) bucket.isNotified = false;
    if (bucket.messages <= burst) return undefined;
    if (bucket.isNotified) return "hush";
    bucket.isNotified = true;
    return "tell";
  }

  function sweep(now: number): void {
    for (const [chat, { messages, at }] of buckets) {
      if (messages <= (now - at) * perMs) buckets.delete(chat);
    }
    sweepAt = Math.max(firstSweep, buckets.size * 2);
  }

  return {
    count(rows) {
      for (const row of rows) {
        const event = row.event as LineEvent;
        if (event.type !== "message" && event.type !== "postback") continue;
        if (options.isExempt(event)) continue;
        const verdict = judge(row.chat, row.receivedAt);
        if (verdict) verdicts.set(row, verdict);
      }
    },
    verdictOf: (row) => verdicts.get(row),
  };
}
