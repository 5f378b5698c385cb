/** Reads the pages where new profiles appear: the first and the last two, as the list's order isn't known. */
import { pause, type Clock } from "../clock.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { unreadableRows } from "../loyalty/lenient-parse.ts";

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
