/** HTTP client for the loyalty platform: a pool of at most 16 connections and a deadline for the whole exchange. */
import type { Clock } from "../clock.ts";
import { isSystemError, reasonOf } from "../errors.ts";
import { createHttpPool, NoAnswerError } from "../http-pool.ts";
import type { HttpExchange } from "../observability/http-exchange.ts";
import type { OperationName } from "./contract.ts";
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
  const pool = createHttpPool(origin, clock, {
    connections: maxConnections,
    maxResponseSize: maxAnswerBytes,
  });

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const { method, signal } = request;
    try {
      const { status, headers, body } = await pool.exchange({
        method,
        path: prefix + request.path,
        headers: {
          accept: "application/json",
          ...(request.body && { "content-type": "application/json" }),
          ...(request.bearer !== null && { authorization: `Bearer ${request.bearer}` }),
        },
        body: request.body && JSON.stringify(request.body),
        timeoutMs,
        signal,
      });
      return {
        status,
        requestId: first(headers["x-request-id"]),
        retryAfter: first(headers["retry-after"]),
        date: first(headers["date"]),
        text: body.toString("utf8").replace(/^\uFEFF/, ""),
      };
    } catch (error) {
      throw error instanceof NoAnswerError ? loyaltyErrorOf(error, request, timeoutMs) : error;
    }
  }

  return { send, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

function loyaltyErrorOf(
  { reason, maybeSent, cause }: NoAnswerError,
  { operation, writes }: HttpRequest,
  timeoutMs: number,
): LoyaltyError {
  const facts = { operation, ambiguous: writes && maybeSent };
  switch (reason) {
    case "aborted":
      return new LoyaltyError("CANCELLED", "the caller stopped waiting", facts);
    case "late":
      return new LoyaltyError("TIMEOUT", `no answer within ${timeoutMs} ms`, facts);
    case "broken": {
      const text = isSystemError(cause) ? reasonOf(cause) : "it broke";
      return new LoyaltyError("UNREACHABLE", `no connection: ${text}`, facts);
    }
  }
}

function first(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

// Reports each HTTP exchange with the platform, for the inspector of the demo.

/**
 * The same client, with its exchanges reported.
 * @param options `baseUrl`: put before the paths; `begin`: called before each request and returns what is
 * called at its end.
 */
export function recordExchanges(
  http: HttpClient,
  options: { baseUrl: string; clock: Clock; begin(): (exchange: HttpExchange) => void },
): HttpClient {
  const { clock, begin } = options;
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, "");

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const { operation: call, method, path, body: requestBody } = request;
    const end = begin();
    const at = clock.now();
    const report = (status: number | null, responseText: string) => {
      const ms = clock.now() - at;
      end({ call, method, url: base + path, requestBody, at, ms, status, responseText });
    };
    try {
      const response = await http.send(request);
      report(response.status, response.text);
      return response;
    } catch (thrown) {
      report(null, "");
      throw thrown;
    }
  }

  return { send, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}
