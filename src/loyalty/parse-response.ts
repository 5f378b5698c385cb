/** Parses the platform's responses into typed results or `LoyaltyError`s. */
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { contract, refusals, type OperationName, type Output } from "./contract.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "./errors.ts";
import type { HttpResponse } from "./http-client.ts";
import { wellFormed } from "../text/safe-text.ts";
import { fieldsOf, parseLeniently } from "./lenient-parse.ts";
import { readHttpDate } from "./platform-time.ts";

/** The body of a failure. Every field may be missing, and the body may not be JSON. */
const failure = z.object({
  code: z
    .enum(Object.keys(refusals) as (keyof typeof refusals)[])
    .optional()
    .catch(undefined),
  request_id: z.string().optional().catch(undefined),
  detail: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const codes: Partial<Record<number, LoyaltyErrorCode>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "BAD_REQUEST",
  429: "RATE_LIMITED",
};

/** Statuses that say that nothing was done. After any other failure the outcome of a write is unknown. */
const nothingDoneStatuses: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 413, 414, 415, 422, 428, 429, 431,
]);

/** The error of a response that isn't a success. */
export function errorFrom(
  operation: OperationName,
  answer: HttpResponse,
  writes: boolean,
  clock: Clock,
): LoyaltyError {
  const { status } = answer;
  const { data: body } = failure.safeParse(json(answer.text));
  const known = body?.code && refusals[body.code] === status ? body.code : undefined;
  const code = known ?? codes[status] ?? (status >= 500 ? "UNAVAILABLE" : "UNEXPECTED_ANSWER");
  return new LoyaltyError(code, `answered ${status}${known ? ` ${known}` : ""}`, {
    operation,
    status,
    requestId: answer.requestId ?? body?.request_id ?? null,
    ambiguous: writes && code !== "BUSY" && !nothingDoneStatuses.has(status),
    retryAfterMs: parseRetryAfter(answer, clock),
    detail: body?.detail ?? null,
  });
}

/** The parsed body of a success. @throws {LoyaltyError} `UNEXPECTED_ANSWER`, ambiguous for a write, when it doesn't match the contract. */
export function parseSuccess<Name extends OperationName>(
  operation: Name,
  answer: HttpResponse,
  writes: boolean,
): Output<Name> {
  const parsed = parseLeniently<z.ZodType>(contract[operation].output, json(answer.text));
  if (parsed.success) return parsed.data as Output<Name>;
  throw new LoyaltyError(
    "UNEXPECTED_ANSWER",
    `answered ${answer.status} in an unknown shape (${fieldsOf(parsed.error.issues)})`,
    {
      operation,
      status: answer.status,
      requestId: answer.requestId,
      ambiguous: writes,
      unreadNames: [],
    },
  );
}

/** The parsed JSON, or undefined. */
function json(text: string): unknown {
  try {
    return JSON.parse(text, needsRevival.test(text) ? revive : undefined);
  } catch {
    return undefined;
  }
}

/** An escaped NUL or surrogate, or a number of 16 digits and more. */
const needsRevival = /\\u(?:0000|[dD][89a-fA-F])|[:[,]\s*-?\d{16}/;

/**
 * Leaves NUL characters out: Postgres refuses them, and with them all rows beside; and makes texts well-formed. Keeps whole numbers that would lose
 * digits as text: a card's number must not become another card's.
 */
function revive(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value === "string") return wellFormed(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value;
}

/** The longest wait that is accepted from the platform, in milliseconds. */
const maxRetryAfterMs = 3_600_000;

const bounded = (ms: number): number => Math.min(Math.max(0, ms), maxRetryAfterMs);

/** The `Retry-After` header (seconds, or a date by the platform's clock) in milliseconds, at most an hour; null if absent or invalid. */
function parseRetryAfter({ retryAfter, date }: HttpResponse, clock: Clock): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return bounded(Number(retryAfter) * 1000);
  const until = readHttpDate(retryAfter);
  return until === null ? null : bounded(until - (readHttpDate(date) ?? clock.now()));
}
