/** Retries failed calls to the platform with back-off, and stops calls to a failing platform with a circuit breaker. */
import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
} from "cockatiel";
import { backoffMs, pause, type Clock } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import type { OperationName } from "./contract.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "./errors.ts";

const outageCodes: ReadonlySet<LoyaltyErrorCode> = new Set([
  "TIMEOUT",
  "UNREACHABLE",
  "UNAVAILABLE",
]);
const throttleCodes: ReadonlySet<LoyaltyErrorCode> = new Set(["RATE_LIMITED", "BUSY"]);

const maxAttempts = 3;
const backoff = { firstMs: 100, factor: 3, jitter: 0.5 };
/** With a longer wait, such as a long `Retry-After`, the call fails instead. */
const maxPauseMs = 2000;

interface RetryRules {
  operation: OperationName;
  /** Whether the operation is idempotent. */
  repeatable: boolean;
  patienceMs: number;
  clock: Clock;
  signal: AbortSignal | undefined;
}

/**
 * Runs `attempt` up to three times. Throttling (429, busy) is always retried; an outage only if the
 * operation is repeatable or wasn't carried out. No retry starts after `patienceMs`.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  rules: RetryRules,
): Promise<Result> {
  const { patienceMs, clock, signal } = rules;
  const start = clock.monotonic();
  let isAmbiguous = false;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof LoyaltyError)) throw thrown;
      // A platform that refuses the content has checked the `ref_id`: no earlier attempt was carried out.
      // Any other clear failure of this attempt doesn't settle an earlier ambiguous one.
      const settled = thrown.operation === rules.operation && thrown.isRefusal;
      isAmbiguous = (isAmbiguous || thrown.ambiguous) && !settled;
      const failure = isAmbiguous && !thrown.ambiguous ? thrown.asAmbiguous() : thrown;
      if (tries === maxAttempts || !isRetryable(thrown, rules)) throw failure;
      const wait = thrown.retryAfterMs ?? backoffMs(backoff, tries);
      if (wait > maxPauseMs || clock.monotonic() + wait - start >= patienceMs) throw failure;
      await pause(clock, wait, signal).catch(() => {
        throw failure;
      });
    }
  }
}

/** Whether the call may be sent again after this error. */
function isRetryable(error: LoyaltyError, { operation, repeatable }: RetryRules): boolean {
  // The request for a token has retries of its own; an open circuit breaker isn't retried.
  if (error.operation !== operation || error.cause instanceof BrokenCircuitError) return false;
  return (
    throttleCodes.has(error.code) ||
    (outageCodes.has(error.code) && (repeatable || !error.ambiguous))
  );
}

export interface Breaker {
  /** Runs `attempt`. @throws {LoyaltyError} `UNAVAILABLE` without running it while the breaker is open. */
  run<Result>(operation: OperationName, attempt: () => Promise<Result>): Promise<Result>;
}

/** Circuit breaker: opens after 5 consecutive outages for `restMs`, then lets one probe through. */
export function createBreaker(
  restMs: number,
  log: Log,
  onChange?: (isOpen: boolean) => void,
): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof LoyaltyError && outageCodes.has(error.code)),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(5) },
  );
  policy.onStateChange((state) => {
    onChange?.(state !== CircuitState.Closed);
    if (state === CircuitState.Open) log.warn({ restMs }, "loyalty platform fails: calls pause");
    if (state === CircuitState.Closed) log.info("loyalty platform answers again");
  });
  return {
    async run(operation, attempt) {
      try {
        return await policy.execute(attempt);
      } catch (thrown) {
        if (!(thrown instanceof BrokenCircuitError)) throw thrown;
        const error = new LoyaltyError("UNAVAILABLE", "not asked: it failed just now", {
          operation,
        });
        error.cause = thrown;
        throw error;
      }
    },
  };
}
