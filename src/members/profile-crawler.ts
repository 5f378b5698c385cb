/** Crawls all profiles of the platform page by page, again and again, and maintains the member index. */
import { backoffMs, pause, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { MemberIndex, CrawlCursor } from "../store/member-index.ts";
import { createNewestPages } from "./newest-pages.ts";
import {
  createProfilePages,
  indexEntriesOf,
  pageIntervalMs,
  type ProfilePages,
} from "./profile-pages.ts";

export interface ProfileCrawler extends AsyncDisposable {
  /** Whether one crawl was completed; until then a lineId missing from the index may still be a member's. */
  isComplete(): boolean;
  /**
   * Reads the profiles on the pages where new ones appear, and adds them to the index.
   * Throws a `LoyaltyError` when they can't be read.
   */
  newestPages(): Promise<MemberProfile[]>;
  /** Shortens the rest before the next crawl; called when a profile wasn't found. */
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
  clock: Clock;
  log: Log;
}

/**
 * Starts crawling where the stored cursor left off; runs until disposed of.
 * @param options `platform` identifies the platform in the index; hashed.
 */
export async function startProfileCrawler(
  options: CrawlerOptions & { platform: string },
): Promise<ProfileCrawler> {
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
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  /** Rows read in this crawl; null when a former process started it. */
  #rowsRead: number | null;
  #speedUp = new AbortController();
  #newProfilesListener: NewProfilesListener | null = null;

  constructor({ loyalty, index, clock, log }: CrawlerOptions, cursor: CrawlCursor) {
    const stopping = this.#stopping.signal;
    this.#index = index;
    this.#clock = clock;
    this.#log = log;
    this.#cursor = cursor;
    this.#rowsRead = cursor.nextPage === 1 ? 0 : null;
    this.#pages = createProfilePages({ loyalty, clock, stopping });
    this.newestPages = createNewestPages({
      read: (page) => this.#indexNewestPage(page),
      clock,
      stopping,
    });
    this.#running = this.#crawlForever().catch((error: unknown) => {
      if (!stopping.aborted) log.error({ reason: reasonOf(error) }, "profile crawl stopped");
    });
  }

  isComplete(): boolean {
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
    await this.#running;
  }

  async #crawlForever(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      this.#speedUp = new AbortController();
      const start = this.#clock.now();
      await this.#crawl();
      const { crawl, nextPage: pages } = this.#cursor;
      const ms = this.#clock.now() - start;
      this.#log.info({ crawl, pages, ms }, "profile crawl finished");
      Object.assign(this.#cursor, { crawl: crawl + 1, nextPage: 1, isComplete: true });
      this.#rowsRead = 0;
      await pause(this.#clock, Math.max(shortRestMs, ms), signal);
      await this.#finishRest();
    }
  }

  async #crawl(): Promise<void> {
    while (!(await this.#retryForever(() => this.#indexNextPage()))) {
      this.#cursor.nextPage += 1;
      await pause(this.#clock, pageIntervalMs, this.#stopping.signal);
    }
    await this.#retryForever(() => this.#index.finishCrawl(this.#cursor.crawl));
  }

  /** Indexes the next page. @returns whether it was the last one. */
  async #indexNextPage(): Promise<boolean> {
    const { nextPage: page, crawl } = this.#cursor;
    const { lost, ...found } = await this.#pages.index(page);
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
    const { crawl } = this.#cursor;
    this.#report(await this.#index.upsert(indexEntriesOf(page, found), crawl, null));
    return found;
  }

  #report(newHashes: readonly string[]): void {
    if (newHashes.length > 0 && this.isComplete()) this.#newProfilesListener?.(newHashes);
  }

  /** Retries until it succeeds, with exponential back-off up to a minute, or longer if the platform asks for it. */
  async #retryForever<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#stopping;
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
  async #finishRest(): Promise<void> {
    const stopping = this.#stopping.signal;
    const signal = AbortSignal.any([this.#speedUp.signal, stopping]);
    await pause(this.#clock, restMs - shortRestMs, signal).catch(() => stopping.throwIfAborted());
  }
}
