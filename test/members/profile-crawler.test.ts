/** When the crawl of profiles begins again. */
import { expect, test } from "vitest";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { startProfileCrawler } from "../../src/members/profile-crawler.ts";
import { createLog } from "../../src/observability/log.ts";
import { manualClock } from "../support/clock.ts";
import { createQuiescence } from "../support/quiescence.ts";

const hourMs = 3_600_000;

test.each([7 * hourMs, -7 * hourMs])(
  "a crawl during which the clock is set by %i ms is followed by the next one in time",
  async (ms) => {
    const clock = manualClock();
    await using quiescence = createQuiescence(clock, () => false);
    const data = Array.from({ length: 100 }, (_, uuid) => ({ uuid: `${uuid}`, lineId: "" }));
    const pages: number[] = [];
    await using _crawler = await startProfileCrawler({
      loyalty: {
        async getProfile({ page = 1 }) {
          pages.push(page);
          return {
            pagination: { total: 200, page, size: 100 },
            data: data as unknown as MemberProfile[],
          };
        },
      },
      index: {
        loadCursor: async () => ({ crawl: 1, nextPage: 1, isComplete: false }),
        upsert: async () => [],
        finishCrawl: async () => {},
        find: async () => [],
      },
      leadership: {
        run(_job, start) {
          const job = start();
          return { [Symbol.asyncDispose]: async () => job.stop() };
        },
      },
      platform: "shop",
      clock,
      log: createLog("silent"),
    });
    await quiescence.advance(100);
    expect(pages).toEqual([1]);
    clock.move(ms);
    await quiescence.advance(1000);
    expect(pages).toEqual([1, 2]);
    await quiescence.advance(15 * 60_000);
    expect(pages).toEqual([1, 2, 1, 2]);
  },
);
