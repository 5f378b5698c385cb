/**
 * Reads all transactions of a window of time, without relying on the order of the pages, on their size, or on
 * rows staying on their page: a window is complete when as many distinct rows were read as the platform
 * counts. Where that isn't reached, the window is halved until it fits on one page, which is one moment.
 */
import { transactionSizes, type Page, type Transaction } from "../../loyalty/contract.ts";
import { LoyaltyError } from "../../loyalty/errors.ts";
import { unreadableRows } from "../../loyalty/lenient-parse.ts";
import type { LedgerEntry } from "../../store/ledger.ts";
import { entryOf } from "./mirrored-transaction.ts";

/** From `from` until before `to`, in milliseconds since 1970 on the platform's clock; null = open. */
export interface Window {
  from: number;
  to: number | null;
}

export interface WindowQuery {
  from: string;
  to?: string;
  page: number;
  size: number;
}

export interface WindowReading {
  /** Number of distinct transactions. */
  count: number;
  /** The time of the newest one; null = none. */
  newestAt: number | null;
  /** Whether the platform's count was reached in every part, and every row could be read. */
  isCertain: boolean;
}

export interface WindowReader {
  /**
   * @throws {LoyaltyError} when a page can't be read; the entries read before are saved.
   * @throws {WindowIgnoredError}
   */
  read(window: Window): Promise<WindowReading>;
}

export interface WindowReaderOptions {
  readPage(query: WindowQuery): Promise<Page<Transaction>>;
  /** Gets the entries of each page as it is read. */
  save(entries: readonly LedgerEntry[]): Promise<void>;
  /** The end of an open window, for halving it; on the platform's clock. */
  now(): number;
  habits: PageHabits;
}

/** What is remembered of the platform's pages between windows. */
export interface PageHabits {
  /** The most rows on a page so far: a shorter page wasn't cut off. */
  largestPage: number;
}

/** The platform doesn't filter transactions by time, so nothing can be mirrored. */
class WindowIgnoredError extends Error {
  constructor() {
    super("the platform ignores from and to: its transactions can't be mirrored");
  }
}

const pageSize = transactionSizes.max;
/** Larger windows are halved before they are read, so that a failure costs a few pages only. */
const pagesAtOnce = 10;
const maxPasses = 3;
const minSpanMs = 1000;
/** Fewer rows outside of the window may be strays. */
const minStrays = 10;
/**
 * Halvings in a row that don't lower the platform's count, after which it isn't believed: all rows may lie in
 * one half, and in one half of that again.
 */
const maxVainHalvings = 5;

/** How the window came about: the count of the window that it is a half of. */
interface Origin {
  total: number;
  vainHalvings: number;
}

/** One reading of a window's pages. */
interface Pass {
  /** The platform's count. */
  total: number;
  pages: number;
  /** `unreadable`: a page couldn't be parsed. `too large`: more pages than are read at a stretch. */
  end: "last page" | "unreadable" | "too large";
}

export const createWindowReader = (options: WindowReaderOptions): WindowReader => ({
  read: (window) => readWindow(options, window, { total: Infinity, vainHalvings: 0 }),
});

async function readWindow(
  options: WindowReaderOptions,
  window: Window,
  origin: Origin,
): Promise<WindowReading> {
  const seen: Seen = { entries: new Map(), lost: new Set() };
  const halves = halvesOf(window, options.now());
  let last: Pass | null = null;
  for (let passes = 1; passes <= maxPasses; passes += 1) {
    const before = sizeOf(seen);
    const pass = await readPass(options, window, {
      seen,
      minPages: last?.pages ?? 0,
      maxPages: halves && origin.vainHalvings === 0 ? pagesAtOnce : Infinity,
    });
    if (pass.end === "last page" && sizeOf(seen) >= pass.total) {
      return { ...summaryOf(seen), isCertain: seen.lost.size === 0 };
    }
    // What one page lacks doesn't come by reading it again and again.
    const isVain = last?.pages === 1 && pass.pages === 1 && sizeOf(seen) === before;
    last = pass;
    if (isVain || pass.end !== "last page") break;
  }
  if (!last || !halves || !isWorthHalving(last, origin)) {
    return { ...summaryOf(seen), isCertain: false };
  }
  const vainHalvings = last.total < origin.total ? 0 : origin.vainHalvings + 1;
  return readHalves(options, halves, { total: last.total, vainHalvings });
}

/** The rows of a window so far. */
interface Seen {
  entries: Map<string, LedgerEntry>;
  /** Rows that can't be read, as they came. */
  lost: Set<string>;
}

const sizeOf = ({ entries, lost }: Seen) => entries.size + lost.size;

/** Whether a half can succeed where the whole window could not. */
const isWorthHalving = ({ end, pages }: Pass, { vainHalvings }: Origin): boolean =>
  end === "unreadable" || ((end === "too large" || pages > 1) && vainHalvings < maxVainHalvings);

/** Reads the pages of a window until nothing is missing, or no more rows come. */
async function readPass(
  { readPage, save, habits }: WindowReaderOptions,
  window: Window,
  { seen, minPages, maxPages }: { seen: Seen; minPages: number; maxPages: number },
): Promise<Pass> {
  let size = pageSize;
  let total = 0;
  for (let page = 1; ; page += 1) {
    const answer = await readPage({ ...rangeOf(window), page, size }).catch(nullIfUnreadable);
    if (!answer) return { total, pages: page, end: "unreadable" };
    const { data, pagination } = answer;
    ({ total } = pagination);
    const entries = entriesIn(window, data);
    await save(entries);
    const lost = unreadableRows(answer);
    const before = sizeOf(seen);
    for (const entry of entries) seen.entries.set(entry.uuid, entry);
    for (const row of lost) seen.lost.add(JSON.stringify(row));

    const length = data.length + lost.length;
    const isCut = length >= (page === 1 ? Math.max(habits.largestPage, 1) : size);
    habits.largestPage = Math.max(habits.largestPage, length);
    const isLast = length === 0 || (sizeOf(seen) >= total && !isCut);
    const isRepeated = page > Math.max(1, minPages) && sizeOf(seen) === before;
    if (isLast || isRepeated) return { total, pages: page, end: "last page" };
    if (page > 1) continue;
    if (total > maxPages * length) return { total, pages: page, end: "too large" };
    // The platform may send smaller pages than requested: its size is used from here, so that no row is skipped.
    size = Math.min(size, length);
  }
}

const rangeOf = ({ from, to }: Window): Pick<WindowQuery, "from" | "to"> => ({
  from: new Date(from).toISOString(),
  ...(to !== null && { to: new Date(to).toISOString() }),
});

/** The entries of a page that are in the window. @throws {WindowIgnoredError} */
function entriesIn({ from, to }: Window, rows: readonly Transaction[]): LedgerEntry[] {
  const entries = rows.flatMap((row) => entryOf(row) ?? []);
  const inside = entries.filter(({ at }) => at >= from && (to === null || at < to));
  const strays = entries.length - inside.length;
  if (strays >= minStrays && strays > inside.length) throw new WindowIgnoredError();
  return inside;
}

async function readHalves(
  options: WindowReaderOptions,
  halves: readonly Window[],
  origin: Origin,
): Promise<WindowReading> {
  let sum: WindowReading = { count: 0, newestAt: null, isCertain: true };
  for (const half of halves) {
    const { count, newestAt, isCertain } = await readWindow(options, half, origin);
    sum = {
      count: sum.count + count,
      newestAt: newestAt ?? sum.newestAt,
      isCertain: sum.isCertain && isCertain,
    };
  }
  return sum;
}

/** The older half first: what is booked meanwhile is in the other one. Null when the window is too small. */
function halvesOf({ from, to }: Window, now: number): Window[] | null {
  const span = (to ?? now) - from;
  if (span <= minSpanMs) return null;
  const middle = from + Math.ceil(span / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

function summaryOf({ entries }: Seen): Omit<WindowReading, "isCertain"> {
  let newestAt: number | null = null;
  for (const { at } of entries.values()) newestAt = Math.max(newestAt ?? at, at);
  return { count: entries.size, newestAt };
}

/** A page that can't be parsed now can't be parsed later. @throws any other error. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof LoyaltyError && error.code === "UNEXPECTED_ANSWER") return null;
  throw error;
}
