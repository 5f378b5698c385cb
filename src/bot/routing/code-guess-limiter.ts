/** Rate limit against guessing codes: at most 10 wrong ones per sender in 10 minutes, over all replicas. */
import type { Clock } from "../../clock.ts";
import type { FailedAttempts, Secret } from "../../store/failed-attempts.ts";

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

/** @param onRefused called for each try that isn't allowed. */
export function createCodeGuessLimiter(
  failedAttempts: FailedAttempts,
  secret: Secret,
  clock: Clock,
  onRefused?: () => void,
): CodeGuessLimiter {
  return {
    async begin(lineId) {
      const attempt = await failedAttempts.begin(secret, lineId, windowMs);
      if (attempt.count <= maxGuesses) {
        return { allowed: true, forgive: () => failedAttempts.forgive(secret, lineId, attempt) };
      }
      onRefused?.();
      const minutes = Math.ceil((attempt.endsAt - clock.now()) / 60_000);
      return { allowed: false, minutes: Math.max(1, minutes) };
    },
  };
}
