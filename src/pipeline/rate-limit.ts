/** Patience with somebody who writes faster than anybody reads: answered at first, then told once, then passed over. */
import type { LineEvent } from "../line/webhook-events.ts";
import type { QueuedEvent } from "../store/inbox.ts";

/** `tell`: instead of an answer, that it is too much. `hush`: nothing at all. */
export type RateLimitVerdict = "tell" | "hush";

export interface RateLimit {
  /** Counts events as they arrive, each once; what comes again after a crash isn't counted. */
  count(rows: readonly QueuedEvent[]): void;
  /** @returns undefined where an event is answered as usual. */
  verdictOf(row: QueuedEvent): RateLimitVerdict | undefined;
}

/** What a chat has sent lately: one more with every message, less as time goes by. */
interface Level {
  messages: number;
  /** Of the last one, in milliseconds since 1970. */
  at: number;
  told: boolean;
}

const minuteMs = 60_000;
/** This part of a minute's messages may come at once. */
const atOnce = 1 / 3;
/** A flood is counted up to so many times what may come at once, so that silence ends soon after it. */
const maxSenders = 2;
/** Chats in mind before those are looked for that have calmed down. */
const firstSweep = 10_000;

/** @param isExempt says of an event that it is always answered, and not counted. */
export function createRateLimit(options: {
  perMinute: number;
  isExempt(event: LineEvent): boolean;
}): RateLimit {
  const perMs = options.perMinute / minuteMs;
  const burst = Math.max(1, options.perMinute * atOnce);
  const levels = new Map<string, Level>();
  const excesses = new WeakMap<QueuedEvent, RateLimitVerdict>();
  let sweepAt = firstSweep;

  function judge(chat: string, now: number): RateLimitVerdict | undefined {
    const level = levels.get(chat);
    if (!level) {
      levels.set(chat, { messages: 1, at: now, told: false });
      if (levels.size > sweepAt) sweep(now);
      return undefined;
    }
    const left = level.messages - Math.max(0, now - level.at) * perMs;
    level.messages = Math.min(Math.max(0, left) + 1, burst * maxSenders);
    level.at = now;
    // Not as soon as the limit is kept: somebody just about it would be told again and again.
    if (level.messages <= burst / 2) level.told = false;
    if (level.messages <= burst) return undefined;
    if (level.told) return "hush";
    level.told = true;
    return "tell";
  }

  function sweep(now: number): void {
    for (const [chat, { messages, at }] of levels) {
      if (messages <= (now - at) * perMs) levels.delete(chat);
    }
    sweepAt = Math.max(firstSweep, levels.size * 2);
  }

  return {
    count(rows) {
      for (const row of rows) {
        const event = row.event as LineEvent;
        if (event.type !== "message" && event.type !== "postback") continue;
        if (options.isExempt(event)) continue;
        const excess = judge(row.chat, row.receivedAt);
        if (excess) excesses.set(row, excess);
      }
    },
    verdictOf: (row) => excesses.get(row),
  };
}
