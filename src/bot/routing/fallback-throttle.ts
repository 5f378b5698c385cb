/** Keeps the bot from repeating itself to somebody who isn't asking for anything. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";

const quietMs = 60_000;

/**
 * @param size how many people are kept in mind.
 * @returns whether a sender may be told now, in answer to this event. The answer for one event stays
 * the same, so that a retry isn't silenced by its own first try.
 */
export function createFallbackThrottle(clock: Clock, size: number) {
  const told = new LRUCache<string, string>({
    max: size,
    ttl: quietMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
  });
  return function mayTell(lineId: string, webhookEventId: string): boolean {
    const last = told.get(lineId);
    if (last !== undefined) return last === webhookEventId;
    told.set(lineId, webhookEventId);
    return true;
  };
}
