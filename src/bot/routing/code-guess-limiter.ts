/** Slows down who guesses coupon codes: wrong ones are counted for each sender. */
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Clock } from "../../clock.ts";

export interface CodeGuessLimiter {
  /** Counts a try before its outcome is known, so that tries side by side can't slip through. */
  begin(lineId: string): Promise<GuessVerdict>;
}

export type GuessVerdict =
  | {
      allowed: true;
      /** The try was no guess: it doesn't count. */
      forgive(): Promise<void>;
    }
  | {
      allowed: false;
      /** Until tries are taken again, at least 1. */
      minutes: number;
    };

/** Wrong codes in a window; an honest typo or two stay far below. */
const most = 10;
const windowMs = 600_000;

export function createCodeGuessLimiter(clock: Clock): CodeGuessLimiter {
  const limiter = new RateLimiterMemory({ points: most, duration: windowMs / 1000 });
  return {
    async begin(lineId) {
      const now = clock.now();
      const window = Math.floor(now / windowMs);
      // The limiter forgets by the system's time; the window in the key makes it ours.
      const key = `${lineId}/${window}`;
      const { consumedPoints } = await limiter.penalty(key);
      if (consumedPoints <= most) {
        return { allowed: true, forgive: async () => void (await limiter.reward(key)) };
      }
      return { allowed: false, minutes: Math.ceil(((window + 1) * windowMs - now) / 60_000) };
    },
  };
}
