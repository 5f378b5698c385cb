/** The store port for counters of failed attempts, which limit guessing in all replicas together. */

/** What is guessed; stored, so a name must never change. */
export type Secret = "coupon code" | "invitation" | "studio password";

/** A counted attempt, and those of the same guesser in the same window. */
export interface CountedAttempt {
  /** Attempts in the window that failed or aren't over yet, this one included. */
  count: number;
  /** When the window ends, in milliseconds since 1970. */
  endsAt: number;
}

export interface FailedAttempts {
  /**
   * Counts an attempt before its outcome is known, so that parallel attempts can't exceed a limit.
   * @param guesser whoever guesses, such as a LINE user id; stored as a hash.
   * @param windowMs length of the window, which begins with its first attempt.
   */
  begin(secret: Secret, guesser: string, windowMs: number): Promise<CountedAttempt>;
  /** Takes an attempt back that hasn't failed. @param attempt as `begin` returned it. */
  forgive(secret: Secret, guesser: string, attempt: CountedAttempt): Promise<void>;
}
