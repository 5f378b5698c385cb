/** Mirrors the platform's transactions into the store: what is new first, then the past, then the last days again. */
import { backoffMs, deadline, pause, unlessAborted, type Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { Transaction } from "../../loyalty/contract.ts";
import { cancelled, LoyaltyError } from "../../loyalty/errors.ts";
import type { Log } from "../../observability/log.ts";
import { isAhead } from "../../store/clock-rules.ts";
import type { RunningJob } from "../../store/coordination.ts";
import type { Ledger, LedgerCoverage, LedgerEntry } from "../../store/ledger.ts";
import { entryOf } from "./mirrored-transaction.ts";
import { createPagePacer, createSharedRead } from "./page-pacer.ts";
import { createWindowReader, type Window, type WindowReader } from "./read-window.ts";

export interface LedgerMirror extends Disposable {
  /** A job that mirrors until it is stopped. Run it in one replica alone: otherwise each of them asks the platform. */
  createFollower(): RunningJob & { start(): void };
  /**
   * Reads what was booked since the last reading.
   * @param since ms on the platform's clock; what was booked since then is read again, too, if that is little.
   * @returns what is mirrored now; null while the mirror isn't up to date and can't be brought there at once,
   * or something may be missing from what is new.
   * @throws {LoyaltyError} `CANCELLED` when the signal aborts.
   */
  catchUp(signal: AbortSignal, since?: number | null): Promise<LedgerCoverage | null>;
  /**
   * Reads some transactions again, since they may have been voided, with what lies between them.
   * @returns false where one may be missing from what was read.
   * @throws {LoyaltyError} `CANCELLED` when the signal aborts.
   */
  refresh(entries: readonly LedgerEntry[], signal: AbortSignal): Promise<boolean>;
  /** Saves a transaction that the platform has just answered with. Never fails: it is read later, too. */
  note(transaction: Transaction): Promise<void>;
  /** How far the mirror reaches; null = nothing is mirrored yet. */
  coverage(): Promise<LedgerCoverage | null>;
  /** The beginning of what is mirrored once the past is read; ms on the platform's clock. */
  wantedFrom(): number;
}

export interface LedgerMirrorOptions {
  loyalty: Pick<LoyaltyClient, "getTransaction">;
  ledger: Ledger;
  /** A hash of the platform. */
  platform: string;
  /** How many days are mirrored. */
  days: number;
  /** The platform's clock minus ours in milliseconds; null = unknown. */
  clockDifference(): number | null;
  clock: Clock;
  log: Log;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Between the starts of two pages. */
const pageIntervalMs = 1000;
/** Between two readings of what is new. */
const pollMs = 10_000;
/** Time limit of one page, retries included. */
const pageBudgetMs = 8000;
/** A row may appear so much later than rows of later times; what is later still is found by the reading of the last days. */
const overlapMs = 2 * minuteMs;
/** Without a reading for so long, catching up may take more than one window. */
const staleMs = 2 * minuteMs;
/** How far back everything that was booked since then can be read at once. */
const maxSinceMs = hourMs;
/** The first window. It is so wide that no zone or clock of the platform's puts new rows before it. */
const firstWindowMs = dayMs;
/** A longer gap, as after a stop, is closed window by window. */
const maxGapMs = 2 * dayMs;
/** How far back transactions are read again: voids and corrections of older ones are missed. */
const rereadDays = 3;
const rereadEveryMs = hourMs;
/** Rows aimed at per window, the minimum and maximum width, and the number of rows per transaction of the store. */
const rowsPerWindow = 8000;
const minSpanMs = minuteMs;
const maxSpanMs = 64 * dayMs;
const rowsPerSave = 250;
/** Windows by which transactions are read again. A shorter gap between two of them isn't worth another window. */
const maxRefreshWindows = 3;
const minRefreshGapMs = hourMs;
const backoff = { firstMs: 1000, maxMs: minuteMs };

export const createLedgerMirror = (options: LedgerMirrorOptions): LedgerMirror =>
  new Mirror(options);

class Mirror implements LedgerMirror {
  readonly #options: LedgerMirrorOptions;
  readonly #pacer;
  readonly #habits = { largestPage: 0 };
  readonly #stopping = new AbortController();
  readonly #readNewest;
  /** Width of the next window, by how many rows the last ones had. */
  #spanMs = dayMs;
  /** Whether nothing was missing when what is new was last read. */
  #isNewCertain = true;
  /** The reading of the last days that is in progress. */
  #rereading: { next: number; end: number; startedAt: number } | null = null;

  constructor(options: LedgerMirrorOptions) {
    this.#options = options;
    this.#pacer = createPagePacer(options.clock, pageIntervalMs);
    this.#readNewest = createSharedRead((urgent) => this.#readNew(urgent));
  }

  [Symbol.dispose](): void {
    this.#stopping.abort(new Error("stopping"));
  }

  wantedFrom(): number {
    return this.#platformNow() - this.#options.days * dayMs;
  }

  coverage(): Promise<LedgerCoverage | null> {
    const { ledger, platform } = this.#options;
    return ledger.coverage(platform);
  }

  async catchUp(signal: AbortSignal, since: number | null = null): Promise<LedgerCoverage | null> {
    const before = await this.coverage();
    // Either way: a reading that is to come was stored before the clock was set back.
    if (!before || Math.abs(this.#options.clock.now() - before.readAt) > staleMs) return null;
    let isCertain = await unlessAborted(signal, this.#readNewest(true), isLate);
    const isLittle = since !== null && since > this.#platformNow() - maxSinceMs;
    if (isLittle && since < before.until) {
      const window = { from: since, to: before.until };
      isCertain &&= (await this.#reader({ urgent: true, signal }).read(window)).isCertain;
    }
    return isCertain ? this.coverage() : null;
  }

  async refresh(entries: readonly LedgerEntry[], signal: AbortSignal): Promise<boolean> {
    const reader = this.#reader({ urgent: true, signal });
    for (const window of windowsOf(entries.map(({ at }) => at))) {
      if (!(await reader.read(window)).isCertain) return false;
    }
    return true;
  }

  async note(transaction: Transaction): Promise<void> {
    const { ledger, log } = this.#options;
    const entry = entryOf(transaction);
    try {
      if (entry) await ledger.save([entry]);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "a transaction couldn't be mirrored at once");
    }
  }

  createFollower(): RunningJob & { start(): void } {
    const { log } = this.#options;
    const ending = new AbortController();
    const { signal } = ending;
    let running: Promise<void> | null = null;
    return {
      start: () => {
        this.#rereading = null;
        running = this.#followForever(signal).catch((error: unknown) => {
          if (!signal.aborted) log.error({ reason: reasonOf(error) }, "ledger mirror stopped");
        });
      },
      async stop() {
        ending.abort(new Error("stopping"));
        await running;
      },
    };
  }

  async #followForever(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    let failures = 0;
    let readAt = -Infinity;
    for (;;) {
      try {
        if (clock.monotonic() - readAt >= pollMs) {
          readAt = clock.monotonic();
          await this.#followNew(signal);
        }
        const isMore = await this.#readPast(signal);
        if (failures > 0) log.info({ failures }, "ledger mirror resumed");
        failures = 0;
        if (!isMore) await pause(clock, Math.max(0, readAt + pollMs - clock.monotonic()), signal);
      } catch (error) {
        if (signal.aborted) throw error;
        failures += 1;
        if (failures === 1) log.warn({ reason: reasonOf(error) }, "ledger mirror delayed");
        const retryAfterMs = (error instanceof LoyaltyError && error.retryAfterMs) || 0;
        await pause(clock, Math.max(backoffMs(backoff, failures), retryAfterMs), signal);
      }
    }
  }

  /** Brings the mirror up to date, after a stop of days window by window. */
  async #followNew(signal: AbortSignal): Promise<void> {
    const { ledger, platform, clock } = this.#options;
    let covered = await this.coverage();
    if (!covered || covered.until < this.wantedFrom()) {
      const at = this.#platformNow() - firstWindowMs;
      await ledger.begin(platform, at);
      covered = { from: at, until: at, readAt: 0, rereadAt: clock.now() };
      await ledger.save([], covered);
    }
    let { until } = covered;
    while (this.#platformNow() - until > maxGapMs) {
      const to = Math.min(until + this.#spanMs, this.#platformNow() - firstWindowMs);
      await this.#readClosed({ from: until, to }, signal);
      await ledger.save([], { until: to });
      until = to;
    }
    await unlessAborted(signal, this.#readNewest(false), isLate);
  }

  /**
   * Reads everything since the last safe moment. The next one lies before the newest row, whatever the clocks
   * say, and never in the future. @returns whether nothing is missing.
   */
  async #readNew(urgent: boolean): Promise<boolean> {
    const { ledger, clock } = this.#options;
    const covered = await this.coverage();
    if (!covered) return false;
    const now = this.#platformNow();
    const readAt = clock.now();
    const reading = await this.#reader({ urgent }).read({ from: covered.until, to: null });
    // Read again every few seconds: reported once.
    if (this.#isNewCertain) this.#report(reading, covered.until);
    this.#isNewCertain = reading.isCertain;
    const newestAt = Math.min(reading.newestAt ?? covered.until, now);
    await ledger.save([], { until: newestAt - overlapMs, readAt });
    return reading.isCertain;
  }

  /** Reads one window of the past, or of the last days when it is time. @returns whether there is more to read. */
  async #readPast(signal: AbortSignal): Promise<boolean> {
    const { ledger } = this.#options;
    const covered = await this.coverage();
    if (!covered) return false;
    const start = this.wantedFrom();
    if (covered.from <= start) return this.#reread(covered, signal);
    const from = Math.max(start, covered.from - this.#spanMs);
    await this.#readClosed({ from, to: covered.from }, signal);
    await ledger.save([], { from });
    const { log } = this.#options;
    if (from === start) log.info({ days: this.#options.days }, "ledger mirror is complete");
    return true;
  }

  /** Reads one window of the last days again. @returns whether there is more to read. */
  async #reread(covered: LedgerCoverage, signal: AbortSignal): Promise<boolean> {
    const { ledger, clock, clockDifference } = this.#options;
    if (!this.#rereading) {
      const startedAt = clock.now();
      const { rereadAt } = covered;
      if (!isAhead(rereadAt, startedAt) && startedAt - rereadAt < rereadEveryMs) return false;
      // After a stop, what was voided meanwhile is found, too; and the platform's clock may be behind what is known.
      const lastAt = Math.min(rereadAt + (clockDifference() ?? 0), covered.until);
      const next = Math.max(covered.from, lastAt - rereadDays * dayMs);
      this.#rereading = { next, end: covered.until, startedAt };
    }
    const { next, end, startedAt } = this.#rereading;
    const to = Math.min(next + this.#spanMs, end);
    if (next < to) await this.#readClosed({ from: next, to }, signal);
    if (to < end) {
      this.#rereading.next = to;
      return true;
    }
    await ledger.save([], { rereadAt: startedAt });
    this.#rereading = null;
    return false;
  }

  async #readClosed(window: Window & { to: number }, signal: AbortSignal): Promise<void> {
    const reading = await this.#reader({ urgent: false, signal }).read(window);
    this.#report(reading, window.from);
    const width = window.to - window.from;
    const aim = reading.count === 0 ? 4 * width : (width * rowsPerWindow) / reading.count;
    this.#spanMs = Math.round(Math.min(Math.max(minSpanMs, Math.min(aim, 4 * width)), maxSpanMs));
  }

  #report({ isCertain }: { isCertain: boolean }, from: number): void {
    if (isCertain) return;
    const at = new Date(from).toISOString();
    this.#options.log.warn({ from: at }, "transactions may be missing from the ledger mirror");
  }

  #reader({ urgent, signal }: { urgent: boolean; signal?: AbortSignal }): WindowReader {
    const { loyalty, ledger, clock } = this.#options;
    return createWindowReader({
      readPage: async (query) => {
        using budget = deadline(clock, pageBudgetMs);
        const ends = [budget.signal, this.#stopping.signal, ...(signal ? [signal] : [])];
        const end = AbortSignal.any(ends);
        await this.#pacer.next(urgent, end).catch(() => {
          throw isLate();
        });
        return await loyalty.getTransaction(query, { signal: end });
      },
      async save(entries) {
        for (let from = 0; from < entries.length; from += rowsPerSave) {
          await ledger.save(entries.slice(from, from + rowsPerSave));
        }
        if (signal?.aborted) throw isLate();
      },
      now: () => this.#platformNow(),
      habits: this.#habits,
    });
  }

  #platformNow(): number {
    const { clock, clockDifference } = this.#options;
    return clock.now() + (clockDifference() ?? 0);
  }
}

const isLate = () => cancelled("getTransaction");

/** The windows that hold all moments, apart where the widest gaps are. */
function windowsOf(moments: readonly number[]): Window[] {
  const sorted = [...new Set(moments)].toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((to, index) => ({ to, width: to - sorted[index]! }));
  const widest = gaps
    .filter(({ width }) => width > minRefreshGapMs)
    .toSorted((one, other) => other.width - one.width)
    .slice(0, maxRefreshWindows - 1);
  const starts = new Set(widest.map(({ to }) => to));
  const windows: { from: number; to: number }[] = [];
  for (const at of sorted) {
    const last = windows.at(-1);
    if (!last || starts.has(at)) windows.push({ from: at, to: at + 1 });
    else last.to = at + 1;
  }
  return windows;
}
