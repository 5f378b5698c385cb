/** Spaces the requests for pages of transactions; what somebody waits for goes first. */
import type { Clock, Timer } from "../../clock.ts";

interface PagePacer {
  /**
   * Resolves when the next page may be requested. Rejects with the signal's reason when that aborts first.
   * @param urgent whether somebody waits for the page.
   */
  next(urgent: boolean, signal: AbortSignal): Promise<void>;
}

interface Waiting {
  urgent: boolean;
  resolve(): void;
}

/** @param intervalMs least time between two requests. */
export function createPagePacer(clock: Clock, intervalMs: number): PagePacer {
  const queue: Waiting[] = [];
  let freeAt = -Infinity;
  let timer: Timer | null = null;

  function schedule(): void {
    if (timer || queue.length === 0) return;
    timer = clock.after(Math.max(0, freeAt - clock.monotonic()), () => {
      timer = null;
      const first = queue.findIndex(({ urgent }) => urgent);
      const [chosen] = queue.splice(Math.max(0, first), 1);
      if (chosen) freeAt = clock.monotonic() + intervalMs;
      chosen?.resolve();
      schedule();
    });
  }

  return {
    next(urgent, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (signal.aborted) {
        reject(signal.reason);
        return promise;
      }
      const waiting: Waiting = {
        urgent,
        resolve() {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) {
          timer?.close();
          timer = null;
        }
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.push(waiting);
      schedule();
      return promise;
    },
  };
}

// Shares a reading between its callers, so that any number of them costs one at a time.

/**
 * @param read `urgent`: whether somebody waits for it.
 * @returns a function that reads. Callers during a reading share the next one: the one in progress may have
 * missed what was written since it started.
 */
export function createSharedRead<Result>(
  read: (urgent: boolean) => Promise<Result>,
): (urgent: boolean) => Promise<Result> {
  let current: Promise<unknown> | null = null;
  let next: { done: Promise<Result>; urgent: boolean } | null = null;

  function start(urgent: boolean): Promise<Result> {
    const done = read(urgent);
    current = Promise.allSettled([done]);
    void current.finally(() => {
      if (!next) current = null;
    });
    return done;
  }

  return (urgent) => {
    if (!current) return start(urgent);
    if (next) {
      next.urgent ||= urgent;
      return next.done;
    }
    const waiting = { urgent };
    const done = current.then(() => {
      next = null;
      return start(waiting.urgent);
    });
    next = Object.assign(waiting, { done });
    return done;
  };
}
