/** Defines the clock that is injected everywhere, so that tests control time, and waits built on it. */

/** A scheduled task; closing or disposing cancels it. */
export interface Timer extends Disposable {
  close(): unknown;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Runs `task` once, `ms` milliseconds from now, unless it is cancelled. */
  after(ms: number, task: () => void): Timer;
}

/** Node's timers fire at once when given a longer delay. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => setTimeout(task, Math.min(ms, maxTimerMs)),
};

/** Resolves after `ms` on the given clock; rejects with the signal's reason when that aborts first. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal?.aborted) {
    reject(signal.reason);
    return promise;
  }
  const stop = () => {
    timer.close();
    reject(signal?.reason);
  };
  const timer = clock.after(ms, () => {
    signal?.removeEventListener("abort", stop);
    resolve();
  });
  signal?.addEventListener("abort", stop, { once: true });
  return promise;
}

/** Resolves with the result of `work`; rejects with the signal's reason when that aborts first. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>) {
  if (!signal) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) stop();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/**
 * An abort signal that fires `ms` after now on the given clock; dispose it when the work ended in time.
 * Created on first access, since most work ends without waiting.
 */
export function deadline(clock: Clock, ms: number): Disposable & { readonly signal: AbortSignal } {
  const end = clock.now() + ms;
  let made: { signal: AbortSignal; timer: Timer } | null = null;
  const make = () => {
    const controller = new AbortController();
    const timer = clock.after(Math.max(0, end - clock.now()), () =>
      controller.abort(new DOMException(`no answer within ${ms} ms`, "TimeoutError")),
    );
    return { signal: controller.signal, timer };
  };
  return {
    get signal() {
      return (made ??= make()).signal;
    },
    [Symbol.dispose]: () => made?.timer.close(),
  };
}

/** A task that is repeated at an interval. */
export interface Rounds {
  start(): void;
  /** Ends the repetition, aborts the round in progress and waits up to `patienceMs` for it. */
  stop(): Promise<void>;
}

/**
 * @param options `everyMs`: from the end of one round to the start of the next. `patienceMs`: how long a stop waits.
 * @param round must never reject; `stopping` aborts when it has to end.
 */
export function createRounds(
  clock: Clock,
  { everyMs, patienceMs }: { everyMs: number; patienceMs: number },
  round: (stopping: AbortSignal) => Promise<void>,
): Rounds {
  const stopping = new AbortController();
  let timer: Timer | null = null;
  let running: Promise<void> = Promise.resolve();

  async function runRound(): Promise<void> {
    await round(stopping.signal);
    if (!stopping.signal.aborted) start();
  }

  function start(): void {
    timer = clock.after(everyMs, () => {
      running = runRound();
    });
  }

  return {
    start,
    async stop() {
      stopping.abort(new Error("stopping"));
      timer?.close();
      using patience = deadline(clock, patienceMs);
      const { promise, resolve } = Promise.withResolvers<void>();
      patience.signal.addEventListener("abort", () => resolve());
      await Promise.race([running, promise]);
    },
  };
}
