/** Reads pages of the platform's profiles for the member index; of profiles that can't be parsed, only whose they are. */
import { type Clock, deadline, pause } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { textIn, unknownRows, unreadableRows } from "../loyalty/lenient-parse.ts";
import { pageSize } from "../loyalty/read-list.ts";
import { hashId } from "../store/hash-id.ts";
import type { IndexEntry } from "../store/member-index.ts";

/** Pause between two pages: at most five a second, so that members' requests have priority. */
export const pageIntervalMs = 200;
/** Time limit for one page, retries included. */
const budgetMs = 8000;

export interface ProfilePages {
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
export function indexEntriesOf(page: number, found: Page<MemberProfile>): IndexEntry[] {
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
export function createNewestPages(options: {
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
