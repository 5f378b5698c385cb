/** Goes through all profiles, page by page and again and again, and keeps the index of members. */
import { pause, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { MemberIndex, CrawlCursor } from "../store/member-index.ts";
import { createNewestPages } from "./newest-pages.ts";
import { createProfilePages, everyMs, indexEntriesOf } from "./profile-pages.ts";

export interface ProfileCrawler extends AsyncDisposable {
  /** Whether every page was seen once; until then nobody can be told from somebody unknown. */
  isComplete(): boolean;
  /**
   * The profiles on the pages where new ones appear, as they are now.
   * Throws a `ConnectError` when they can't be read.
   */
  newestPages(): Promise<MemberProfile[]>;
  /** Somebody wasn't found: the next walk begins soon. */
  speedUp(): void;
}

const maxBackOffMs = 60_000;
/** How long after a walk the next one begins, and when somebody is missing; never sooner than it took. */
const restMs = 15 * 60_000;
const shortRestMs = 60_000;
const pagesBetweenNews = 50;

/** @param platform a stand-in for whose profiles these are. */
export async function startProfileCrawler(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  index: MemberIndex;
  platform: string;
  clock: Clock;
  log: Log;
}): Promise<ProfileCrawler> {
  const { loyalty, index, clock, log } = options;
  const stopping = new AbortController();
  const place: CrawlCursor = await index.place(options.platform);
  let missed = Promise.withResolvers<void>();

  const pages = createProfilePages({ loyalty, clock, stopping: stopping.signal });

  const newestPages = createNewestPages({
    async read(page) {
      const found = await pages.read(page);
      await index.note(indexEntriesOf(page, found), place.walk, null);
      return found;
    },
    clock,
    stopping: stopping.signal,
  });

  /** How many profiles this walk has come past; null where a former process began it. */
  let passed: number | null = place.nextPage === 1 ? 0 : null;

  /** Reads the page that is next. @returns whether the walk ends with it. */
  async function step(): Promise<boolean> {
    const page = place.nextPage;
    const { lost, ...found } = await pages.index(page);
    if (lost > 0) log.warn({ page, lost }, "some profiles can't be understood, nor be found");
    await index.note(indexEntriesOf(page, found), place.walk, page + 1);
    const { total } = found.pagination;
    const rows = found.data.length + lost;
    if (passed !== null) passed += rows;
    if (page % pagesBetweenNews === 0) {
      log.info({ page, profiles: total }, "walking through the members");
    }
    // Pages may be smaller than the platform says: only the profiles that came tell where the list ends.
    return rows === 0 || (passed !== null && passed >= total);
  }

  /** Does it however long that takes; what fails is left alone for longer and longer. */
  async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let failures = 0; ; failures += 1) {
      try {
        const result = await work();
        if (failures > 0) log.info({ failures }, "the walk through the members goes on");
        return result;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        if (failures === 0) {
          const reason = reasonOf(error);
          log.warn({ page: place.nextPage, reason }, "the walk through the members has to wait");
        }
        const asked = (error instanceof LoyaltyError && error.retryAfterMs) || 0;
        const wait = Math.min(1000 * 2 ** failures, maxBackOffMs);
        await pause(clock, Math.max(wait, asked), stopping.signal);
      }
    }
  }

  async function walk(): Promise<void> {
    while (!(await persistently(step))) {
      place.nextPage += 1;
      await pause(clock, everyMs, stopping.signal);
    }
    await persistently(() => index.end(place.walk));
  }

  async function walkOnAndOn(): Promise<void> {
    for (;;) {
      missed = Promise.withResolvers();
      const start = clock.now();
      await walk();
      const ms = clock.now() - start;
      log.info({ walk: place.walk, pages: place.nextPage, ms }, "walked through the members");
      Object.assign(place, { walk: place.walk + 1, nextPage: 1, whole: true });
      passed = 0;
      await pause(clock, Math.max(shortRestMs, ms), stopping.signal);
      await restOrHurry();
    }
  }

  /** What is left of the long rest, unless somebody was missing. */
  async function restOrHurry(): Promise<void> {
    const hurried = new AbortController();
    const signal = AbortSignal.any([hurried.signal, stopping.signal]);
    const rested = pause(clock, restMs - shortRestMs, signal);
    await Promise.race([rested, missed.promise]);
    rested.catch(() => {});
    hurried.abort();
  }

  const walking = walkOnAndOn().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ reason: reasonOf(error) }, "the walk has ended");
  });

  return {
    isComplete: () => place.whole,
    newestPages,
    speedUp: () => missed.resolve(),
    async [Symbol.asyncDispose]() {
      stopping.abort(new Error("stopping"));
      await walking;
    },
  };
}
