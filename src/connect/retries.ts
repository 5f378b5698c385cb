/** When a failed call is sent again, and when the platform is left alone for a while. */
import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
} from "cockatiel";
import { pause, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { OperationName } from "./contract.ts";
import { ConnectError, type ConnectErrorCode } from "./errors.ts";

const outages: ReadonlySet<ConnectErrorCode> = new Set(["TIMEOUT", "UNREACHABLE", "UNAVAILABLE"]);
const waits: ReadonlySet<ConnectErrorCode> = new Set(["RATE_LIMITED", "BUSY"]);

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

/**
 * Runs `attempt` up to three times. Refusals for lack of time (429, busy) are always tried again,
 * outages where repeating can't do a thing twice. No try starts after `patienceMs`.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { operation, repeatable, patienceMs, clock, signal }: RetryRules,
): Promise<Result> {
  const start = clock.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof ConnectError) || tries === maxTries) throw thrown;
      // A call for a token on the way has had tries of its own.
      if (thrown.operation !== operation) throw thrown;
      const again =
        waits.has(thrown.code) || (outages.has(thrown.code) && (repeatable || !thrown.ambiguous));
      if (!again || thrown.cause instanceof BrokenCircuitError) throw thrown;
      const backOff = firstPauseMs * 3 ** (tries - 1) * (0.5 + Math.random());
      const wait = thrown.retryAfterMs ?? backOff;
      if (wait > maxPauseMs || clock.now() + wait - start >= patienceMs) throw thrown;
      await pause(clock, wait, signal).catch(() => {
        throw thrown;
      });
    }
  }
}

export interface Breaker {
  /** Runs `attempt`, or refuses at once with `UNAVAILABLE` while the platform is left alone. */
  run<Result>(operation: OperationName, attempt: () => Promise<Result>): Promise<Result>;
}

/** After five outages in a row nothing is sent for `restMs`; then one call tries the ground. */
export function createBreaker(restMs: number, log: Log): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof ConnectError && outages.has(error.code)),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(5) },
  );
  policy.onStateChange((state) => {
    if (state === CircuitState.Open) log.warn({ restMs }, "loyalty platform fails: calls pause");
    if (state === CircuitState.Closed) log.info("loyalty platform answers again");
  });
  return {
    async run(operation, attempt) {
      try {
        return await policy.execute(attempt);
      } catch (thrown) {
        if (!(thrown instanceof BrokenCircuitError)) throw thrown;
        const error = new ConnectError("UNAVAILABLE", "not asked: it failed just now", {
          operation,
        });
        error.cause = thrown;
        throw error;
      }
    },
  };
}
