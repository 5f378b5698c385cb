/** Time as a part that is handed in, so that tests can turn it by hand. */

/** A wait that can be called off, by closing or disposing it. */
export interface Timer extends Disposable {
  close(): unknown;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Runs `task` once, `ms` milliseconds from now, unless it is cancelled. */
  after(ms: number, task: () => void): Timer;
}

/** Node's timers run at once when they are given more. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => setTimeout(task, Math.min(ms, longestTimerMs)),
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

/** What `work` comes to; rejects with the signal's reason when that aborts first. */
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
 * It is made when it is first asked for: most work is over before anything had to be waited for.
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

/** Work that is done again and again. */
export interface Rounds {
  start(): void;
  /** Begins nothing more, and waits a moment for what has begun. */
  stop(): Promise<void>;
}

/**
 * @param options `everyMs`: from the end of one round to the next. `patienceMs`: how long a stop waits.
 * @param round has to fail never; `stopping` fires when it is to come to its end.
 */
export function createRounds(
  clock: Clock,
  { everyMs, patienceMs }: { everyMs: number; patienceMs: number },
  round: (stopping: AbortSignal) => Promise<void>,
): Rounds {
  const stopping = new AbortController();
  let timer: Timer | null = null;
  let running: Promise<void> = Promise.resolve();

  async function again(): Promise<void> {
    await round(stopping.signal);
    if (!stopping.signal.aborted) start();
  }

  function start(): void {
    timer = clock.after(everyMs, () => {
      running = again();
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
