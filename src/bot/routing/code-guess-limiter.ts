/** Rate limit against guessing coupon codes: at most 10 wrong codes per sender in 10 minutes. */
import type { Clock } from "../../clock.ts";
import { createRateLimiter } from "../../rate-limiter.ts";

export interface CodeGuessLimiter {
  /** Counts a try before its outcome is known, so that parallel tries can't exceed the limit. */
  begin(lineId: string): GuessVerdict;
}

export type GuessVerdict =
  | {
      allowed: true;
      /** Takes the count back, when the code was the sender's own or the try failed. */
      forgive(): void;
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
  const limiter = createRateLimiter(clock, { kind: "window", windowMs });
  return {
    begin(lineId) {
      const usage = limiter.take(lineId);
      if (usage.count <= maxGuesses) return { allowed: true, forgive: () => limiter.refund(usage) };
      return { allowed: false, minutes: Math.ceil((usage.at + windowMs - clock.now()) / 60_000) };
    },
  };
}
