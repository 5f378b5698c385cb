/** The counter of answers and taps: by the business's days, in batches, through failures. */
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStatisticsCounter } from "../../src/jobs/statistics-counter.ts";
import { createLog } from "../../src/observability/log.ts";
import type { DailyCount, DailyPerson } from "../../src/store/statistics.ts";
import { manualClock, type ManualClock } from "../support/clock.ts";

let clock: ManualClock;
let batches: (readonly DailyCount[])[];
let people: DailyPerson[];
let isDown: boolean;
let slowStore: Promise<void> | null;
let counter: ReturnType<typeof createStatisticsCounter>;

beforeEach(() => {
  clock = manualClock(Date.parse("2026-11-22T16:59:59Z"));
  batches = [];
  people = [];
  isDown = false;
  slowStore = null;
  counter = createStatisticsCounter({
    account: "A",
    statistics: {
      async add(_account, counts, came = []) {
        if (isDown) throw new Error("the store is down");
        await slowStore;
        batches.push(counts);
        people.push(...came);
      },
    },
    timeZone: "Asia/Bangkok",
    clock,
    log: createLog("silent"),
  });
});
afterEach(() => counter.stop());

const counted = () => batches.flat().map(({ day, name, count }) => [day, name, count]);
const pass = async (ms: number) => {
  clock.turn(ms);
  await setImmediate();
};

test("counts of one day are one row of one batch every 10 seconds, and midnight in Bangkok begins another", async () => {
  for (let n = 0; n < 3; n += 1) counter.count("answer", "balance", "th");
  counter.count("answer", "balance", "en");
  expect(batches).toEqual([]);
  await pass(1000);
  counter.count("answer", "balance", "th");
  await pass(9000);
  expect(counted()).toEqual([
    ["2026-11-22", "balance", 3],
    ["2026-11-22", "balance", 1],
    ["2026-11-23", "balance", 1],
  ]);
  await pass(60_000);
  expect(batches).toHaveLength(1);
});

test("what the store doesn't take is added with what came later", async () => {
  isDown = true;
  counter.count("tap", "member.card", "th");
  await pass(10_000);
  counter.count("tap", "member.card", "th");
  isDown = false;
  await pass(20_000);
  expect(counted()).toEqual([
    ["2026-11-22", "member.card", 1],
    ["2026-11-23", "member.card", 1],
  ]);
});

test("a stop adds what is left", async () => {
  counter.count("tap", "member.card", "th");
  await counter.stop();
  expect(counted()).toEqual([["2026-11-22", "member.card", 1]]);
});

test("people are stored once a day for each kind, also after the store was down", async () => {
  isDown = true;
  for (let n = 0; n < 3; n += 1) counter.countPerson("answered", "U1");
  await pass(500);
  counter.countPerson("joined", "U1");
  isDown = false;
  await pass(9500);
  await pass(10_000);
  counter.countPerson("answered", "U1");
  await pass(10_000);
  counter.countPerson("answered", "U1");
  await pass(10_000);
  expect(people.map(({ day, kind }) => `${day} ${kind}`)).toEqual([
    "2026-11-22 answered",
    "2026-11-22 joined",
    "2026-11-23 answered",
  ]);
});

test("whoever comes while a slow store takes those before is stored once, too", async () => {
  const { promise, resolve: takeAll } = Promise.withResolvers<void>();
  slowStore = promise;
  counter.countPerson("answered", "U1");
  await pass(10_000);
  counter.countPerson("answered", "U2");
  await pass(10_000);
  counter.countPerson("answered", "U3");
  takeAll();
  await counter.stop();
  expect(people.map(({ lineId }) => lineId)).toEqual(["U1", "U2", "U3"]);
});
