/** When a failed call is sent again, and when the platform is left alone for a while. */
import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
} from "cockatiel";
import { pause, type Clock } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import type { OperationName } from "./contract.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "./errors.ts";

const outageCodes: ReadonlySet<LoyaltyErrorCode> = new Set([
  "TIMEOUT",
  "UNREACHABLE",
  "UNAVAILABLE",
]);
const throttleCodes: ReadonlySet<LoyaltyErrorCode> = new Set(["RATE_LIMITED", "BUSY"]);

const maxTries = 3;
const firstPauseMs = 100;
/** A longer Retry-After is the caller's to decide. */
const maxPauseMs = 2000;

interface RetryRules {
  operation: OperationName;
  /** Whether doing it twice does it once. */
  repeatable: boolean;
  patienceMs: number;
  clock: Clock;
  signal: AbortSignal | undefined;
}

/** The answers of a platform that looked at the `ref_id`: these say that nothing was done before. */
const settling: ReadonlySet<number | null> = new Set([400, 404, 409, 422]);

/**
 * Runs `attempt` up to three times. Refusals for lack of time (429, busy) are always tried again,
 * outages where repeating can't do a thing twice. No try starts after `patienceMs`.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  rules: RetryRules,
): Promise<Result> {
  const { patienceMs, clock, signal } = rules;
  const start = clock.now();
  let open = false;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof LoyaltyError)) throw thrown;
      // A clear failure of this try doesn't tell what became of an earlier one.
      const settled = thrown.operation === rules.operation && settling.has(thrown.status);
      open = (open || thrown.ambiguous) && !settled;
      const failure = open && !thrown.ambiguous ? thrown.asAmbiguous() : thrown;
      if (tries === maxTries || !isRetryable(thrown, rules)) throw failure;
      const backOff = firstPauseMs * 3 ** (tries - 1) * (0.5 + Math.random());
      const wait = thrown.retryAfterMs ?? backOff;
      if (wait > maxPauseMs || clock.now() + wait - start >= patienceMs) throw failure;
      await pause(clock, wait, signal).catch(() => {
        throw failure;
      });
    }
  }
}

function isRetryable(error: LoyaltyError, { operation, repeatable }: RetryRules): boolean {
  // A call for a token on the way has had tries of its own.
  if (error.operation !== operation || error.cause instanceof BrokenCircuitError) return false;
  return (
    throttleCodes.has(error.code) ||
    (outageCodes.has(error.code) && (repeatable || !error.ambiguous))
  );
}

export interface Breaker {
  /** Runs `attempt`, or refuses at once with `UNAVAILABLE` while the platform is left alone. */
  run<Result>(operation: OperationName, attempt: () => Promise<Result>): Promise<Result>;
}

/** After five outages in a row nothing is sent for `restMs`; then one call tries the ground. */
export function createBreaker(
  restMs: number,
  log: Log,
  changed?: (open: boolean) => void,
): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof LoyaltyError && outageCodes.has(error.code)),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(5) },
  );
  policy.onStateChange((state) => {
    changed?.(state !== CircuitState.Closed);
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
