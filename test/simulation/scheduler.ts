/** Simulated time: everything that happens is an item in one queue, and only the scheduler takes items from it. */
import type { Clock, Timer } from "../../src/clock.ts";

/** A process of the simulated machine. What it began is dropped when it dies, and waits while it is frozen. */
export class Process {
  readonly name: string;
  /** For how long its machine has been paused so far: its monotonic clock stood still meanwhile. */
  #pausedMs = 0;
  #state: "running" | "frozen" | "dead" = "running";
  /** What is to happen as soon as it runs again. */
  #held: (() => void)[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get isAlive(): boolean {
    return this.#state !== "dead";
  }

  get isRunning(): boolean {
    return this.#state === "running";
  }

  get pausedMs(): number {
    return this.#pausedMs;
  }

  /** Does it now, when the process runs again, or never. */
  do(task: () => void): void {
    if (this.#state === "running") task();
    else if (this.#state === "frozen") this.#held.push(task);
  }

  /** As SIGKILL does. */
  kill(): void {
    this.#state = "dead";
    this.#held = [];
  }

  /** As SIGSTOP does. */
  freeze(): void {
    if (this.#state === "running") this.#state = "frozen";
  }

  /** As SIGCONT does. @param pausedMs for how long its whole machine was paused, in place of the process alone. */
  thaw(pausedMs = 0): void {
    if (this.#state !== "frozen") return;
    this.#pausedMs += pausedMs;
    this.#state = "running";
    for (const task of this.#held.splice(0)) this.do(task);
  }
}

interface Item {
  at: number;
  /** Breaks ties in the order of scheduling. */
  number: number;
  task: () => void;
}

/** Turns of the event loop without anything new, after which everything that an item began has come to rest. */
const quietTurns = 2;

export class Scheduler {
  #now: number;
  #last = 0;
  /** Sorted from the latest to the earliest. */
  readonly #queue: Item[] = [];

  /** @param start milliseconds since 1970. */
  constructor(start: number) {
    this.#now = start;
  }

  get now(): number {
    return this.#now;
  }

  /** Runs a task `ms` from now, in a process or in the world outside of all. */
  after(ms: number, task: () => void, process?: Process): Timer {
    const number = ++this.#last;
    let isCancelled = false;
    // A timer that is cancelled while its process is frozen must not fire when that runs again.
    const unlessCancelled = () => {
      if (!isCancelled) task();
    };
    const item = {
      at: this.#now + Math.max(0, ms),
      number,
      task: process ? () => process.do(unlessCancelled) : unlessCancelled,
    };
    this.#queue.splice(this.#placeOf(item), 0, item);
    const close = () => {
      isCancelled = true;
    };
    return { close, [Symbol.dispose]: close };
  }

  /** Lets time pass in which nothing happens, as while the machine is suspended: what was due then comes late. */
  leap(ms: number): void {
    this.#now += ms;
  }

  /** @param aheadMs by how much the wall clock of its machine is ahead. */
  clockOf(process: Process, aheadMs: () => number): Clock {
    return {
      now: () => this.#now + aheadMs(),
      monotonic: () => this.#now - process.pausedMs,
      wall: () => this.#now + aheadMs(),
      after: (ms, task) => this.after(ms, task, process),
    };
  }

  /** Lets time pass until it is over. */
  async run(isOver: () => boolean): Promise<void> {
    await this.#rest();
    for (;;) {
      const next = this.#queue.at(-1);
      if (!next || isOver()) return;
      this.#queue.pop();
      this.#now = Math.max(this.#now, next.at);
      next.task();
      await this.#rest();
    }
  }

  /** Waits until the code that an item has woken up waits for another item. */
  async #rest(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      const before = this.#last;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#last !== before) quiet = -1;
    }
  }

  #placeOf({ at, number }: Item): number {
    let low = 0;
    let high = this.#queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#queue[middle];
      const isLater = other && (other.at > at || (other.at === at && other.number > number));
      if (isLater) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
