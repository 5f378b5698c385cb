/** Writes that come in the same turn of the event loop share one transaction, so they share one wait for the disk. */
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
const ridingMs = 50;

export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  #tasks: Task[] = [];
  #riders: (() => void)[] = [];
  #scheduled = false;
  #ridingTimer: Timer | null = null;

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Runs `task` inside the next transaction; resolves once that is on the disk. */
  run<T>(task: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#tasks.push({ run: task, resolve, reject });
    if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => this.flush());
    }
    return promise;
  }

  /** Runs `task` with the next transaction that comes, or a moment later in one of its own. */
  ride(task: () => void): void {
    this.#riders.push(task);
    this.#ridingTimer ??= this.#clock.after(ridingMs, () => this.flush());
  }

  /** Commits what is waiting, now. */
  flush(): void {
    this.#scheduled = false;
    this.#ridingTimer?.close();
    this.#ridingTimer = null;
    const tasks = this.#tasks;
    const riders = this.#riders;
    if (tasks.length === 0 && riders.length === 0) return;
    this.#tasks = [];
    this.#riders = [];
    let began = false;
    try {
      const results = this.#transaction(() => {
        began = true;
        for (const rider of riders) rider();
        return tasks.map((task) => task.run());
      });
      tasks.forEach((task, index) => task.resolve(results[index] as never));
    } catch (error) {
      // Riders wait for the next commit; each task gets a transaction of its own, so that one can't spoil another.
      this.#riders.unshift(...riders);
      if (began && tasks.length > 1) for (const task of tasks) this.#alone(task);
      else for (const task of tasks) task.reject(unavailable(error));
    }
  }

  #alone(task: Task): void {
    try {
      task.resolve(this.#transaction(task.run) as never);
    } catch (error) {
      task.reject(unavailable(error));
    }
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec("begin immediate");
    try {
      const result = work();
      this.#db.exec("commit");
      return result;
    } catch (error) {
      // SQLite has already rolled back by itself after some failures, a full disk among them.
      if (this.#db.isTransaction) this.#db.exec("rollback");
      throw error;
    }
  }
}

function unavailable(error: unknown): StoreError {
  return new StoreError("UNAVAILABLE", `the store can't be written: ${reasonOf(error)}`, {
    cause: error,
  });
}
