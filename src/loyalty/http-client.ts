/** HTTP client for the loyalty platform: a pool of at most 16 connections and a deadline for the whole exchange. */
import { Pool } from "undici";
import { deadline, type Clock } from "../clock.ts";
import type { OperationName } from "./contract.ts";
import { isSystemError, reasonOf } from "../errors.ts";
import { LoyaltyError } from "./errors.ts";

export interface HttpRequest {
  operation: OperationName;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its query; appended literally to the base URL. */
  path: string;
  body: object | null;
  bearer: string | null;
  /** Whether the operation changes data, so that a lost response leaves its outcome unknown. */
  writes: boolean;
  signal: AbortSignal | undefined;
}

export interface HttpResponse {
  status: number;
  requestId: string | null;
  retryAfter: string | null;
  /** The `Date` header: the platform's time. */
  date: string | null;
  text: string;
}

export interface HttpClient extends AsyncDisposable {
  /** The response, whatever its status. @throws {LoyaltyError} `TIMEOUT`, `UNREACHABLE` or `CANCELLED` without one. */
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** Error codes of failures before the request was sent: nothing can have happened. */
const notSentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const maxConnections = 16;
const maxAnswerBytes = 16 * 1024 * 1024;

export function createHttpClient({
  baseUrl,
  timeoutMs,
  clock,
}: {
  baseUrl: string;
  timeoutMs: number;
  clock: Clock;
}): HttpClient {
  const { origin } = new URL(baseUrl);
  const prefix = baseUrl.replace(/(?<!\/)\/+$/, "").slice(origin.length);
  const pool = new Pool(origin, {
    connections: maxConnections,
    maxResponseSize: maxAnswerBytes,
    // `deadline` below covers the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function send(request: HttpRequest): Promise<HttpResponse> {
    using limit = deadline(clock, timeoutMs);
    const { operation, signal } = request;
    if (signal?.aborted) throw new LoyaltyError("CANCELLED", "not sent", { operation });
    try {
      const { statusCode, headers, body } = await pool.request({
        method: request.method,
        path: prefix + request.path,
        headers: {
          accept: "application/json",
          ...(request.body && { "content-type": "application/json" }),
          ...(request.bearer !== null && { authorization: `Bearer ${request.bearer}` }),
        },
        body: request.body && JSON.stringify(request.body),
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      return {
        status: statusCode,
        requestId: first(headers["x-request-id"]),
        retryAfter: first(headers["retry-after"]),
        date: first(headers["date"]),
        text: await body.text(),
      };
    } catch (thrown) {
      const cause = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
      const ambiguous = request.writes && !notSentCodes.has(cause);
      if (signal?.aborted)
        throw new LoyaltyError("CANCELLED", "the caller stopped waiting", { operation, ambiguous });
      if (limit.signal.aborted)
        throw new LoyaltyError("TIMEOUT", `no answer within ${timeoutMs} ms`, {
          operation,
          ambiguous,
        });
      throw new LoyaltyError(
        "UNREACHABLE",
        `no connection: ${isSystemError(thrown) ? reasonOf(thrown) : "it broke"}`,
        {
          operation,
          ambiguous,
        },
      );
    }
  }

  return { send, [Symbol.asyncDispose]: () => pool.destroy() };
}

function first(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
