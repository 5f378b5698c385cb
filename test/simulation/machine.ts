/** The machine that a process runs on: its wall clock may differ from the database's, which is the world's. */

/** A process on a machine that is further off must not act. */
const maxOffMs = 5000;

export class Machine {
  #aheadMs: number;
  /** Since when it is too far off; null: it isn't. */
  #offSince: number | null = null;

  constructor(aheadMs: number, now: number) {
    this.#aheadMs = aheadMs;
    this.set(aheadMs, now);
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Sets the wall clock, as an operator or NTP does. */
  set(aheadMs: number, now: number): void {
    this.#aheadMs = aheadMs;
    if (Math.abs(aheadMs) <= maxOffMs) this.#offSince = null;
    else this.#offSince ??= now;
  }

  /** It was paused, and could notice nothing. */
  passOver(pausedMs: number, now: number): void {
    if (this.#offSince !== null) this.#offSince = Math.min(now, this.#offSince + pausedMs);
  }

  /** For how long it has been too far off while it ran, in milliseconds; 0: it isn't. */
  offForMs(now: number): number {
    return this.#offSince === null ? 0 : now - this.#offSince;
  }
}
