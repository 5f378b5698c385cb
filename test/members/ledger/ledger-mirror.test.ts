/** The ledger mirror over random windows, crashes and shifting pages, on a real store. */
import { describe, expect, test } from "vitest";
import { createMirroredClient } from "../../../src/members/ledger/mirrored-client.ts";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import { contract } from "../../../src/loyalty/contract.ts";
import { parseLeniently } from "../../../src/loyalty/lenient-parse.ts";
import { createLog } from "../../../src/observability/log.ts";
import { createRetentionJob } from "../../../src/jobs/retention.ts";
import * as fc from "../../support/properties.ts";
import { createMirrored, days, type Mirrored } from "./mirrored.ts";
import type { Habits } from "./shifting-platform.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const facts = (rows: readonly { id: number; status: string; points: number }[]) =>
  rows.map(({ id, status, points }) => `${id} ${status} ${points}`).toSorted();

/** The transactions of the mirrored days, as the mirror and as the platform has them. */
async function bothLedgers({ platform, mirror, entries }: Mirrored) {
  const start = mirror.wantedFrom() + minuteMs;
  const isOld = ({ created_at }: { created_at: string }) => Date.parse(created_at) < start;
  const mirrored = await entries();
  const old = new Set(platform.rows.filter(isOld).map(({ id }) => id));
  return {
    mirrored: facts(mirrored.filter(({ id }) => !old.has(id))),
    booked: facts(platform.rows.filter((row) => !isOld(row))),
  };
}

const habitsOf = fc.record({
  maxRows: fc.constantFrom(3, 10, 1000),
  order: fc.constantFrom<Habits["order"]>("newest first", "oldest first", "any"),
  busy: fc.constantFrom(0, 0, 1),
});

const actionOf = fc.oneof(
  fc.record({ kind: fc.constant("book" as const), rows: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    kind: fc.constant("book late" as const),
    ago: fc.integer({ min: 0, max: 2.9 * dayMs }),
  }),
  fc.record({ kind: fc.constant("void" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("fail" as const), pages: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("run" as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
  fc.record({
    kind: fc.constant("crash" as const),
    // For less than is mirrored, as a longer pause begins anew.
    stoppedMs: fc.oneof(fc.nat(minuteMs), fc.nat(hourMs), fc.nat(4 * dayMs)),
  }),
);
type Action = typeof actionOf extends fc.Arbitrary<infer One> ? One : never;

async function act(mirrored: Mirrored, action: Action): Promise<void> {
  const { clock, platform } = mirrored;
  switch (action.kind) {
    case "book":
      for (let count = 0; count < action.rows; count += 1) platform.book(count * 7);
      return;
    case "book late":
      return void platform.book(action.ago);
    case "void": {
      const isRecent = ({ created_at }: { created_at: string }) =>
        Date.parse(created_at) > platform.now() - 2.9 * dayMs;
      const recent = platform.rows.filter(isRecent);
      const row = recent[action.which % Math.max(1, recent.length)];
      return row && platform.void(row.id);
    }
    case "fail":
      platform.failing += action.pages;
      return;
    case "run":
      return mirrored.run(action.ms);
    case "crash":
      await mirrored.crash();
      clock.turn(action.stoppedMs);
  }
}

describe("the ledger mirror", () => {
  test("answers a query with one filter, and leaves one with two to the platform", async () => {
    const habits: Habits = { maxRows: 1000, order: "newest first", busy: 0 };
    await using mirrored = await createMirrored({ habits });
    const { mirror, store } = mirrored;
    const { uuid } = mirrored.platform.book();
    await mirrored.runUntilQuiet();
    const refuse = { getTransaction: () => Promise.reject(new Error("asked")) };
    const loyalty = { ...({} as LoyaltyClient), ...refuse };
    const client = createMirroredClient({ loyalty, mirror, ledger: store.ledger });
    const one = { member_uuid: "member" };
    const { data } = await mirrored.advanceTime(5000, client.getTransaction(one));
    expect(data).toMatchObject([{ uuid }]);
    await expect(client.getTransaction({ ...one, ref_no: "1" })).rejects.toThrow("asked");
  });

  test("equals the ledger once it is quiet, whatever happened before", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          habits: habitsOf,
          aheadMs: fc.constantFrom(0, -10 * hourMs, 10 * hourMs),
          isClockKnown: fc.boolean(),
          seed: fc.integer({ min: 1, max: 1e6 }),
        }),
        fc.array(fc.nat(6 * dayMs), { maxLength: 30 }),
        fc.array(actionOf, { minLength: 4, maxLength: 14 }),
        async (options, booked, actions) => {
          await using mirrored = await createMirrored(options);
          const { clock, platform } = mirrored;
          for (const ago of booked) platform.book(ago);
          for (const action of actions) await act(mirrored, action);
          platform.habits = { ...platform.habits, busy: 0 };
          platform.failing = 0;
          await mirrored.crash();
          // The last days are read again once an hour has passed.
          clock.turn(hourMs);
          await mirrored.runUntilQuiet();
          const both = await bothLedgers(mirrored);
          expect(both.mirrored).toEqual(both.booked);
        },
      ),
      { numRuns: 15 },
    );
  });

  const plain: Habits = { maxRows: 1000, order: "newest first", busy: 0 };
  const pages = 40;

  test("asks for a page a second at most, and for what somebody waits for first", async () => {
    await using mirrored = await createMirrored({ habits: { ...plain, maxRows: 5 } });
    const { platform, mirror, advanceTime, run } = mirrored;
    for (let row = 0; row < 5 * pages; row += 1) platform.book(2 * dayMs + row);
    await run(15_000);
    const before = platform.pages;
    expect(before).toBeLessThanOrEqual(16);
    platform.book();
    const signal = new AbortController().signal;
    const readers = Promise.all(Array.from({ length: 20 }, () => mirror.catchUp(signal)));
    expect(await advanceTime(2000, readers)).not.toContain(null);
    expect(platform.pages - before).toBeLessThanOrEqual(3);
    expect((await mirrored.entries()).map(({ id }) => id)).toContain(5 * pages + 1);
    await run(60_000);
    expect(await mirrored.entries()).toHaveLength(5 * pages + 1);
  });

  test("has a transaction that appears a minute late with the next reading", async () => {
    await using mirrored = await createMirrored({ habits: plain });
    const { platform } = mirrored;
    await mirrored.runUntilQuiet();
    platform.book();
    await mirrored.run(15_000);
    platform.book(75_000);
    await mirrored.run(15_000);
    expect((await mirrored.entries()).map(({ id }) => id)).toEqual([1, 2]);
  });

  test.each([
    ["wherever the platform's clock stands", -10 * hourMs, false, [0, 0]],
    ["not from one of the future", 0, true, [-12 * hourMs, 0]],
  ])("goes on from the newest row, %s", async (_, aheadMs, isClockKnown, booked) => {
    await using mirrored = await createMirrored({ habits: plain, aheadMs, isClockKnown });
    const { platform, run } = mirrored;
    for (const ago of booked) {
      platform.book(ago);
      await run(15_000);
    }
    expect(await mirrored.entries()).toHaveLength(2);
  });

  test.each([hourMs, 10 * hourMs])(
    "goes on at once though the clock is set back by %i ms",
    async (ms) => {
      await using mirrored = await createMirrored({ habits: plain });
      const { platform, mirror, run } = mirrored;
      platform.book(2 * hourMs);
      platform.book();
      await mirrored.runUntilQuiet();
      mirrored.setBack(ms);
      platform.void(1);
      await run(30_000);
      const { signal } = new AbortController();
      expect(await mirrored.advanceTime(10_000, mirror.catchUp(signal))).not.toBeNull();
      await run(2 * hourMs);
      expect(facts(await mirrored.entries())).toEqual(facts(platform.rows));
    },
  );

  test("reads what was booked since a moment again for who looks for it, however late it appears", async () => {
    await using mirrored = await createMirrored({ habits: plain });
    const { platform, mirror, clock, advanceTime } = mirrored;
    const { signal } = new AbortController();
    platform.book(minuteMs);
    await mirrored.runUntilQuiet();
    platform.book(10 * minuteMs);
    const found = async (since: number | null) => {
      await advanceTime(10_000, mirror.catchUp(signal, since));
      return (await mirrored.entries()).map(({ id }) => id);
    };
    expect(await found(null)).toEqual([1]);
    expect(await found(clock.now() - 20 * minuteMs)).toEqual([1, 2]);
  });

  test("reads what is too much for one window in several", async () => {
    await using mirrored = await createMirrored({ habits: plain });
    const { platform, logged } = mirrored;
    const { getTransaction } = platform;
    const sizes = new Set<number | undefined>();
    platform.getTransaction = (query) => {
      sizes.add(query.size);
      return getTransaction(query);
    };
    for (let row = 0; row < 12_501; row += 1) platform.book(1.1 * dayMs + row * 7001);
    await mirrored.runUntilQuiet();
    expect([...sizes]).toEqual([1000]);
    expect(await mirrored.entries()).toHaveLength(12_501);
    expect(platform.pages).toBeLessThan(45);
    expect(logged.join("")).not.toMatch(/delayed/);
  });

  test("goes on after a crash where it was", async () => {
    await using mirrored = await createMirrored({ habits: { ...plain, maxRows: 5 } });
    const { platform } = mirrored;
    for (let day = 1; day < days; day += 1) {
      for (let row = 0; row < 40; row += 1) platform.book(day * dayMs + (row * hourMs) / 2);
    }
    await mirrored.runUntilQuiet();
    const { pages: whole } = platform;
    await mirrored.crash();
    await mirrored.run(30_000);
    // What is new is read every ten seconds, and nothing else.
    expect(whole).toBeGreaterThan(30);
    expect(platform.pages - whole).toBeLessThanOrEqual(8);
  });

  test("leaves out a row that can't be parsed, and nothing beside it", async () => {
    await using mirrored = await createMirrored({ habits: plain });
    const { platform, logged } = mirrored;
    for (let row = 0; row < 50; row += 1) platform.book(2 * dayMs + row * 2 * minuteMs);
    platform.broken = 20;
    await mirrored.run(3 * minuteMs);
    expect((await mirrored.entries()).map(({ id }) => id)).toHaveLength(49);
    expect(logged.join("")).toMatch(/may be missing from the ledger mirror/);
  });

  test("leaves out a row that can't be read without asking for more pages", async () => {
    await using mirrored = await createMirrored({ habits: plain });
    const { platform, logged, run } = mirrored;
    const { getTransaction } = platform;
    platform.getTransaction = async (query) => {
      const { pagination, data } = await getTransaction(query);
      const rows = data.map((row) => (row.id === 20 ? { ...row, points: {} } : row));
      return parseLeniently(contract.getTransaction.output, { pagination, data: rows }).data!;
    };
    await run(1000);
    for (let row = 0; row < 50; row += 1) platform.book();
    await run(20_000);
    const before = platform.pages;
    await run(60_000);
    // Every ten seconds the page with the new rows, and an empty one behind it.
    expect(platform.pages - before).toBeLessThanOrEqual(14);
    expect(await mirrored.entries()).toHaveLength(49);
    expect(logged.join("")).toMatch(/may be missing from the ledger mirror/);
    // Whoever asks whether a transaction is there isn't told that it isn't.
    const found = mirrored.mirror.catchUp(new AbortController().signal);
    expect(await mirrored.advanceTime(2000, found)).toBeNull();
  });

  test("is none where the platform ignores the window", async () => {
    await using mirrored = await createMirrored({ habits: plain });
    const { platform, logged, mirror } = mirrored;
    const { getTransaction } = platform;
    platform.getTransaction = ({ page, size }) => getTransaction({ page, size });
    for (let row = 0; row < 50; row += 1) platform.book(2 * dayMs);
    await mirrored.run(10_000);
    expect(logged.join("")).toMatch(/ignores from and to/);
    expect(await mirror.catchUp(new AbortController().signal)).toBeNull();
  });

  test("is kept for the days that are mirrored, and not at all once it is switched off", async () => {
    await using mirrored = await createMirrored({ habits: plain });
    const { platform, store, clock } = mirrored;
    for (const ago of [0, 4 * dayMs]) platform.book(ago);
    await mirrored.runUntilQuiet();
    const purge = async (ledgerDays: number | null) => {
      const job = createRetentionJob({
        ...store,
        days: 7,
        ledgerDays,
        statisticsDays: 400,
        countsUnanswered: true,
        clock,
        log: createLog("silent"),
      });
      job.start();
      await mirrored.pass(1000);
      await job.stop();
      return (await mirrored.entries()).map(({ id }) => id);
    };
    expect(await purge(days)).toEqual([1, 2]);
    await mirrored.crash();
    clock.turn(3 * dayMs);
    expect(await purge(days)).toEqual([1]);
    expect(await purge(null)).toEqual([]);
    expect(await mirrored.mirror.coverage()).toBeNull();
  });
});
