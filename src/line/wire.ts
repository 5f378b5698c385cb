/** One HTTP exchange with LINE: pooled connections, a deadline, one log line, no bodies in it. */
import { Pool, type Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
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
  const { clock, log, timeoutMs = TIMEOUT_MS } = options;
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
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const started = clock.now();
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let requestId: string | undefined;
    let text = "";
    let over = false;

    const tell = (outcome: string) =>
      options.called?.(request.shownPath ?? request.path, outcome, clock.now() - started);
    const line = () => ({
      method: request.method,
      path: request.shownPath ?? request.path,
      status,
      requestId,
      ms: clock.now() - started,
    });
    const succeed = () => {
      if (over) return;
      over = true;
      timer.cancel();
      tell(String(status));
      if (usual(status)) log.info(line(), "LINE answered");
      else log.warn(line(), "LINE refused");
      resolve({ status, requestId, text: Buffer.from(text, "latin1").toString("utf8") });
    };
    const giveUp = (reason: string, cause?: Error) => {
      if (over) return;
      over = true;
      timer.cancel();
      const code = controller ? "no answer" : "unreachable";
      tell(code);
      log.warn({ ...line(), code, reason }, "LINE didn't answer");
      reject(new LineError(code, `${line().method} ${line().path}: ${reason}`, cause && { cause }));
    };
    const limit = request.timeoutMs ?? timeoutMs;
    const timer = clock.after(limit, () => {
      giveUp(`nothing within ${limit} ms`);
      controller?.abort(new Error("given up"));
    });

    pool.dispatch(
      {
        method: request.method,
        path: prefix + request.path,
        headers: request.headers,
        body: request.body ?? null,
      },
      {
        onRequestStart(start) {
          // Waited for a connection until too late: it must not be sent any more.
          if (over) start.abort(new Error("given up"));
          else controller = start;
        },
        onResponseStart(_controller, code, headers) {
          status = code;
          const id = headers["x-line-request-id"];
          requestId = typeof id === "string" ? id : undefined;
          // The status tells all: what follows is drained, and may even break off.
          if (status < 300 && !request.read) succeed();
        },
        onResponseData(_controller, chunk) {
          if (status >= 300 || request.read) text += chunk.toString("latin1");
        },
        onResponseEnd: succeed,
        onResponseError(_controller, error) {
          giveUp(("code" in error && String(error.code)) || error.name, error);
        },
      },
    );
    return promise;
  }

  return { timeoutMs, exchange, [Symbol.asyncDispose]: () => pool.destroy() };
}
