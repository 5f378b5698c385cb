/** One HTTP exchange with LINE: pooled connections, a deadline, one log line, no bodies in it. */
import type { IncomingHttpHeaders } from "node:http";
import { Pool, type Dispatcher } from "undici";
import type { Clock, Timer } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import { LineError } from "./errors.ts";

export interface WireOptions {
  /** Such as `https://api.line.me`; a path in it is kept. */
  readonly apiBaseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Most connections at a time (128). */
  readonly connections?: number;
  /** The longest answer that is read, in bytes (1 MiB). */
  readonly mostBytes?: number;
  /** Milliseconds until an exchange is given up (5000). */
  readonly timeoutMs?: number;
  /** Is told of each exchange. @param outcome LINE's status, or why there is none. */
  readonly called?: (path: string, outcome: string, ms: number) => void;
}

export interface Exchange {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The path as logs show it, where the real one holds an id. */
  readonly shownPath?: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
  /** Milliseconds, where less time is left than usual. */
  readonly timeoutMs?: number;
  /** Whether a success's body is wanted; a failure's always is. */
  readonly read?: boolean;
}

export interface Answer {
  readonly status: number;
  /** LINE's `x-line-request-id`. */
  readonly requestId: string | undefined;
  readonly text: string;
}

export interface Wire extends AsyncDisposable {
  /** When an exchange is given up that sets no limit of its own. */
  readonly timeoutMs: number;
  /** @throws {LineError} `unreachable` when nothing was sent, `no answer` when something may have been. */
  exchange(exchange: Exchange): Promise<Answer>;
}

const TIMEOUT_MS = 5000;
// The pool's own timers run in real time and only catch what the clock's deadline missed.
const SAFETY_MS = 5000;

/** Answers of a day without trouble: nobody by that id, a push that was accepted before. */
const usual = (status: number) => status < 300 || status === 404 || status === 409;

export function createWire(options: WireOptions): Wire {
  const { timeoutMs = TIMEOUT_MS } = options;
  const surroundings = { ...options, timeoutMs };
  const base = new URL(options.apiBaseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 128,
    connectTimeout: timeoutMs + SAFETY_MS,
    headersTimeout: timeoutMs + SAFETY_MS,
    bodyTimeout: timeoutMs + SAFETY_MS,
    keepAliveTimeout: 30_000,
    maxResponseSize: options.mostBytes ?? 1 << 20,
    allowH2: false,
  });

  function exchange(request: Exchange): Promise<Answer> {
    const attempt = new Try(request, surroundings);
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
class Try implements Dispatcher.DispatchHandler {
  readonly #request: Exchange;
  readonly #options: WireOptions;
  readonly #started: number;
  readonly #timer: Timer;
  readonly #end = Promise.withResolvers<Answer>();
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #requestId: string | undefined;
  #text = "";
  #over = false;

  constructor(request: Exchange, options: WireOptions & { timeoutMs: number }) {
    const limit = request.timeoutMs ?? options.timeoutMs;
    this.#request = request;
    this.#options = options;
    this.#started = options.clock.now();
    this.#timer = options.clock.after(limit, () => {
      this.#giveUp(`nothing within ${limit} ms`);
      this.#controller?.abort(new Error("given up"));
    });
  }

  get answer(): Promise<Answer> {
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
    if (!usual(this.#status)) log.warn(this.#line(), "LINE refused");
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
    const { called, clock } = this.#options;
    called?.(displayPath(this.#request), outcome, clock.now() - this.#started);
  }

  #line() {
    return {
      method: this.#request.method,
      path: displayPath(this.#request),
      status: this.#status,
      requestId: this.#requestId,
      ms: this.#options.clock.now() - this.#started,
    };
  }
}

/** An exchange's path as logs and figures show it. */
export const displayPath = (exchange: Pick<Exchange, "shownPath" | "path">) =>
  exchange.shownPath ?? exchange.path;
