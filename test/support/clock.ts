/** A clock that stands still until a test advances it. */
import type { Clock } from "../../src/clock.ts";

export interface ManualClock extends Clock {
  /** Advances time and runs due timers in order. */
  turn(ms: number): void;
  /** Sets the wall clock, as an operator does: timers keep their remaining time. */
  move(ms: number): void;
  /** The number of pending timers. */
  readonly waiting: number;
  /** When the next timer is due, in milliseconds since 1970; null without timers. */
  readonly next: number | null;
}

/** @param start milliseconds since 1970; noon in Bangkok on a Monday by default. */
export function manualClock(start = Date.parse("2026-11-23T05:00:00Z")): ManualClock {
  let now = start;
  /** The sum of all settings of the wall clock. */
  let moved = 0;
  const timers = new Set<{ at: number; task: () => void }>();
  return {
    now: () => now,
    monotonic: () => now - moved,
    wall: () => now,
    after(ms, task) {
      const timer = { at: now + ms, task };
      timers.add(timer);
      const close = () => timers.delete(timer);
      return { close, [Symbol.dispose]: close };
    },
    turn(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.task();
      }
      now = end;
    },
    move(ms) {
      now += ms;
      moved += ms;
      for (const timer of timers) timer.at += ms;
    },
    get waiting() {
      return timers.size;
    },
    get next() {
      const dues = [...timers].map(({ at }) => at);
      return dues.length > 0 ? Math.min(...dues) : null;
    },
  };
}
