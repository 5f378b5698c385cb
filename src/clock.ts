/** Defines the clock that is injected everywhere, so that tests control time, and waits built on it. */

/** A scheduled task; closing or disposing cancels it. */
export interface Timer extends Disposable {
  close(): unknown;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds since any moment; never set back, whatever becomes of `now`. */
  monotonic(): number;
  /**
   * Milliseconds since 1970 by this machine's own clock, which goes on while the machine is paused, and may be set at
   * any time; `now` may be another clock's.
   */
  wall(): number;
  /** Runs `task` once, `ms` milliseconds from now, unless it is cancelled. */
  after(ms: number, task: () => void): Timer;
}

/** Node's timers fire at once when given a longer delay. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, task) => setTimeout(task, Math.min(ms, maxTimerMs)),
};

/** A clock whose date can be moved; durations and timers go on by the clock below it. */
export interface MovableClock extends Clock {
  /** By how many milliseconds its date is ahead of the clock below. */
  readonly aheadMs: number;
  move(aheadMs: number): void;
}

export function createMovableClock(base: Clock): MovableClock {
  let aheadMs = 0;
  return {
    now: () => base.now() + aheadMs,
    monotonic: base.monotonic,
    wall: base.wall,
    after: base.after,
    get aheadMs() {
      return aheadMs;
    },
    move(ms) {
      aheadMs = ms;
    },
  };
}

/** A moment by both clocks of a machine. */
export interface Moment {
  wall: number;
  monotonic: number;
}

export const momentOf = (clock: Pick<Clock, "wall" | "monotonic">): Moment => ({
  wall: clock.wall(),
  monotonic: clock.monotonic(),
});

/**
 * What has passed by the clock that shows more. While a machine is paused, its monotonic clock stands still, and the
 * wall clock has gone on when it wakes up; one that was set back tells nothing until the next measurement.
 */
export const elapsedMs = (from: Moment, to: Moment): number =>
  Math.max(to.monotonic - from.monotonic, Math.abs(to.wall - from.wall));

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

/**
 * Resolves with the result of `work`; rejects when the signal aborts first. The work itself goes on.
 * @param reason the error of that rejection; the signal's reason unless given.
 */
export function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: Promise<T>,
  reason: () => unknown = () => signal?.reason,
): Promise<T> {
  if (!signal) return work;
  const result = Promise.withResolvers<T>();
  const stop = () => result.reject(reason());
  follow(work, result, () => signal.removeEventListener("abort", stop));
  // Behind work that is done already.
  if (signal.aborted) queueMicrotask(stop);
  else signal.addEventListener("abort", stop, { once: true });
  return result.promise;
}

/** Resolves with the result of `work`, or `ms` from now with what `late` returns; rejects with what it throws. The work itself goes on. */
export function orAfter<T>(clock: Clock, ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const result = Promise.withResolvers<T>();
  const timer = clock.after(ms, () => {
    try {
      result.resolve(late());
    } catch (error) {
      result.reject(error);
    }
  });
  follow(work, result, () => timer.close());
  return result.promise;
}

/** Settles a result as `work` is, once that has ended; with fewer promises than a race. @param end called before. */
function follow<T>(work: Promise<T>, result: PromiseWithResolvers<T>, end: () => void): void {
  work.then(
    (value) => {
      end();
      return result.resolve(value);
    },
    (error: unknown) => {
      end();
      result.reject(error);
    },
  );
}

/** Resolves with the result of `work`; rejects with a `TimeoutError` after `ms`. The work itself goes on. */
export const withTimeout = <T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> =>
  orAfter(clock, ms, work, () => {
    throw timeoutError(ms);
  });

const timeoutError = (ms: number) => new DOMException(`no answer within ${ms} ms`, "TimeoutError");

export interface Backoff {
  /** The delay after the first failure. */
  firstMs: number;
  maxMs?: number;
  /** By which the delay grows with each failure; 2 unless given. */
  factor?: number;
  /** The share of the delay by which it varies at random, either way; 0 unless given. */
  jitter?: number;
}

/** The delay of an exponential back-off, in milliseconds. @param failures so far, at least 1. */
export function backoffMs(
  { firstMs, maxMs = Infinity, factor = 2, jitter = 0 }: Backoff,
  failures: number,
): number {
  const ms = Math.min(firstMs * factor ** (failures - 1), maxMs);
  return Math.round(ms * (1 + jitter * (2 * Math.random() - 1)));
}

/**
 * An abort signal that fires `ms` after now on the given clock; dispose it when the work ended in time.
 * Created on first access, since most work ends without waiting.
 */
export function deadline(clock: Clock, ms: number): Disposable & { readonly signal: AbortSignal } {
  // Not by the wall clock: one that is set meanwhile must neither end the work nor let it go on for ever.
  const end = clock.monotonic() + ms;
  let created: { signal: AbortSignal; timer: Timer } | null = null;
  const create = () => {
    const controller = new AbortController();
    const timer = clock.after(Math.max(0, end - clock.monotonic()), () =>
      controller.abort(timeoutError(ms)),
    );
    return { signal: controller.signal, timer };
  };
  return {
    get signal() {
      return (created ??= create()).signal;
    },
    [Symbol.dispose]: () => created?.timer.close(),
  };
}

/** A task that is repeated at an interval. */
export interface PeriodicTask {
  start(): void;
  /** Ends the repetition, aborts the round in progress and waits up to `patienceMs` for it. */
  stop(): Promise<void>;
}

/**
 * @param options `everyMs`: from the end of one round to the start of the next. `patienceMs`: how long a stop waits for the round in progress.
 * @param round must never reject; `stopping` aborts when it has to end.
 */
export function createPeriodicTask(
  clock: Clock,
  { everyMs, patienceMs }: { everyMs: number; patienceMs: number },
  round: (stopping: AbortSignal) => Promise<void>,
): PeriodicTask {
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
      await withTimeout(clock, patienceMs, running).catch(() => {});
    },
  };
}

// Notices that the wall clock was set forward: sends then seem to have been longer ago than they were.

/** Less is drift, and what passes between two readings. */
const toleranceMs = 1000;

/** @returns asks whether the clock was set forward less than `ms` before, as far as this process has noticed. */
export function createClockSteps(clock: Clock): (ms: number) => boolean {
  const lead = () => clock.now() - clock.monotonic();
  let lastLead = lead();
  let noticedAt = -Infinity;
  return (ms) => {
    if (lead() - lastLead > toleranceMs) noticedAt = clock.monotonic();
    lastLead = lead();
    return clock.monotonic() - noticedAt < ms;
  };
}
