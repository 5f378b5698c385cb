/** One HTTP exchange with LINE: pooled connections, a deadline, one log line, no bodies in it. */
import type { IncomingHttpHeaders } from "node:http";
import { Pool, type Dispatcher } from "undici";
import type { Clock, Timer } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import { LineError } from "./errors.ts";

export interface LineHttpOptions {
  /** Such as `https://api.line.me`; a path in it is kept. */
  readonly apiBaseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Most connections at a time (128). */
  readonly connections?: number;
  /** The longest answer that is read, in bytes (1 MiB). */
  readonly maxBytes?: number;
  /** Milliseconds until an exchange is given up (5000). */
  readonly timeoutMs?: number;
  /** Is told of each exchange. @param outcome LINE's status, or why there is none. */
  readonly onCall?: (path: string, outcome: string, ms: number) => void;
}

export interface LineRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The path as logs show it, where the real one holds an id. */
  readonly loggedPath?: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
  /** Milliseconds, where less time is left than usual. */
  readonly timeoutMs?: number;
  /** Whether a success's body is wanted; a failure's always is. */
  readonly read?: boolean;
}

export interface LineResponse {
  readonly status: number;
  /** LINE's `x-line-request-id`. */
  readonly requestId: string | undefined;
  readonly text: string;
}

export interface LineHttpClient extends AsyncDisposable {
  /** When an exchange is given up that sets no limit of its own. */
  readonly timeoutMs: number;
  /** @throws {LineError} `unreachable` when nothing was sent, `no answer` when something may have been. */
  exchange(exchange: LineRequest): Promise<LineResponse>;
}

const defaultTimeoutMs = 5000;
// The pool's own timers run in real time and only catch what the clock's deadline missed.
const poolTimeoutMarginMs = 5000;

/** Answers of a day without trouble: nobody by that id, a push that was accepted before. */
const expectedStatuses = (status: number) => status < 300 || status === 404 || status === 409;

export function createLineHttpClient(options: LineHttpOptions): LineHttpClient {
  const { timeoutMs = defaultTimeoutMs } = options;
  const surroundings = { ...options, timeoutMs };
  const base = new URL(options.apiBaseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 128,
    connectTimeout: timeoutMs + poolTimeoutMarginMs,
    headersTimeout: timeoutMs + poolTimeoutMarginMs,
    bodyTimeout: timeoutMs + poolTimeoutMarginMs,
    keepAliveTimeout: 30_000,
    maxResponseSize: options.maxBytes ?? 1 << 20,
    allowH2: false,
  });

  function exchange(request: LineRequest): Promise<LineResponse> {
    const attempt = new Attempt(request, surroundings);
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

  return { timeoutMs, exchange, [Symbol.asyncDispose]: () => pool.destroy() };
}

/** What comes of one exchange, as undici tells it: an answer or a reason, once. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #request: LineRequest;
  readonly #options: LineHttpOptions;
  readonly #started: number;
  readonly #timer: Timer;
  readonly #end = Promise.withResolvers<LineResponse>();
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #requestId: string | undefined;
  #text = "";
  #over = false;

  constructor(request: LineRequest, options: LineHttpOptions & { timeoutMs: number }) {
    const limit = request.timeoutMs ?? options.timeoutMs;
    this.#request = request;
    this.#options = options;
    this.#started = options.clock.now();
    this.#timer = options.clock.after(limit, () => {
      this.#giveUp(`nothing within ${limit} ms`);
      this.#controller?.abort(new Error("given up"));
    });
  }

  get answer(): Promise<LineResponse> {
    return this.#end.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Waited for a connection until too late: it must not be sent any more.
    if (this.#over) controller.abort(new Error("given up"));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    const id = headers["x-line-request-id"];
    this.#requestId = typeof id === "string" ? id : undefined;
    // The status tells all: what follows is drained, and may even break off.
    if (!this.#isRead()) this.#succeed();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isRead()) this.#text += chunk.toString("latin1");
  }

  onResponseEnd(): void {
    this.#succeed();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#giveUp(("code" in error && String(error.code)) || error.name, error);
  }

  #isRead(): boolean {
    return this.#status >= 300 || this.#request.read === true;
  }

  #succeed(): void {
    if (this.#over) return;
    this.#tell(String(this.#status));
    const { log } = this.#options;
    if (!expectedStatuses(this.#status)) log.warn(this.#line(), "LINE refused");
    else if (log.isLevelEnabled("info")) log.info(this.#line(), "LINE answered");
    this.#end.resolve({
      status: this.#status,
      requestId: this.#requestId,
      text: Buffer.from(this.#text, "latin1").toString("utf8"),
    });
  }

  #giveUp(reason: string, cause?: Error): void {
    if (this.#over) return;
    const code = this.#controller ? "no answer" : "unreachable";
    this.#tell(code);
    const line = this.#line();
    this.#options.log.warn({ ...line, code, reason }, "LINE didn't answer");
    this.#end.reject(
      new LineError(code, `${line.method} ${line.path}: ${reason}`, cause && { cause }),
    );
  }

  #tell(outcome: string): void {
    this.#over = true;
    this.#timer.close();
    const { onCall, clock } = this.#options;
    onCall?.(loggedPathOf(this.#request), outcome, clock.now() - this.#started);
  }

  #line() {
    return {
      method: this.#request.method,
      path: loggedPathOf(this.#request),
      status: this.#status,
      requestId: this.#requestId,
      ms: this.#options.clock.now() - this.#started,
    };
  }
}

/** An exchange's path as logs and figures show it. */
export const loggedPathOf = (exchange: Pick<LineRequest, "loggedPath" | "path">) =>
  exchange.loggedPath ?? exchange.path;
