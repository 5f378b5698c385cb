/** Decides how much of the fallback reply a sender gets: once a minute all of it, then a short line, then the way to a person. */
import type { Clock } from "../../clock.ts";
import { createRateLimiter } from "../../rate-limiter.ts";

const windowMs = 60_000;

export type FallbackDetail = "full" | "short" | "person";

export interface FallbackThrottle {
  /**
   * Counts an event that wasn't understood. For one event the result stays the same, so that a retry
   * gets what its first attempt got.
   */
  detailFor(lineId: string, webhookEventId: string): FallbackDetail;
}

export function createFallbackThrottle(clock: Clock): FallbackThrottle {
  const limiter = createRateLimiter<string>(clock, { kind: "window", windowMs });
  return {
    detailFor(lineId, webhookEventId) {
      const last = limiter.get(lineId);
      const usage = last?.note === webhookEventId ? last : limiter.take(lineId);
      usage.note = webhookEventId;
      if (usage.count === 1) return "full";
      return usage.count === 2 ? "short" : "person";
    },
  };
}
