/**
 * HTTP client for LINE's API: pooled connections, a deadline per request, one log line without bodies.
 * It stands in for the client of LINE's SDK, which calls `fetch` without a deadline: a call to a server
 * that never answers lasted 300 s, measured.
 */
import type { z } from "zod";
import type { Clock } from "../clock.ts";
import { isSystemError, reasonOf } from "../errors.ts";
import { createHttpPool, NoAnswerError } from "../http-pool.ts";
import type { Log } from "../observability/log.ts";
import { LineError } from "./errors.ts";

export interface LineHttpOptions {
  /** Such as `https://api.line.me`; a path in it becomes a prefix. */
  readonly apiBaseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Maximum number of connections (default 128). */
  readonly connections?: number;
  /** Maximum size of a response body in bytes (default 1 MiB). */
  readonly maxBytes?: number;
  /** Deadline of a request in milliseconds (default 5000). */
  readonly timeoutMs?: number;
  /** Called after each request. @param outcome LINE's status, or the error code without one. */
  readonly onCall?: (path: string, outcome: string, ms: number) => void;
}

export interface LineRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The path for logs and metrics, if the real one contains an id. */
  readonly loggedPath?: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
  /** Deadline of this request in milliseconds, instead of the client's. */
  readonly timeoutMs?: number;
  /** Whether to read the body of a success; the body of any other status is always read. */
  readonly read?: boolean;
}

export interface LineResponse {
  readonly status: number;
  /** LINE's `x-line-request-id`. */
  readonly requestId: string | undefined;
  readonly text: string;
}

/** A response with its body as it came; `text` is the same in UTF-8. */
export interface LineHttpResponse extends LineResponse {
  readonly bytes: Buffer;
}

export interface LineHttpClient extends AsyncDisposable {
  /** The default deadline in milliseconds. */
  readonly timeoutMs: number;
  /** Sends a request. @throws {LineError} `unreachable` when nothing was sent, `no_answer` when it may have been sent. */
  send(send: LineRequest): Promise<LineHttpResponse>;
}

const defaultTimeoutMs = 5000;

/** Statuses that are logged as debug: success, 404 for an unknown id, 409 for a push accepted before. */
const expectedStatuses = (status: number) => status < 300 || status === 404 || status === 409;

export function createLineHttpClient(options: LineHttpOptions): LineHttpClient {
  const { timeoutMs = defaultTimeoutMs, clock, log, onCall } = options;
  const base = new URL(options.apiBaseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
  const pool = createHttpPool(base.origin, clock, {
    connections: options.connections ?? 128,
    keepAliveTimeout: 30_000,
    maxResponseSize: options.maxBytes ?? 1 << 20,
  });

  async function send(request: LineRequest): Promise<LineHttpResponse> {
    const started = clock.monotonic();
    const path = loggedPathOf(request);
    const limit = request.timeoutMs ?? timeoutMs;
    try {
      const { status, headers, body } = await pool.exchange({
        method: request.method,
        path: prefix + request.path,
        headers: request.headers,
        body: request.body ?? null,
        timeoutMs: limit,
        reads: (code) => code >= 300 || request.read === true,
      });
      const id = headers["x-line-request-id"];
      const requestId = typeof id === "string" ? id : undefined;
      const ms = Math.round(clock.monotonic() - started);
      onCall?.(path, String(status), ms);
      const fields = { method: request.method, path, status, requestId, ms };
      if (!expectedStatuses(status)) log.warn(fields, "LINE refused");
      else log.debug(fields, "LINE answered");
      return { status, requestId, text: body.toString("utf8"), bytes: body };
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      const code = error.maybeSent ? "no_answer" : "unreachable";
      const ms = Math.round(clock.monotonic() - started);
      onCall?.(path, code, ms);
      const { cause } = error;
      const reason = cause ? textOf(cause) : `nothing within ${limit} ms`;
      log.warn({ method: request.method, path, code, reason, ms }, "LINE didn't answer");
      throw new LineError(code, `${request.method} ${path}: ${reason}`, cause && { cause });
    }
  }

  return { timeoutMs, send, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

const textOf = (error: Error) => (isSystemError(error) ? reasonOf(error) : error.name);

/** A request's path for logs and metrics. */
export const loggedPathOf = (send: Pick<LineRequest, "loggedPath" | "path">) =>
  send.loggedPath ?? send.path;

// Parses a response's JSON by a schema.

/** The parsed value, or undefined when the text isn't JSON or doesn't match the schema. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
