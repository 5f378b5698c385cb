/** Sends single attempts through the circuit breaker; logs each and reports it to the observer. */
import { type Clock, elapsedMs, momentOf } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import type { OperationName } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http-client.ts";
import { errorFrom } from "./parse-response.ts";
import { readHttpDate } from "./platform-time.ts";
import type { Breaker } from "./retry-policy.ts";
import type { AccessTokens } from "./token-cache.ts";

/** Observes calls, for metrics. */
export interface CallObserver {
  /** Called after each attempt. @param outcome `ok` or the error code. @param ms its duration. */
  onCall(operation: OperationName, outcome: string, ms: number): void;
  /** Called when the circuit breaker opens (or is half open) and when it closes. */
  onBreakerChange(open: boolean): void;
  /** Called when the platform begins and ends to refuse the credentials of a flow. */
  onCredentialsChange(flow: "direct" | "exchange", refused: boolean): void;
  /** Called with the platform's `Date` header minus our clock, in milliseconds. */
  clockDifference?(ms: number): void;
}

/** Statuses that are no warning: 404 for an unknown id, 409 for a conflict such as a repeated write. */
const expectedStatuses: ReadonlySet<number | null> = new Set([404, 409]);

/**
 * A write that leaves long after its send was stored, as by a process that was frozen, could arrive after it was sent
 * again: that is counted from the stored time.
 */
const maxStoringMs = 2000;

/**
 * Sends one attempt. `beforeSend` runs first; if it throws, or takes too long, nothing is sent. What it stored, an
 * order's write, has a line in the log with its request id; other calls that went well have one at `debug`.
 * @throws {LoyaltyError} for any response but a 2xx.
 */
export type SendAttempt = (
  request: HttpRequest,
  beforeSend?: () => Promise<void>,
) => Promise<HttpResponse>;

export function createAttemptSender({
  http,
  breaker,
  clock,
  log,
  observer,
}: {
  http: HttpClient;
  breaker: Breaker;
  clock: Clock;
  log: Log;
  observer: CallObserver | undefined;
}): SendAttempt {
  function send(request: HttpRequest, beforeSend?: () => Promise<void>): Promise<HttpResponse> {
    const { operation } = request;
    return breaker.run(operation, async () => {
      const began = momentOf(clock);
      await beforeSend?.();
      if (elapsedMs(began, momentOf(clock)) > maxStoringMs) {
        throw new LoyaltyError("CANCELLED", "not sent: storing that took too long", { operation });
      }
      const started = clock.monotonic();
      try {
        const response = await http.send(request);
        const date = readHttpDate(response.date);
        if (date !== null) observer?.clockDifference?.(date - clock.now());
        if (response.status < 200 || response.status > 299)
          throw errorFrom(operation, response, request.writes, clock);
        const { status, requestId } = response;
        const ms = Math.round(clock.monotonic() - started);
        observer?.onCall(operation, "ok", ms);
        const level = beforeSend ? "info" : "debug";
        log[level]({ operation, status, requestId, ms }, "platform answered");
        return response;
      } catch (thrown) {
        if (thrown instanceof LoyaltyError)
          recordFailure(thrown, Math.round(clock.monotonic() - started));
        throw thrown;
      }
    });
  }

  function recordFailure(error: LoyaltyError, ms: number): void {
    const { operation, status, code, requestId, message } = error;
    observer?.onCall(operation, code, ms);
    const line = { operation, status, code, requestId, ms };
    if (status === null) log.warn({ ...line, reason: message }, "platform didn't answer");
    else if (expectedStatuses.has(status)) log.debug(line, "platform answered");
    else log.warn(line, "platform refused");
  }

  return send;
}

// Sends a request with an access token; after a 401, once more with a renewed one.

/**
 * @param nextToken gets a token from `tokens`.
 * @throws {LoyaltyError} of the second attempt, or of the first if a renewal makes no sense.
 */
export async function sendWithToken(
  tokens: AccessTokens,
  nextToken: () => Promise<string>,
  request: Omit<HttpRequest, "bearer">,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const token = await nextToken();
  try {
    return await sendAs(tokens, token, request, send);
  } catch (thrown) {
    if (!isUnauthorized(thrown) || !tokens.onRefused(token, thrown)) throw thrown;
  }
  const renewed = await nextToken();
  try {
    return await sendAs(tokens, renewed, request, send);
  } catch (thrown) {
    if (isUnauthorized(thrown)) tokens.onRefused(renewed, thrown);
    throw thrown;
  }
}

/** Sends with one token and reports to `tokens` when the platform accepted it. */
async function sendAs(
  tokens: AccessTokens,
  bearer: string,
  request: Omit<HttpRequest, "bearer">,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    const response = await send({ ...request, bearer });
    tokens.onAccepted(bearer, request.operation);
    return response;
  } catch (thrown) {
    if (thrown instanceof LoyaltyError && expectedStatuses.has(thrown.status))
      tokens.onAccepted(bearer, request.operation);
    throw thrown;
  }
}

const isUnauthorized = (thrown: unknown): thrown is LoyaltyError =>
  thrown instanceof LoyaltyError && thrown.code === "UNAUTHORIZED";
