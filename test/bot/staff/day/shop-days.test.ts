/** The days of the owner's day: of the business's zone, also where the clock is changed between two of them. */
import { expect, test } from "vitest";
import { createShopDays } from "../../../../src/bot/staff/day/shop-days.ts";
import { lastDays } from "../../../../src/bot/views/dates.ts";
import { defaultOddThresholds } from "../../../../src/config/odd-thresholds.ts";
import type { DayRange } from "../../../../src/store/rules/day-limits.ts";
import type { Store } from "../../../../src/store/store.ts";

const hour = 3_600_000;

/** Of one gift at each of these times. */
function storeOf(gifts: readonly number[]) {
  const asked: DayRange[] = [];
  const store = {
    activity: {
      async totals(_account: string, day: DayRange) {
        asked.push(day);
        const { length: orders } = gifts.filter((at) => at >= day.start && at < day.end);
        if (orders === 0) return [];
        return [{ kind: "giving", command: "gift", asker: "U1", orders, gifts: orders, points: 0 }];
      },
      pairs: async () => [],
    },
    statistics: {
      add: async () => {},
      accounts: async () => [],
      list: async () => [],
      peopleByDay: async () => [],
      people: async () => [],
    },
    unanswered: { add: async () => {}, list: async () => [] },
    inbox: { counts: async () => ({ open: 0, parked: 2, oldestAt: null }) } as unknown,
  } satisfies Record<"activity" | "statistics" | "inbox" | "unanswered", unknown> as Pick<
    Store,
    "activity" | "statistics" | "inbox" | "unanswered"
  >;
  return { store, asked };
}

test.each([
  ["America/New_York", "2027-03-17T12:00:00-04:00", "2027-03-14", 23],
  ["America/New_York", "2026-11-05T12:00:00-05:00", "2026-11-01", 25],
  ["Australia/Lord_Howe", "2026-10-07T12:00:00+11:00", "2026-10-04", 23.5],
  ["Asia/Bangkok", "2026-11-25T12:00:00+07:00", "2026-11-23", 24],
])("a week in %s has each hour once, by %s", async (timeZone, noon, changed, hours) => {
  const now = Date.parse(noon);
  const days = lastDays(7, now, timeZone);
  // One each half hour of ten days.
  const gifts = Array.from({ length: 480 }, (_, index) => now - index * (hour / 2));
  const { store, asked } = storeOf(gifts);
  const shopDays = createShopDays({
    store,
    odd: { ...defaultOddThresholds, average: null },
    timeZone,
  });
  const report = await shopDays.read("A", days, days.at(-1) ?? "");
  expect(asked.slice(1).map(({ start }) => start)).toEqual(
    asked.slice(0, -1).map(({ end }) => end),
  );
  const ofChanged = report.days.find(({ day }) => day === changed)?.figures.gifts;
  expect(ofChanged).toBe(hours * 2);
  const [first] = asked;
  expect(report.sum.gifts).toBe(gifts.filter((at) => at >= (first?.start ?? 0)).length);
});

test("averages are of the thirty days before each day, each read once", async () => {
  const days = ["2026-11-22", "2026-11-23"];
  const { store, asked } = storeOf([]);
  await createShopDays({ store, odd: defaultOddThresholds, timeZone: "Asia/Bangkok" }).read(
    "A",
    days,
    "",
  );
  const starts = asked.map(({ start }) => start);
  expect(new Set(starts).size).toBe(starts.length);
  expect(starts).toHaveLength(32);
  expect(new Date(Math.min(...starts)).toISOString()).toBe("2026-10-22T17:00:00.000Z");
});

test("what is parked now is a fact of today alone", async () => {
  const { store } = storeOf([]);
  const shopDays = createShopDays({ store, odd: defaultOddThresholds, timeZone: "Asia/Bangkok" });
  const odd = async (today: string) => (await shopDays.read("A", ["2026-11-22"], today)).odd;
  expect(await odd("2026-11-22")).toEqual([{ day: "2026-11-22", kind: "parked", count: 2 }]);
  expect(await odd("2026-11-23")).toEqual([]);
});
