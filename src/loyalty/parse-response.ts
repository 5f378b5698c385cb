/** What an answer of the platform means: the parsed success, or an error with its code. */
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { contract, refusals, type OperationName, type Output } from "./contract.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "./errors.ts";
import type { HttpResponse } from "./http-client.ts";

/** Whatever of this a failure carries; a platform may send less, or no JSON at all. */
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

/** With these a platform says that it did nothing. Any other status leaves a write open. */
const nothingDone: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 413, 414, 415, 422, 428, 429, 431,
]);

/** The error in an answer that isn't a success. */
export function errorFrom(
  operation: OperationName,
  answer: HttpResponse,
  writes: boolean,
  clock: Clock,
): LoyaltyError {
  const { status } = answer;
  const { data: said } = failure.safeParse(json(answer.text));
  const known = said?.code && refusals[said.code] === status ? said.code : undefined;
  const code = known ?? codes[status] ?? (status >= 500 ? "UNAVAILABLE" : "UNEXPECTED_ANSWER");
  return new LoyaltyError(code, `answered ${status}${known ? ` ${known}` : ""}`, {
    operation,
    status,
    requestId: answer.requestId ?? said?.request_id ?? null,
    ambiguous: writes && code !== "BUSY" && !nothingDone.has(status),
    retryAfterMs: parseRetryAfter(answer, clock),
    detail: said?.detail ?? null,
  });
}

/** The parsed body of a success; a write whose answer can't be read has happened somehow. */
export function parseSuccess<Name extends OperationName>(
  operation: Name,
  answer: HttpResponse,
  writes: boolean,
): Output<Name> {
  const parsed = contract[operation].output.safeParse(json(answer.text));
  if (parsed.success) return parsed.data as Output<Name>;
  const where = [...new Set(parsed.error.issues.map(({ path }) => path.join(".") || "the whole"))];
  throw new LoyaltyError(
    "UNEXPECTED_ANSWER",
    `answered ${answer.status} in an unknown shape (${where.slice(0, 5).join(", ")})`,
    { operation, status: answer.status, requestId: answer.requestId, ambiguous: writes },
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whatever a platform asks for, it is asked again after so long. */
const longestWaitMs = 3_600_000;

/** A Retry-After header in milliseconds; it holds seconds, or a date by the platform's clock. */
function parseRetryAfter({ retryAfter, date }: HttpResponse, clock: Clock): number | null {
  if (retryAfter === null) return null;
  const told = Date.parse(date ?? "");
  const now = Number.isNaN(told) ? clock.now() : told;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), longestWaitMs);
}
