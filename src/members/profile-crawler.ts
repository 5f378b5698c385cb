/** Crawls all profiles of the platform page by page, again and again, and maintains the member index. */
import { backoffMs, pause, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { MemberIndex, CrawlCursor } from "../store/member-index.ts";
import { createNewestPages } from "./newest-pages.ts";
import { createProfilePages, pageIntervalMs, indexEntriesOf } from "./profile-pages.ts";

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
}

const backoff = { firstMs: 1000, maxMs: 60_000 };
/** Rest between two crawls; at least as long as the crawl took. */
const restMs = 15 * 60_000;
/** The rest after `speedUp`. */
const shortRestMs = 60_000;
const pagesPerProgressLog = 50;

/**
 * Starts crawling where the stored cursor left off; runs until disposed of.
 * @param platform identifies the platform in the index; hashed.
 */
export async function startProfileCrawler(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  index: MemberIndex;
  platform: string;
  clock: Clock;
  log: Log;
}): Promise<ProfileCrawler> {
  const { loyalty, index, clock, log } = options;
  const stopping = new AbortController();
  const cursor: CrawlCursor = await index.loadCursor(options.platform);
  let speedUp = new AbortController();

  const pages = createProfilePages({ loyalty, clock, stopping: stopping.signal });

  const newestPages = createNewestPages({
    async read(page) {
      const found = await pages.read(page);
      await index.upsert(indexEntriesOf(page, found), cursor.crawl, null);
      return found;
    },
    clock,
    stopping: stopping.signal,
  });

  /** Rows read in this crawl; null when a former process started it. */
  let rowsRead: number | null = cursor.nextPage === 1 ? 0 : null;

  /** Indexes the next page. @returns whether it was the last one. */
  async function indexNextPage(): Promise<boolean> {
    const page = cursor.nextPage;
    const { lost, ...found } = await pages.index(page);
    if (lost > 0) log.warn({ page, lost }, "profiles skipped by the crawl: they can't be parsed");
    await index.upsert(indexEntriesOf(page, found), cursor.crawl, page + 1);
    const { total } = found.pagination;
    const rows = found.data.length + lost;
    if (rowsRead !== null) rowsRead += rows;
    if (page % pagesPerProgressLog === 0) {
      log.info({ page, profiles: total }, "profile crawl in progress");
    }
    // Pages may be smaller than the size asked for: only the number of rows read tells where the list ends.
    return rows === 0 || (rowsRead !== null && rowsRead >= total);
  }

  /** Retries until it succeeds, with exponential back-off up to a minute, or longer if the platform asks for it. */
  async function retryForever<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let failures = 0; ; failures += 1) {
      try {
        const result = await work();
        if (failures > 0) log.info({ failures }, "profile crawl resumed");
        return result;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        if (failures === 0) {
          const reason = reasonOf(error);
          log.warn({ page: cursor.nextPage, reason }, "profile crawl delayed");
        }
        const retryAfterMs = (error instanceof LoyaltyError && error.retryAfterMs) || 0;
        const delayMs = Math.max(backoffMs(backoff, failures + 1), retryAfterMs);
        await pause(clock, delayMs, stopping.signal);
      }
    }
  }

  async function crawl(): Promise<void> {
    while (!(await retryForever(indexNextPage))) {
      cursor.nextPage += 1;
      await pause(clock, pageIntervalMs, stopping.signal);
    }
    await retryForever(() => index.finishCrawl(cursor.crawl));
  }

  async function crawlForever(): Promise<void> {
    for (;;) {
      speedUp = new AbortController();
      const start = clock.now();
      await crawl();
      const ms = clock.now() - start;
      log.info({ crawl: cursor.crawl, pages: cursor.nextPage, ms }, "profile crawl finished");
      Object.assign(cursor, { crawl: cursor.crawl + 1, nextPage: 1, isComplete: true });
      rowsRead = 0;
      await pause(clock, Math.max(shortRestMs, ms), stopping.signal);
      await finishRest();
    }
  }

  /** Waits for the remainder of the long rest; `speedUp` ends it early. */
  async function finishRest(): Promise<void> {
    const signal = AbortSignal.any([speedUp.signal, stopping.signal]);
    await pause(clock, restMs - shortRestMs, signal).catch(() => stopping.signal.throwIfAborted());
  }

  const crawling = crawlForever().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ reason: reasonOf(error) }, "profile crawl stopped");
  });

  return {
    isComplete: () => cursor.isComplete,
    newestPages,
    speedUp: () => speedUp.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort(new Error("stopping"));
      await crawling;
    },
  };
}
