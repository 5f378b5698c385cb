/** When the crawl of profiles begins again, and where it goes on. */
import { expect, test } from "vitest";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { startProfileCrawler } from "../../src/members/profile-crawler.ts";
import { createLog } from "../../src/observability/log.ts";
import type { RunningJob } from "../../src/store/coordination.ts";
import type { CrawlCursor } from "../../src/store/member-index.ts";
import { manualClock } from "../support/clock.ts";
import { createQuiescence } from "../support/quiescence.ts";

const hourMs = 3_600_000;

/** A crawler of full pages; `lead` makes it crawl. @param loadCursor reads how far the crawl has come. */
async function createCrawler(
  total: number,
  loadCursor: () => Promise<CrawlCursor> = async () => begun(),
) {
  const clock = manualClock();
  const quiescence = createQuiescence(clock, () => false);
  const data = Array.from({ length: 100 }, (_, uuid) => ({ uuid: `${uuid}`, lineId: "" }));
  const pages: number[] = [];
  let start: (() => RunningJob) | null = null;
  let job: RunningJob | null = null;
  const crawler = await startProfileCrawler({
    loyalty: {
      async getProfile({ page = 1 }) {
        pages.push(page);
        const pagination = { total, page, size: 100 };
        return { pagination, data: data as unknown as MemberProfile[] };
      },
    },
    index: {
      loadCursor,
      upsert: async () => [],
      finishCrawl: async () => {},
      find: async () => [],
    },
    leadership: {
      run(_job, begin) {
        start = begin;
        return { [Symbol.asyncDispose]: async () => job?.stop() };
      },
    },
    platform: "shop",
    clock,
    log: createLog("silent"),
  });
  return {
    clock,
    pages,
    crawler,
    pass: (ms: number) => quiescence.advance(ms),
    lead() {
      job = start?.() ?? null;
    },
    async [Symbol.asyncDispose]() {
      await crawler[Symbol.asyncDispose]();
      quiescence[Symbol.dispose]();
    },
  };
}

const begun = (): CrawlCursor => ({ crawl: 1, nextPage: 1, isComplete: false });

test.each([7 * hourMs, -7 * hourMs])(
  "a crawl during which the clock is set by %i ms is followed by the next one in time",
  async (ms) => {
    await using world = await createCrawler(200);
    const { clock, pages, pass } = world;
    world.lead();
    await pass(100);
    expect(pages).toEqual([1]);
    clock.move(ms);
    await pass(1000);
    expect(pages).toEqual([1, 2]);
    await pass(15 * 60_000);
    expect(pages).toEqual([1, 2, 1, 2]);
  },
);

test("a crawl that begins while its progress is being read goes on where it is", async () => {
  const slow = Promise.withResolvers<CrawlCursor>();
  const readings = [async () => begun(), () => slow.promise, async () => begun()];
  await using world = await createCrawler(300, () => readings.shift()!());
  const { crawler, pages, pass } = world;
  const isComplete = crawler.isComplete();
  world.lead();
  await pass(300);
  expect(pages).toEqual([1, 2]);
  slow.resolve(begun());
  expect(await isComplete).toBe(false);
  await pass(1000);
  expect(pages).toEqual([1, 2, 3]);
});
