/** Goes through all profiles, page by page and again and again, and keeps the index of members. */
import { deadline, pause, type Clock } from "../clock.ts";
import type { Connect } from "../connect/client.ts";
import type { MemberProfile, Page } from "../connect/contract.ts";
import { reasonOf } from "../errors.ts";
import { hashed, type Log } from "../log.ts";
import type { MemberIndex, WalkPlace } from "../store/member-index.ts";

export interface MemberWalk extends AsyncDisposable {
  /** Whether every page was seen once; until then nobody can be told from somebody unknown. */
  isWhole(): boolean;
  /**
   * The profiles on the pages where new ones appear, as they are now.
   * Throws a `ConnectError` when they can't be read.
   */
  edges(): Promise<MemberProfile[]>;
  /** Somebody wasn't found: the next walk begins soon. */
  hurry(): void;
}

/** Larger pages count as this one. */
export const pageSize = 100;
/** At most five pages a second: the platform is there for members first. */
const everyMs = 200;
const pageBudgetMs = 8000;
const longestBackOffMs = 60_000;
/** How long after a walk the next one begins, and when somebody is missing; never sooner than it took. */
const restMs = 15 * 60_000;
const shortRestMs = 60_000;
const betweenLooksMs = 500;
const pagesBetweenNews = 50;

/** @param platform a stand-in for whose profiles these are. */
export async function startMemberWalk(options: {
  connect: Pick<Connect, "getProfile">;
  index: MemberIndex;
  platform: string;
  clock: Clock;
  log: Log;
}): Promise<MemberWalk> {
  const { connect, index, clock, log } = options;
  const stopping = new AbortController();
  const place: WalkPlace = await index.place(options.platform);
  let missed = Promise.withResolvers<void>();

  /** @param asWalk whether the walk goes on behind this page. */
  async function read(page: number, asWalk: boolean): Promise<Page<MemberProfile>> {
    using budget = deadline(clock, pageBudgetMs);
    const signal = AbortSignal.any([budget.signal, stopping.signal]);
    const found = await connect.getProfile({ page, size: pageSize }, { signal });
    const sightings = found.data
      .filter(({ lineId }) => lineId !== "")
      .map(({ lineId, uuid }) => ({ hash: hashed(lineId), uuid, page }));
    await index.note(sightings, place.walk, asWalk ? page + 1 : null);
    return found;
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
        const { nextPage: page } = place;
        if (failures === 0) {
          log.warn({ page, reason: reasonOf(error) }, "the walk through the members has to wait");
        }
        await pause(clock, Math.min(1000 * 2 ** failures, longestBackOffMs), stopping.signal);
      }
    }
  }

  async function walk(): Promise<void> {
    for (;;) {
      const page = place.nextPage;
      const { pagination, data } = await persistently(() => read(page, true));
      if (page % pagesBetweenNews === 0) {
        const pages = Math.ceil(pagination.total / pagination.size);
        log.info({ page, pages }, "walking through the members");
      }
      if (data.length === 0 || page * pagination.size >= pagination.total) break;
      place.nextPage = page + 1;
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

  async function lookAtEdges(): Promise<MemberProfile[]> {
    const first = await read(1, false);
    const { total, size } = first.pagination;
    const last = Math.ceil(total / size);
    const others = [last - 1, last].filter((page) => page > 1);
    const found = [first, ...(await Promise.all(others.map((page) => read(page, false))))];
    return found.flatMap(({ data }) => data);
  }

  let looking: Promise<unknown> | null = null;
  let next: Promise<MemberProfile[]> | null = null;

  function look(): Promise<MemberProfile[]> {
    next = null;
    const found = lookAtEdges();
    looking = Promise.allSettled([found, pause(clock, betweenLooksMs, stopping.signal)]);
    void looking.finally(() => {
      if (!next) looking = null;
    });
    return found;
  }

  const walking = walkOnAndOn().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ reason: reasonOf(error) }, "the walk has ended");
  });

  return {
    isWhole: () => place.whole,
    /** Whoever asks while a look is on waits for the one after it, with all others: it may have passed them by. */
    edges: () => (looking ? (next ??= looking.then(look)) : look()),
    hurry: () => missed.resolve(),
    async [Symbol.asyncDispose]() {
      stopping.abort(new Error("stopping"));
      await walking;
    },
  };
}
