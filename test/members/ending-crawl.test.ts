/** The crawl of what ends reads page by page, as far as it has to, and however the platform lists. */
import { expect, test } from "vitest";
import type { LoyaltyClient } from "../../src/loyalty/client.ts";
import type { Coupon, MemberProfile } from "../../src/loyalty/contract.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { createEndingCrawl } from "../../src/members/ending-crawl.ts";
import { createLog } from "../../src/observability/log.ts";
import type { Ending } from "../../src/store/reminders.ts";
import { manualClock } from "../support/clock.ts";
import { until } from "../support/until.ts";

const dayMs = 86_400_000;
const clock = manualClock();
const start = clock.now();

/** Ends in so many days; `null` = never. */
const coupon = (index: number, days: number | null, more: Partial<Coupon> = {}): Coupon => ({
  uuid: `coupon-${index}`,
  code: `CODE-${index}`,
  coupon_set_uuid: "set",
  coupon_set_name: "Cake",
  status: "GIVEN",
  member_uuid: `member-${index}`,
  ...(days !== null && { expires_at: new Date(start + days * dayMs).toISOString() }),
  ...more,
});

type Query = Parameters<LoyaltyClient["getGiveCouponHistory"]>[0];

const pageOf = <Row>(
  rows: Row[],
  { page = 1, size = 100 }: { page?: number | undefined; size?: number | undefined },
) => ({
  data: rows.slice((page - 1) * size, page * size),
  pagination: { page, size, total: rows.length, total_pages: 1 },
});

/** Crawls once. @param answer the rows for a query; @returns what was kept, and the queries. */
async function crawl(
  answer: (query: Query, call: number) => Coupon[],
  profiles: readonly Partial<MemberProfile>[] | null = null,
) {
  const queries: Query[] = [];
  const kept: Ending[] = [];
  const linked: object[] = [];
  const done = Promise.withResolvers<void>();
  const loyalty = {
    async getGiveCouponHistory(query: Query) {
      queries.push(query);
      return pageOf(answer(query, queries.length), query);
    },
    getProfile: async (query: object) => pageOf([...(profiles ?? [])], query),
  } as unknown as LoyaltyClient;
  const job = createEndingCrawl({
    account: "A",
    loyalty,
    reminders: {
      keep: async (_account, endings) => void kept.push(...endings),
      link: async (_account, members) => void linked.push(...members),
    },
    soon: () => ({ now: start, until: start + 3 * dayMs }),
    endingsOf: profiles && (() => []),
    onCrawled: () => done.resolve(),
    timeZone: "Asia/Bangkok",
    clock,
    log: createLog("silent"),
  });
  job.start();
  let isDone = false;
  void done.promise.then(() => (isDone = true));
  while (!isDone) {
    await until(() => isDone || clock.waiting > 0, "the crawl");
    if (!isDone) clock.turn(1000);
    await new Promise(setImmediate);
  }
  await job.stop();
  const codes = kept.map(({ reminder }) => (reminder.of === "coupon" ? reminder.code : ""));
  return { codes, queries, linked };
}

const many = (count: number, daysOf: (index: number) => number | null) =>
  Array.from({ length: count }, (_, index) => coupon(index, daysOf(index)));

test("reads sorted pages until what ends later", async () => {
  const { codes, queries } = await crawl(() => many(1000, (index) => 0.001 + index / 50));
  expect(queries.map(({ page }) => page)).toEqual([1, 2]);
  expect(queries[0]).toMatchObject({ usable: true, sort: "expires_at" });
  // Three days, and the time until the crawl after the next.
  expect(codes).toHaveLength(175);
});

test("reads all pages where they aren't sorted, and keeps what ends soon", async () => {
  const { codes, queries } = await crawl(() =>
    many(250, (index) => (index % 50 === 0 ? 1 : 90 - index / 10)),
  );
  expect(queries).toHaveLength(3);
  expect(codes).toEqual(["CODE-0", "CODE-50", "CODE-100", "CODE-150", "CODE-200"]);
});

test("reads without filters where the platform refuses them", async () => {
  const { codes, queries } = await crawl(({ usable }) => {
    if (!usable) return [coupon(1, 1), coupon(2, 1, { status: "USED" })];
    throw new LoyaltyError("BAD_REQUEST", "no", {
      operation: "getGiveCouponHistory",
      status: 400,
    });
  });
  expect(queries.at(-1)).toEqual({ page: 1, size: 100 });
  expect(codes).toEqual(["CODE-1"]);
});

test("keeps no coupon that is used, has ended, never ends, or is nobody's", async () => {
  const { codes } = await crawl(() => [
    coupon(1, -1),
    coupon(2, 1),
    coupon(3, 1, { status: "VOIDED" }),
    coupon(4, 1, { member_uuid: "" }),
    coupon(5, 1, { expires_at: "soon" }),
    coupon(6, null),
  ]);
  expect(codes).toEqual(["CODE-2"]);
});

test("reads a page again until it can be read", async () => {
  const { codes, queries } = await crawl((_query, call) => {
    if (call > 3) return [coupon(1, 1)];
    throw new LoyaltyError("UNREACHABLE", "down", { operation: "getGiveCouponHistory" });
  });
  expect(queries).toHaveLength(4);
  expect(codes).toEqual(["CODE-1"]);
});

test("gives up until the next crawl where the platform has no such list", async () => {
  const { codes, queries } = await crawl(() => {
    throw new LoyaltyError("NOT_FOUND", "no", { operation: "getGiveCouponHistory", status: 404 });
  });
  expect([codes, queries.length]).toEqual([[], 1]);
});

test("links members with their LINE accounts for pushes; none of who is inactive", async () => {
  const { linked } = await crawl(
    () => [],
    [
      { uuid: "one", lineId: "U1", active: true, cards: [] },
      { uuid: "two", lineId: "U2", active: false, cards: [] },
    ],
  );
  expect(linked).toEqual([
    { memberUuid: "one", lineId: "U1" },
    { memberUuid: "two", lineId: null },
  ]);
});
