/**
 * HTTP client for LINE's API: pooled connections, a deadline per request, one log line without bodies.
 * It stands in for the client of LINE's SDK, which calls `fetch` without a deadline: a call to a server
 * that never answers lasted 300 s, measured. Here the deadline runs on the injected clock and includes
 * the wait for a free connection, and the error says whether the request may have been sent.
 */
import type { IncomingHttpHeaders } from "node:http";
import { Pool, type Dispatcher } from "undici";
import type { Clock, Timer } from "../clock.ts";
import { isSystemError, reasonOf } from "../errors.ts";
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
// The pool's timers run in real time and only back up the deadline on the injected clock.
const poolTimeoutMarginMs = 5000;

/** Statuses that are logged as debug: success, 404 for an unknown id, 409 for a push accepted before. */
const expectedStatuses = (status: number) => status < 300 || status === 404 || status === 409;

export function createLineHttpClient(options: LineHttpOptions): LineHttpClient {
  const { timeoutMs = defaultTimeoutMs } = options;
  const attemptOptions = { ...options, timeoutMs };
  const base = new URL(options.apiBaseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 128,
    connectTimeout: timeoutMs + poolTimeoutMarginMs,
    headersTimeout: timeoutMs + poolTimeoutMarginMs,
    bodyTimeout: timeoutMs + poolTimeoutMarginMs,
    keepAliveTimeout: 30_000,
    maxResponseSize: options.maxBytes ?? 1 << 20,
    allowH2: false,
  });

  function send(request: LineRequest): Promise<LineHttpResponse> {
    const attempt = new Attempt(request, attemptOptions);
    pool.dispatch(
      {
        method: request.method,
        path: prefix + request.path,
        headers: request.headers,
        body: request.body ?? null,
      },
      attempt,
    );
    return attempt.answer;
  }

  return { timeoutMs, send, [Symbol.asyncDispose]: () => pool.destroy() };
}

/** Undici handler of one request: settles once, with a response or an error. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #request: LineRequest;
  readonly #options: LineHttpOptions;
  readonly #started: number;
  readonly #timer: Timer;
  readonly #result = Promise.withResolvers<LineHttpResponse>();
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #requestId: string | undefined;
  #text = "";
  #isSettled = false;

  constructor(request: LineRequest, options: LineHttpOptions & { timeoutMs: number }) {
    const limit = request.timeoutMs ?? options.timeoutMs;
    this.#request = request;
    this.#options = options;
    this.#started = options.clock.monotonic();
    this.#timer = options.clock.after(limit, () => {
      this.#giveUp(`nothing within ${limit} ms`);
      this.#controller?.abort(new Error("given up"));
    });
  }

  get answer(): Promise<LineHttpResponse> {
    return this.#result.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The deadline passed while waiting for a connection: the request must not be sent any more.
    if (this.#isSettled) controller.abort(new Error("given up"));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // An interim answer, as a proxy may send one, says nothing of the request.
    if (status < 200) return;
    this.#status = status;
    const id = headers["x-line-request-id"];
    this.#requestId = typeof id === "string" ? id : undefined;
    // The status is enough: the body is drained without being awaited.
    if (!this.#isRead()) this.#succeed();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isRead()) this.#text += chunk.toString("latin1");
  }

  onResponseEnd(): void {
    this.#succeed();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#giveUp(isSystemError(error) ? reasonOf(error) : error.name, error);
  }

  #isRead(): boolean {
    return this.#status >= 300 || this.#request.read === true;
  }

  /** Logs and resolves with the response. */
  #succeed(): void {
    if (this.#isSettled) return;
    this.#finish(String(this.#status));
    const { log } = this.#options;
    if (!expectedStatuses(this.#status)) log.warn(this.#logFields(), "LINE refused");
    else if (log.isLevelEnabled("debug")) log.debug(this.#logFields(), "LINE answered");
    const bytes = Buffer.from(this.#text, "latin1");
    this.#result.resolve({
      status: this.#status,
      requestId: this.#requestId,
      text: bytes.toString("utf8"),
      bytes,
    });
  }

  /** Logs and rejects: `unreachable` if the request never started. */
  #giveUp(reason: string, cause?: Error): void {
    if (this.#isSettled) return;
    const code = this.#controller ? "no_answer" : "unreachable";
    this.#finish(code);
    const fields = this.#logFields();
    this.#options.log.warn({ ...fields, code, reason }, "LINE didn't answer");
    this.#result.reject(
      new LineError(code, `${fields.method} ${fields.path}: ${reason}`, cause && { cause }),
    );
  }

  /** Stops the timer and reports the outcome. */
  #finish(outcome: string): void {
    this.#isSettled = true;
    this.#timer.close();
    const { onCall, clock } = this.#options;
    onCall?.(loggedPathOf(this.#request), outcome, Math.round(clock.monotonic() - this.#started));
  }

  #logFields() {
    return {
      method: this.#request.method,
      path: loggedPathOf(this.#request),
      status: this.#status,
      requestId: this.#requestId,
      ms: Math.round(this.#options.clock.monotonic() - this.#started),
    };
  }
}

/** A request's path for logs and metrics. */
export const loggedPathOf = (send: Pick<LineRequest, "loggedPath" | "path">) =>
  send.loggedPath ?? send.path;
