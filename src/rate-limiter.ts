/** Counts uses per key against a limit, by the injected clock: as a leaky bucket, or in windows. */
import type { Clock } from "./clock.ts";

/** The uses of one key. */
export interface Usage<Note> {
  /** Uses that count now. */
  count: number;
  /** Leaky bucket: time of the last use; window: of its first. In milliseconds since 1970. */
  at: number;
  /** What the caller remembers about the key with its uses. */
  note: Note | null;
}

export interface RateLimiter<Note> {
  /** Counts a use. @param now in milliseconds since 1970; the clock's unless given. @returns the key's uses, this one included. */
  take(key: string, now?: number): Usage<Note>;
  /** The key's uses; null if none counts any more. */
  get(key: string): Usage<Note> | null;
  /** Takes back one use of those that `take` returned. */
  refund(usage: Usage<Note>): void;
}

export type RateLimiterPolicy =
  /** The count drains steadily; it never rises above `maxCount`. */
  | { kind: "leaky_bucket"; drainPerMs: number; maxCount: number }
  /** The count falls to zero when the window ends, which begins with the first use. */
  | { kind: "window"; windowMs: number };

/** Number of keys at which those without uses are first removed. */
const firstSweepSize = 10_000;

export function createRateLimiter<Note = never>(
  clock: Clock,
  policy: RateLimiterPolicy,
): RateLimiter<Note> {
  const usages = new Map<string, Usage<Note>>();
  let sweepSize = firstSweepSize;

  function add(key: string, now: number): Usage<Note> {
    const usage = { count: 1, at: now, note: null };
    usages.set(key, usage);
    if (usages.size > sweepSize) sweep(now);
    return usage;
  }

  function sweep(now: number): void {
    for (const [key, usage] of usages) {
      if (countAt(policy, usage, now) === 0) usages.delete(key);
    }
    sweepSize = Math.max(firstSweepSize, usages.size * 2);
  }

  return {
    take(key, now = clock.now()) {
      const usage = usages.get(key);
      if (!usage) return add(key, now);
      const count = countAt(policy, usage, now);
      if (policy.kind === "leaky_bucket") {
        usage.count = Math.min(count + 1, policy.maxCount);
        usage.at = now;
        return usage;
      }
      if (count === 0) return add(key, now);
      usage.count += 1;
      return usage;
    },
    get(key) {
      const usage = usages.get(key);
      return usage && countAt(policy, usage, clock.now()) > 0 ? usage : null;
    },
    refund(usage) {
      usage.count -= 1;
    },
  };
}

function countAt(policy: RateLimiterPolicy, { count, at }: Usage<unknown>, now: number): number {
  switch (policy.kind) {
    case "leaky_bucket":
      return Math.max(0, count - Math.max(0, now - at) * policy.drainPerMs);
    case "window":
      // The absolute value: a clock that was set back must not lengthen the window.
      return Math.abs(now - at) < policy.windowMs ? count : 0;
  }
}
