/**
 * Pooled HTTP requests, each with a deadline on the injected clock that covers all from the wait for a free connection
 * to the end of the answer. A failure says whether the request may have been sent.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher, Pool as UndiciPool } from "undici";
import type { Clock, Timer } from "./clock.ts";

/** Undici's own module of this class. Its main one loads 90 files more: mocks, caches, `fetch`, `WebSocket`. */
const { default: Pool } = (await import(
  new URL("lib/dispatcher/pool.js", import.meta.resolve("undici")).href
)) as { default: typeof UndiciPool };

export interface Exchange {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Deadline in milliseconds. */
  timeoutMs: number;
  /** Aborts it before that. */
  signal?: AbortSignal | undefined;
  /** Whether the body of an answer with this status is needed; always unless given. */
  reads?(status: number): boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty where it isn't needed. */
  body: Buffer;
}

/** There is no answer. */
export class NoAnswerError extends Error {
  /** `late`: after the deadline; `aborted`: by the signal; `broken`: the connection failed, as `cause` says. */
  readonly reason: "late" | "aborted" | "broken";
  /** Whether the request may have been sent. */
  readonly maybeSent: boolean;
  override readonly cause: Error | undefined;

  constructor(reason: NoAnswerError["reason"], maybeSent: boolean, cause?: Error) {
    super(reason);
    this.reason = reason;
    this.maybeSent = maybeSent;
    this.cause = cause;
  }
}

export interface HttpPool extends AsyncDisposable {
  /** @throws {NoAnswerError} */
  exchange(exchange: Exchange): Promise<Answer>;
}

/** @param origin such as `https://api.line.me`. @param options of undici: limits of connections and bodies. */
export function createHttpPool(
  origin: string,
  clock: Clock,
  options: Omit<UndiciPool.Options, "headersTimeout" | "bodyTimeout" | "allowH2">,
): HttpPool {
  // Each exchange has its own deadline, at which its connection is closed: it may be dead. Of HTTP/2 only a stream would
  // be, and all that follows would be sent into the same connection.
  const own = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  const pool = new Pool(origin, { ...options, ...own });
  return {
    exchange(exchange) {
      if (exchange.signal?.aborted) return Promise.reject(new NoAnswerError("aborted", false));
      const running = new RunningExchange(exchange, clock);
      const { method, path, headers, body } = exchange;
      pool.dispatch({ method, path, headers, body }, running);
      return running.answer;
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

/** Undici's handler of one request: the first that settles it stands, the answer or an error. */
class RunningExchange implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange;
  readonly #timer: Timer;
  readonly #result = Promise.withResolvers<Answer>();
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #isRead = true;
  readonly #chunks: Buffer[] = [];
  #isGivenUp = false;

  constructor(exchange: Exchange, clock: Clock) {
    this.#exchange = exchange;
    this.#timer = clock.after(exchange.timeoutMs, () => this.#stop("late"));
    exchange.signal?.addEventListener("abort", this.#abort, { once: true });
  }

  get answer(): Promise<Answer> {
    return this.#result.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection: it must not be sent any more.
    if (this.#isGivenUp) controller.abort(new Error("given up"));
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
    this.#headers = headers;
    this.#isRead = this.#exchange.reads?.(status) ?? true;
    // The rest is drained until the deadline, without being awaited.
    if (!this.#isRead) this.#succeed();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isRead) this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    this.#succeed();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end();
    this.#fail("broken", error);
  }

  readonly #abort = () => this.#stop("aborted");

  #stop(reason: "late" | "aborted"): void {
    this.#isGivenUp = true;
    this.#fail(reason);
    this.#controller?.abort(new Error("given up"));
  }

  #succeed(): void {
    const body = Buffer.concat(this.#chunks);
    this.#result.resolve({ status: this.#status, headers: this.#headers, body });
  }

  #fail(reason: NoAnswerError["reason"], cause?: Error): void {
    this.#result.reject(new NoAnswerError(reason, this.#controller !== null, cause));
  }

  /** Nothing more arrives. */
  #end(): void {
    this.#timer.close();
    this.#exchange.signal?.removeEventListener("abort", this.#abort);
  }
}
