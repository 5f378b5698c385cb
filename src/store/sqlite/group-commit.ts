/** Groups writes into shared transactions: those that arrive during a disk sync share the next one. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock, Timer } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";

interface Task {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (reason: StoreError) => void;
}

/** Maximum delay of a lazy write, which nobody waits for. */
const lazyDelayMs = 50;
/** Delay before failed lazy writes are retried: while another process holds the store, each try blocks ours. */
const retryMs = 1000;

/** Needs a connection with `synchronous = normal`: the disk sync is made here, without blocking the event loop. */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #sync: () => Promise<void>;
  #tasks: Task[] = [];
  #lazyTasks: (() => void)[] = [];
  #lazyTimer: Timer | null = null;
  #isRequested = false;
  /** True from the scheduling of a transaction until its sync: one at a time, so that writes resolve in order. */
  #isBusy = false;
  /** Whether something committed is not yet synced. */
  #isUnsynced = false;
  #isClosed = false;

  /** @param sync resolves when everything committed is on the disk; its rejection is not caught, so it ends the process. */
  constructor(db: DatabaseSync, clock: Clock, sync: () => Promise<void>) {
    this.#db = db;
    this.#clock = clock;
    this.#sync = sync;
  }

  /**
   * Runs `task` inside the next transaction; resolves with its result once that is on the disk.
   * @throws {StoreError} `unavailable`, or that of the task, if nothing was written.
   */
  run<T>(task: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#tasks.push({ run: task, resolve, reject });
    this.#requestCommit();
    return promise;
  }

  /** Runs `task` in the next transaction, which begins within 50 ms; failures are retried. */
  enqueueLazy(task: () => void): void {
    this.#lazyTasks.push(task);
    this.#scheduleLazy(lazyDelayMs);
  }

  /** Writes what is queued. After it, lazy writes are no longer scheduled. */
  async close(): Promise<void> {
    await this.run(() => {}).catch(() => {});
    this.#isClosed = true;
    this.#lazyTimer?.close();
  }

  #scheduleLazy(ms: number): void {
    if (this.#isClosed) return;
    this.#lazyTimer ??= this.#clock.after(ms, () => this.#requestCommit());
  }

  #requestCommit(): void {
    this.#isRequested = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    setImmediate(() => void this.#commit());
  }

  async #commit(): Promise<void> {
    this.#isRequested = false;
    this.#lazyTimer?.close();
    this.#lazyTimer = null;
    const settlers = this.#write(this.#tasks.splice(0), this.#lazyTasks.splice(0));
    if (this.#isUnsynced) await this.#sync();
    this.#isUnsynced = false;
    for (const settle of settlers) settle();
    this.#isBusy = false;
    if (this.#isRequested) this.#requestCommit();
  }

  /** Commits the tasks. @returns callbacks that settle their promises, to be called after the sync. */
  #write(tasks: readonly Task[], lazyTasks: readonly (() => void)[]): (() => void)[] {
    let began = false;
    try {
      return this.#transaction(() => {
        began = true;
        for (const lazyTask of lazyTasks) lazyTask();
        return tasks.map(settlerOf);
      });
    } catch (error) {
      // Each task gets its own transaction, so that neither another task nor a lazy one can make it fail.
      const settlers =
        began && tasks.length + lazyTasks.length > 1
          ? tasks.map((task) => this.#writeAlone(task))
          : tasks.map((task) => () => task.reject(unavailable(error)));
      if (lazyTasks.length > 0) {
        this.#lazyTasks.unshift(...lazyTasks);
        this.#scheduleLazy(retryMs);
      }
      return settlers;
    }
  }

  #writeAlone(task: Task): () => void {
    try {
      return this.#transaction(() => settlerOf(task));
    } catch (error) {
      return () => task.reject(unavailable(error));
    }
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec("begin immediate");
    try {
      const result = work();
      this.#db.exec("commit");
      this.#isUnsynced = true;
      return result;
    } catch (error) {
      // SQLite has already rolled back by itself after some failures, a full disk among them.
      if (this.#db.isTransaction) this.#db.exec("rollback");
      throw error;
    }
  }
}

function settlerOf(task: Task): () => void {
  const result = task.run();
  return () => task.resolve(result as never);
}

function unavailable(error: unknown): StoreError {
  // What a task refuses by its own rules says so itself.
  if (error instanceof StoreError) return error;
  return new StoreError("unavailable", `the store can't be written: ${reasonOf(error)}`, {
    cause: error,
  });
}
