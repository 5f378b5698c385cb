/** Looks where new profiles appear: at both ends of the list, whatever its order. */
import { pause, type Clock } from "../clock.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";

/** So many looks a second are enough, however many strangers come. */
const betweenMs = 500;

/**
 * @param read reads a page.
 * @returns a look at the first page and the last two. Whoever asks while one is on waits for the one
 * after it, with all others who do: the one that is on may have passed them by.
 */
export function createNewestPages(options: {
  read(page: number): Promise<Page<MemberProfile>>;
  clock: Clock;
  stopping: AbortSignal;
}): () => Promise<MemberProfile[]> {
  const { read, clock, stopping } = options;
  let current: Promise<unknown> | null = null;
  let next: Promise<MemberProfile[]> | null = null;

  async function readAll(): Promise<MemberProfile[]> {
    const first = await read(1);
    // The first page is full, or the only one.
    const last = Math.ceil(first.pagination.total / Math.max(1, first.data.length));
    const others = [last - 1, last].filter((page) => page > 1);
    const found = [first, ...(await Promise.all(others.map(read)))];
    return found.flatMap(({ data }) => data);
  }

  function look(): Promise<MemberProfile[]> {
    next = null;
    const found = readAll();
    current = Promise.allSettled([found, pause(clock, betweenMs, stopping)]);
    void current.finally(() => {
      if (!next) current = null;
    });
    return found;
  }

  return () => (current ? (next ??= current.then(look)) : look());
}
