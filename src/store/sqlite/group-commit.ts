/** Writes that come while the disk is at work share the next transaction, so they share one wait for it. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock, Timer } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";

interface Task {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (reason: StoreError) => void;
}

/** How long a write that nobody waits for may be kept back. */
const lazyDelayMs = 50;
/** How long such writes wait that couldn't be written: where another process holds the store, each try stops ours. */
const againMs = 1000;

/** The connection has to be `synchronous = normal`: the wait for the disk is here, where nothing else waits with it. */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #sync: () => Promise<void>;
  #tasks: Task[] = [];
  #riders: (() => void)[] = [];
  #ridingTimer: Timer | null = null;
  #isWanted = false;
  /** From when a transaction is about to begin until it is on the disk: one at a time, so answers keep their order. */
  #isBusy = false;
  /** Whether something was committed that may not be on the disk yet. */
  #isWritten = false;
  #isClosed = false;

  /** @param sync resolves when all that was committed is on the disk; its failure is nobody's to catch. */
  constructor(db: DatabaseSync, clock: Clock, sync: () => Promise<void>) {
    this.#db = db;
    this.#clock = clock;
    this.#sync = sync;
  }

  /** Runs `task` inside the next transaction; resolves once that is on the disk. */
  run<T>(task: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#tasks.push({ run: task, resolve, reject });
    this.#want();
    return promise;
  }

  /** Runs `task` with the next transaction that comes, or a moment later in one of its own. */
  enqueueLazy(task: () => void): void {
    this.#riders.push(task);
    this.#rideWithin(lazyDelayMs);
  }

  /** Writes what it still can; what comes later is refused, or never written. */
  async close(): Promise<void> {
    await this.run(() => {}).catch(() => {});
    this.#isClosed = true;
    this.#ridingTimer?.close();
  }

  #rideWithin(ms: number): void {
    if (this.#isClosed) return;
    this.#ridingTimer ??= this.#clock.after(ms, () => this.#want());
  }

  #want(): void {
    this.#isWanted = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    setImmediate(() => void this.#commit());
  }

  async #commit(): Promise<void> {
    this.#isWanted = false;
    this.#ridingTimer?.close();
    this.#ridingTimer = null;
    const answers = this.#write(this.#tasks.splice(0), this.#riders.splice(0));
    if (this.#isWritten) await this.#sync();
    this.#isWritten = false;
    for (const answer of answers) answer();
    this.#isBusy = false;
    if (this.#isWanted) this.#want();
  }

  /** @returns what is to be told when it is on the disk. */
  #write(tasks: readonly Task[], riders: readonly (() => void)[]): (() => void)[] {
    let began = false;
    try {
      return this.#transaction(() => {
        began = true;
        for (const rider of riders) rider();
        return tasks.map(done);
      });
    } catch (error) {
      // Each task gets a transaction of its own, so that neither another nor a rider can spoil it.
      const answers =
        began && tasks.length + riders.length > 1
          ? tasks.map((task) => this.#alone(task))
          : tasks.map((task) => () => task.reject(unavailable(error)));
      if (riders.length > 0) {
        this.#riders.unshift(...riders);
        this.#rideWithin(againMs);
      }
      return answers;
    }
  }

  #alone(task: Task): () => void {
    try {
      return this.#transaction(() => done(task));
    } catch (error) {
      return () => task.reject(unavailable(error));
    }
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec("begin immediate");
    try {
      const result = work();
      this.#db.exec("commit");
      this.#isWritten = true;
      return result;
    } catch (error) {
      // SQLite has already rolled back by itself after some failures, a full disk among them.
      if (this.#db.isTransaction) this.#db.exec("rollback");
      throw error;
    }
  }
}

function done(task: Task): () => void {
  const result = task.run();
  return () => task.resolve(result as never);
}

function unavailable(error: unknown): StoreError {
  return new StoreError("UNAVAILABLE", `the store can't be written: ${reasonOf(error)}`, {
    cause: error,
  });
}
