/** Throttles fallback answers: at most one per sender and minute. */
import type { Clock } from "../../clock.ts";
import { createRateLimiter } from "../../rate-limiter.ts";

const intervalMs = 60_000;

/**
 * @returns a function that tells whether this event may be answered now. For one event the result
 * stays the same, so a retry isn't throttled by its own first attempt.
 */
export function createFallbackThrottle(clock: Clock) {
  const limiter = createRateLimiter<string>(clock, { kind: "window", windowMs: intervalMs });
  return function isAllowed(lineId: string, webhookEventId: string): boolean {
    const last = limiter.get(lineId);
    if (last) return last.note === webhookEventId;
    limiter.take(lineId).note = webhookEventId;
    return true;
  };
}
