/** A clock that stands still until a test turns it. */
import type { Clock } from "../../src/clock.ts";

export interface HandClock extends Clock {
  /** Moves time on and runs what falls due, in order. */
  turn(ms: number): void;
  /** Sets another time, as an operator does: timers keep what they have left. */
  move(ms: number): void;
  /** How many timers are waiting. */
  readonly waiting: number;
  /** When the next timer falls due, in milliseconds since 1970; null where none waits. */
  readonly next: number | null;
}

/** @param start milliseconds since 1970; noon in Bangkok on a Monday unless given. */
export function handClock(start = Date.parse("2026-11-23T05:00:00Z")): HandClock {
  let now = start;
  /** By how much another time was set. */
  let moved = 0;
  const timers = new Set<{ at: number; task: () => void }>();
  return {
    now: () => now,
    monotonic: () => now - moved,
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
