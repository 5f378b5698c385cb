/** Retries failed calls to the platform with back-off, and stops calls to a failing platform with a circuit breaker. */
import { backoffMs, pause, type Clock, unlessAborted } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import type { OperationName } from "./contract.ts";
import { cancelled, LoyaltyError, type LoyaltyErrorCode } from "./errors.ts";

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
  if (error.operation !== operation || error.cause === breakerIsOpen) return false;
  return (
    throttleCodes.has(error.code) ||
    (outageCodes.has(error.code) && (repeatable || !error.ambiguous))
  );
}

export interface Breaker {
  /**
   * Runs `attempt`, after the probe that is on its way.
   * @param signal ends that wait.
   * @throws {LoyaltyError} `UNAVAILABLE` without running it while the breaker is open, `CANCELLED` when the signal aborts.
   */
  run<Result>(
    operation: OperationName,
    attempt: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

const outagesToOpen = 5;
const breakerIsOpen = new Error("the circuit breaker is open");

/** Circuit breaker: opens after 5 consecutive outages for `restMs`, then lets one probe through. */
export function createBreaker(
  restMs: number,
  {
    clock,
    log,
    onChange,
  }: { clock: Clock; log: Log; onChange?: ((isOpen: boolean) => void) | undefined },
): Breaker {
  let outages = 0;
  /** By the monotonic clock; null = closed. */
  let openUntil: number | null = null;
  /** Resolves when the probe has ended. */
  let probe: Promise<void> | null = null;

  function onOutage(isProbe: boolean): void {
    outages += 1;
    if (!isProbe && (openUntil !== null || outages < outagesToOpen)) return;
    openUntil = clock.monotonic() + restMs;
    onChange?.(true);
    log.warn({ restMs }, "loyalty platform fails: calls pause");
  }

  function onAnswer(isProbe: boolean): void {
    outages = 0;
    if (!isProbe) return;
    openUntil = null;
    onChange?.(false);
    log.info("loyalty platform answers again");
  }

  return {
    async run(operation, attempt, signal) {
      while (probe) await unlessAborted(signal, probe, () => cancelled(operation));
      const isProbe = openUntil !== null;
      if (openUntil !== null && clock.monotonic() < openUntil) {
        const error = new LoyaltyError("UNAVAILABLE", "not asked: it failed just now", {
          operation,
        });
        error.cause = breakerIsOpen;
        throw error;
      }
      const ended = Promise.withResolvers<void>();
      if (isProbe) probe = ended.promise;
      try {
        const result = await attempt();
        onAnswer(isProbe);
        return result;
      } catch (thrown) {
        const error = thrown instanceof LoyaltyError ? thrown : null;
        if (error && outageCodes.has(error.code)) onOutage(isProbe);
        // A call that was given up, or that never left, tells nothing.
        else if (error && error.status !== null) onAnswer(isProbe);
        throw thrown;
      } finally {
        if (isProbe) probe = null;
        ended.resolve();
      }
    },
  };
}
