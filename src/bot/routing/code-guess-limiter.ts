/** Rate limit against guessing coupon codes: at most 10 wrong codes per sender in 10 minutes. */
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Clock } from "../../clock.ts";

export interface CodeGuessLimiter {
  /** Counts a try before its outcome is known, so that parallel tries can't exceed the limit. */
  begin(lineId: string): Promise<GuessVerdict>;
}

export type GuessVerdict =
  | {
      allowed: true;
      /** Takes the count back, when the code was the sender's own or the try failed. */
      forgive(): Promise<void>;
    }
  | {
      allowed: false;
      /** Minutes until tries are allowed again, at least 1. */
      minutes: number;
    };

/** Wrong codes per window; typing errors stay far below. */
const maxGuesses = 10;
const windowMs = 600_000;

export function createCodeGuessLimiter(clock: Clock): CodeGuessLimiter {
  const limiter = new RateLimiterMemory({ points: maxGuesses, duration: windowMs / 1000 });
  return {
    async begin(lineId) {
      const now = clock.now();
      const window = Math.floor(now / windowMs);
      // The limiter expires entries by system time; the window number in the key makes it follow `clock`.
      const key = `${lineId}/${window}`;
      const { consumedPoints } = await limiter.penalty(key);
      if (consumedPoints <= maxGuesses) {
        return { allowed: true, forgive: async () => void (await limiter.reward(key)) };
      }
      return { allowed: false, minutes: Math.ceil(((window + 1) * windowMs - now) / 60_000) };
    },
  };
}
