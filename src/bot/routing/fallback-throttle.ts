/** Throttles fallback answers: at most one per sender and minute. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";

const intervalMs = 60_000;

/**
 * @param size senders remembered.
 * @returns a function that tells whether this event may be answered now. For one event the result
 * stays the same, so a retry isn't throttled by its own first attempt.
 */
export function createFallbackThrottle(clock: Clock, size: number) {
  const lastEvents = new LRUCache<string, string>({
    max: size,
    ttl: intervalMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
  });
  return function isAllowed(lineId: string, webhookEventId: string): boolean {
    const lastEvent = lastEvents.get(lineId);
    if (lastEvent !== undefined) return lastEvent === webhookEventId;
    lastEvents.set(lineId, webhookEventId);
    return true;
  };
}
