/** Crawls all profiles of the platform page by page, again and again, and maintains the member index. */
import { backoffMs, type Clock, deadline, pause } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { textIn, unknownRows, unreadableRows } from "../loyalty/lenient-parse.ts";
import { pageSize } from "../loyalty/read-list.ts";
import type { Log } from "../observability/log.ts";
import { hashId } from "../store/hash-id.ts";
import type { CrawlCursor, IndexEntry, MemberIndex } from "../store/member-index.ts";
import type { Leadership, RunningJob } from "../store/coordination.ts";

export interface ProfileCrawler extends AsyncDisposable {
  /** Whether one crawl was completed; until then a lineId missing from the index may still be a member's. */
  isComplete(): Promise<boolean>;
  /**
   * Reads the profiles on the pages where new ones appear, and adds them to the index.
   * Throws a `LoyaltyError` when they can't be read.
   */
  newestPages(): Promise<Page<MemberProfile>[]>;
  /** Shortens the rest before the next crawl, if this replica crawls; called when a profile wasn't found. */
  speedUp(): void;
  /**
   * Calls the listener with the hashed LINE user ids of profiles that are new to the index. During the
   * first crawl, to which every profile is new, it isn't called.
   */
  onNewProfiles(listener: NewProfilesListener): void;
}

export type NewProfilesListener = (hashes: readonly string[]) => void;

const backoff = { firstMs: 1000, maxMs: 60_000 };
/** Rest between two crawls; at least as long as the crawl took. */
const restMs = 15 * 60_000;
/** The rest after `speedUp`. */
const shortRestMs = 60_000;
const pagesPerProgressLog = 50;

interface CrawlerOptions {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  index: MemberIndex;
  leadership: Leadership;
  /** Identifies the platform in the index; hashed. */
  platform: string;
  clock: Clock;
  log: Log;
}

/**
 * Crawls where the stored cursor left off, while this replica leads the crawl; until disposed of. Another
 * replica reads the same index, and reads the cursor again before it relies on it.
 */
export async function startProfileCrawler(options: CrawlerOptions): Promise<ProfileCrawler> {
  const cursor = await options.index.loadCursor(options.platform);
  return new Crawler(options, cursor);
}

class Crawler implements ProfileCrawler {
  readonly newestPages: ProfileCrawler["newestPages"];
  readonly #index: MemberIndex;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pages: ProfilePages;
  readonly #cursor: CrawlCursor;
  readonly #reload: () => Promise<CrawlCursor>;
  readonly #stopping = new AbortController();
  readonly #candidacy: AsyncDisposable;
  /** Whether this replica crawls; then its cursor is the newest. */
  #isCrawling = false;
  /** Rows read in this crawl; null when it was begun by a former process or another replica. */
  #rowsRead: number | null = null;
  #speedUp = new AbortController();
  #newProfilesListener: NewProfilesListener | null = null;

  constructor(options: CrawlerOptions, cursor: CrawlCursor) {
    const { loyalty, index, leadership, platform, clock, log } = options;
    const stopping = this.#stopping.signal;
    this.#index = index;
    this.#clock = clock;
    this.#log = log;
    this.#cursor = cursor;
    this.#reload = () => index.loadCursor(platform);
    this.#pages = createProfilePages({ loyalty, clock, stopping });
    this.newestPages = createNewestPages({
      read: (page) => this.#indexNewestPage(page),
      clock,
      stopping,
    });
    this.#candidacy = leadership.run("profile crawl", () => this.#start());
  }

  async isComplete(): Promise<boolean> {
    if (!this.#cursor.isComplete) await this.#followCursor();
    return this.#cursor.isComplete;
  }

  speedUp(): void {
    this.#speedUp.abort();
  }

  onNewProfiles(listener: NewProfilesListener): void {
    this.#newProfilesListener = listener;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort(new Error("stopping"));
    await this.#candidacy[Symbol.asyncDispose]();
  }

  #start(): RunningJob {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal]);
    this.#isCrawling = true;
    const running = this.#crawlForever(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#log.error({ reason: reasonOf(error) }, "profile crawl stopped");
      })
      .finally(() => {
        this.#isCrawling = false;
      });
    return {
      async stop() {
        ending.abort(new Error("stopping"));
        await running;
      },
    };
  }

  /** Reads how far the crawl of another replica has come. */
  async #followCursor(): Promise<void> {
    if (this.#isCrawling) return;
    const cursor = await this.#reload();
    // This replica may be crawling by now.
    if (!this.#isCrawling) Object.assign(this.#cursor, cursor);
  }

  async #crawlForever(signal: AbortSignal): Promise<void> {
    Object.assign(this.#cursor, await this.#retryForever(signal, this.#reload));
    this.#rowsRead = this.#cursor.nextPage === 1 ? 0 : null;
    for (;;) {
      this.#speedUp = new AbortController();
      const start = this.#clock.monotonic();
      await this.#crawl(signal);
      const { crawl, nextPage: pages } = this.#cursor;
      const ms = Math.round(this.#clock.monotonic() - start);
      this.#log.info({ crawl, pages, ms }, "profile crawl finished");
      Object.assign(this.#cursor, { crawl: crawl + 1, nextPage: 1, isComplete: true });
      this.#rowsRead = 0;
      await pause(this.#clock, Math.max(shortRestMs, ms), signal);
      await this.#finishRest(signal);
    }
  }

  async #crawl(signal: AbortSignal): Promise<void> {
    while (!(await this.#retryForever(signal, () => this.#indexNextPage(signal)))) {
      this.#cursor.nextPage += 1;
      await pause(this.#clock, pageIntervalMs, signal);
    }
    await this.#retryForever(signal, () => this.#index.finishCrawl(this.#cursor.crawl));
  }

  /** Indexes the next page. @returns whether it was the last one. */
  async #indexNextPage(signal: AbortSignal): Promise<boolean> {
    const { nextPage: page, crawl } = this.#cursor;
    const found = await this.#pages.readForCrawl(page);
    const lost = unreadableRows(found).length;
    // Another replica may be crawling by now.
    signal.throwIfAborted();
    if (lost > 0) {
      this.#log.warn({ page, lost }, "profiles skipped by the crawl: they can't be parsed");
    }
    this.#report(await this.#index.upsert(indexEntriesOf(page, found), crawl, page + 1));
    const { total } = found.pagination;
    const rows = found.data.length + lost;
    if (this.#rowsRead !== null) this.#rowsRead += rows;
    if (page % pagesPerProgressLog === 0) {
      this.#log.info({ page, profiles: total }, "profile crawl in progress");
    }
    // Pages may be smaller than the size asked for: only the number of rows read tells where the list ends.
    return rows === 0 || (this.#rowsRead !== null && this.#rowsRead >= total);
  }

  async #indexNewestPage(page: number): Promise<Page<MemberProfile>> {
    const found = await this.#pages.read(page);
    await this.#followCursor();
    const { crawl } = this.#cursor;
    this.#report(await this.#index.upsert(indexEntriesOf(page, found), crawl, null));
    return found;
  }

  #report(newHashes: readonly string[]): void {
    if (newHashes.length > 0 && this.#cursor.isComplete) this.#newProfilesListener?.(newHashes);
  }

  /** Retries until it succeeds, with exponential back-off up to a minute, or longer if the platform asks for it. */
  async #retryForever<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    for (let failures = 0; ; failures += 1) {
      try {
        const result = await work();
        if (failures > 0) this.#log.info({ failures }, "profile crawl resumed");
        return result;
      } catch (error) {
        if (signal.aborted) throw error;
        if (failures === 0) {
          const { nextPage: page } = this.#cursor;
          this.#log.warn({ page, reason: reasonOf(error) }, "profile crawl delayed");
        }
        const retryAfterMs = (error instanceof LoyaltyError && error.retryAfterMs) || 0;
        const delayMs = Math.max(backoffMs(backoff, failures + 1), retryAfterMs);
        await pause(this.#clock, delayMs, signal);
      }
    }
  }

  /** Waits for the remainder of the long rest; `speedUp` ends it early. */
  async #finishRest(stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#speedUp.signal, stopping]);
    await pause(this.#clock, restMs - shortRestMs, signal).catch(() => stopping.throwIfAborted());
  }
}

// Reads pages of the platform's profiles for the member index; of profiles that can't be parsed, only whose they are.

/** Pause between two pages: at most five a second, so that members' requests have priority. */
export const pageIntervalMs = 200;
/** Time limit for one page, retries included. */
const budgetMs = 8000;

interface ProfilePages {
  /** Reads one page. Throws a `LoyaltyError` when it can't be read. */
  read(page: number): Promise<Page<MemberProfile>>;
  /** The same for the crawl: fails where no profile can be read, since the cause isn't a single invalid one then. */
  readForCrawl(page: number): Promise<Page<MemberProfile>>;
}

export function createProfilePages(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  clock: Clock;
  stopping: AbortSignal;
}): ProfilePages {
  const { loyalty, clock, stopping } = options;

  async function read(page: number): Promise<Page<MemberProfile>> {
    using budget = deadline(clock, budgetMs);
    const signal = AbortSignal.any([budget.signal, stopping]);
    return await loyalty.getProfile({ page, size: pageSize }, { signal });
  }

  async function readForCrawl(page: number) {
    const found = await read(page);
    if (unreadableRows(found).length > 0 && found.data.length === 0) {
      throw unknownRows("getProfile", found);
    }
    return found;
  }

  return { read, readForCrawl };
}

/** The index entries of a page's profiles that have a lineId; a profile that can't be read is somebody's, too. */
function indexEntriesOf(page: number, found: Page<MemberProfile>): IndexEntry[] {
  const unreadable = unreadableRows(found).map((row) => ({
    lineId: textIn(row, "lineId") ?? "",
    uuid: textIn(row, "uuid") ?? "",
  }));
  return [...found.data, ...unreadable]
    .filter(({ lineId, uuid }) => lineId !== "" && uuid !== "")
    .map(({ lineId, uuid }) => ({ hash: hashId(lineId), uuid, page }));
}

/** @returns the page. @throws {LoyaltyError} when a profile on it has this lineId and can't be read. */
export function requireOwnReadable(page: Page<MemberProfile>, lineId: string): Page<MemberProfile> {
  const isOwn = (row: unknown) => textIn(row, "lineId") === lineId;
  if (unreadableRows(page).some(isOwn)) throw unknownRows("getProfile", page);
  return page;
}

// Reads the pages where new profiles appear: the first and the last two, as the list's order isn't known.

/** Least time between the starts of two reads, however many callers there are. */
const minIntervalMs = 500;

/**
 * @param read reads one page.
 * @returns a function that reads the first page and the last two. Callers during a read share the next one:
 * the read in progress may have missed a profile that was added since it started.
 */
function createNewestPages(options: {
  read(page: number): Promise<Page<MemberProfile>>;
  clock: Clock;
  stopping: AbortSignal;
}): () => Promise<Page<MemberProfile>[]> {
  const { read, clock, stopping } = options;
  let current: Promise<unknown> | null = null;
  let next: Promise<Page<MemberProfile>[]> | null = null;

  async function readAll(): Promise<Page<MemberProfile>[]> {
    const first = await read(1);
    // The first page is full or the only one, so its length is the real page size.
    const received = first.data.length + unreadableRows(first).length;
    const last = Math.ceil(first.pagination.total / Math.max(1, received));
    const others = [last - 1, last].filter((page) => page > 1);
    return [first, ...(await Promise.all(others.map(read)))];
  }

  function start(): Promise<Page<MemberProfile>[]> {
    next = null;
    const found = readAll();
    current = Promise.allSettled([found, pause(clock, minIntervalMs, stopping)]);
    void current.finally(() => {
      if (!next) current = null;
    });
    return found;
  }

  return () => (current ? (next ??= current.then(start)) : start());
}
