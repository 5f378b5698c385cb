/** Replicas on one database whose clocks aren't the database's, and one whose machine was paused. */
import { describe, expect, onTestFinished, test } from "vitest";
import { createReadiness } from "../../src/app/serve-http.ts";
import { createExecutor } from "../../src/bot/staff/orders/executor.ts";
import type { StaffDirectory } from "../../src/bot/staff/staff-directory.ts";
import { createMovableClock, type Clock } from "../../src/clock.ts";
import type { LoyaltyClient } from "../../src/loyalty/client.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { createMemberCache } from "../../src/members/member-cache.ts";
import { createLog } from "../../src/observability/log.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { databaseOn } from "../../src/store/postgres/database.ts";
import { openStoreOn } from "../../src/store/postgres/open.ts";
import { noReplicas } from "../../src/store/sqlite/open.ts";
import type { Store } from "../../src/store/store.ts";
import { MemoryDatabase } from "../simulation/database/memory-database.ts";
import { createMemoryPool, Locks } from "../simulation/database/memory-pool.ts";
import { manualClock, type ManualClock } from "../support/clock.ts";
import { collectEvents } from "../support/event-consumer.ts";
import { until } from "../support/until.ts";
import { arrive, day, event, question } from "./conformance/harness.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const signal = new AbortController().signal;
/** The renewal of the lease and the take-over check. */
const timersOfReplica = 2;

/** A database, and replicas on it; `clock` is the database's, and the time of the test. */
function createCluster() {
  const clock = manualClock();
  const database = new MemoryDatabase(clock);
  const locks = new Locks();
  let replicas = 0;
  return {
    clock,
    database,
    /** @param own the clock of the replica's machine. */
    async start(own: Clock) {
      const lines: string[] = [];
      const log = createLog("info", { write: (line) => void lines.push(line) });
      const pool = createMemoryPool(database, locks);
      const store = await openStoreOn(databaseOn(pool, own), { clock: own, log }, noReplicas);
      onTestFinished(() => store[Symbol.asyncDispose]());
      const consumer = collectEvents();
      await store.inbox.start(consumer);
      replicas += 1;
      return { store, consumer, logged: () => lines.join("") };
    },
    /** Lets seconds pass, in each of which the replicas do what they do each second. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        clock.turn(1000);
        await until(() => clock.waiting >= timersOfReplica * replicas, "the replicas");
      }
    },
  };
}

type Cluster = ReturnType<typeof createCluster>;

/** The clock of a machine, `ms` ahead of the database's. */
function ahead(cluster: Cluster, ms: number) {
  const clock = createMovableClock(cluster.clock);
  clock.move(ms);
  return clock;
}

const readinessOf = (store: Store) =>
  createReadiness(store, store.clock)({ isStopping: false, stuck: 0 });

const metricsOf = (store: Store) =>
  createMetrics(store.clock).expose({
    inbox: async () => null,
    replica: () => store.replicaStatus(),
    ledger: async () => null,
    stuck: () => 0,
    quota: () => null,
  });

/** A platform that books each request some time after it came. */
function createPlatform(clock: ManualClock, { bookedAfterMs }: { bookedAfterMs: number }) {
  const sends: number[] = [];
  const booked: object[] = [];
  let isAnswered = true;
  const client = {
    async addPoint({ ref_id = "" }, options: { beforeSend?(unclear: number): Promise<void> }) {
      await options.beforeSend?.(0);
      sends.push(clock.now());
      const id = sends.length;
      const { promise, resolve } = Promise.withResolvers<object>();
      clock.after(bookedAfterMs, () => {
        const amounts = { points: 40, balance_after: 40 * id };
        const row = {
          ...amounts,
          id,
          uuid: String(id),
          type: "ADD",
          status: "COMPLETED",
          ref_id,
          channel: "LINE",
          card_uuid: "c",
          card_no: "880000",
          member_uuid: "member",
          created_at: new Date(clock.now()).toISOString(),
        };
        booked.push(row);
        resolve(row);
      });
      if (isAnswered) return promise;
      const lost = { operation: "addPoint", ambiguous: true } as const;
      throw new LoyaltyError("TIMEOUT", "no answer", lost);
    },
    getProfile: async () => ({
      pagination: { total: 1, page: 1, size: 100 },
      data: [{ uuid: "member", active: true, cards: [{ card_no: "880000", point: 0 }] }],
    }),
    getTransaction: async ({ page = 1 }) => ({
      pagination: { total: booked.length, page, size: 100 },
      data: page === 1 ? booked : [],
    }),
  };
  return {
    sends,
    booked,
    client: client as unknown as LoyaltyClient,
    loseAnswers() {
      isAnswered = false;
    },
  };
}

/** What a replica carries orders out by. @param clock that of the store, unless the test has it go by another one. */
const executorOf = (store: Store, loyalty: LoyaltyClient, clock = store.clock) =>
  createExecutor({
    loyalty,
    transactions: null,
    orders: store.orders,
    members: createMemberCache({
      find: async () => [],
      clock,
      size: 10,
      ttlMs: 1000,
      changes: noReplicas,
    }),
    idempotent: false,
    isOrderKey: async () => false,
    clockDifference: () => 0,
    staffPrices: store.staffPrices,
    directory: {} as StaffDirectory,
    timeZone: "UTC",
    clock,
  });

const key = { account: "A", id: "order" };
const tap = { by: "U9", eventId: "tap" };

async function claimOrder({ lineUsers, orders, inbox, clock }: Store) {
  const now = clock.now();
  const card = { card: "880000", points: 40, refNo: null };
  const input = { memberUuid: "member", lineId: "", who: "", type: "ADD", ...card };
  const asked = { kind: "moving", operation: "adjust_points", input, gifts: 0, points: 1 } as const;
  await lineUsers.write("A", [{ kind: "question", question: question(key.id, now, asked) }]);
  await inbox.insertNew("A", [event(tap.eventId)], now);
  await orders.confirm("A", key.id, { ...tap, at: now }, day);
}

/** Reconciles once, as the leader does each five seconds. @param clock that it goes by. */
async function reconcile(store: Store, loyalty: LoyaltyClient, clock = store.clock) {
  const executor = executorOf(store, loyalty, clock);
  const byTheBot = { by: null, eventId: null };
  for (const due of await store.orders.due("A", clock.now())) {
    // What is refused is tried again in the next round.
    await executor.execute(due, byTheBot, signal).catch(() => {});
  }
}

describe("a replica whose clock is up to five seconds off", () => {
  test.each([-5000, -1200, 1200, 5000])("by %i ms goes by the database's", async (ms) => {
    const cluster = createCluster();
    const { store } = await cluster.start(ahead(cluster, ms));
    expect(store.clock.now()).toBe(cluster.clock.now());
    expect(store.replicaStatus()).toMatchObject({ clockDifferenceMs: -ms, leaseRemainingMs: 3000 });
    expect(await readinessOf(store)).toMatchObject({ reason: null });
    expect(await metricsOf(store)).toContain(
      `loyalty_bot_database_clock_difference_seconds ${-ms / 1000}\n`,
    );
  });

  test("notices at the next renewal that it was set, and says nothing wrong until then", async () => {
    const cluster = createCluster();
    const own = ahead(cluster, 0);
    const { store } = await cluster.start(own);
    own.move(-4000);
    await cluster.pass(1);
    expect(store.clock.now()).toBe(cluster.clock.now());
    expect((await readinessOf(store)).reason).toBeNull();
  });
});

const farOff = [-hourMs, -2 * minuteMs, -minuteMs, -5001, 5001, minuteMs, 2 * minuteMs, hourMs];

describe.each(farOff)("a replica whose clock is %i ms ahead", (ms) => {
  test("doesn't act from its start, says why, and goes on once its clock is right", async () => {
    const cluster = createCluster();
    const own = ahead(cluster, ms);
    const { store, logged } = await cluster.start(own);
    const jobs: string[] = [];
    const job = store.leadership.run("retention", () => {
      jobs.push("begun");
      return { stop: () => void jobs.push("stopped") };
    });
    onTestFinished(() => job[Symbol.asyncDispose]());
    await cluster.pass(2);
    const direction = ms > 0 ? "ahead of" : "behind";
    const seconds = (Math.abs(ms) / 1000).toFixed(1);
    expect(await readinessOf(store)).toMatchObject({
      reason: `this machine's clock isn't the database's: ${seconds} s ${direction} it`,
      replica: { leaseRemainingMs: 0, clockDifferenceMs: -ms },
    });
    expect(logged()).toMatch(/clock isn't the database's: this replica stops acting/);
    expect(await metricsOf(store)).toContain("loyalty_bot_lease_held 0\n");
    expect(jobs).toEqual([]);
    const send = { step: 0, before: 0, sends: 1, isIdempotent: true, clockDifference: null };
    await expect(store.orders.recordSend("A", "order", send, null)).rejects.toThrow("lease");
    own.move(0);
    await cluster.pass(3);
    expect(await readinessOf(store)).toMatchObject({ reason: null });
    expect(logged()).toMatch(/the clock is right again/);
    expect(jobs).toEqual(["begun"]);
  });

  test("leaves its chats and jobs to the others at once, and what it receives is answered there", async () => {
    const cluster = createCluster();
    const own = ahead(cluster, 0);
    const one = await cluster.start(own);
    const [first] = await one.store.inbox.insertNew("A", [event("1")], cluster.clock.now());
    const leaders: string[] = [];
    const stand = (name: string, { leadership }: Store) => {
      const job = leadership.run("reconciliation", () => {
        leaders.push(name);
        return { stop: () => void leaders.splice(leaders.indexOf(name), 1) };
      });
      onTestFinished(() => job[Symbol.asyncDispose]());
    };
    stand("one", one.store);
    const other = await cluster.start(cluster.clock);
    await cluster.pass(1);
    stand("other", other.store);
    expect(leaders).toEqual(["one"]);
    own.move(ms);
    await cluster.pass(3);
    expect(leaders).toEqual(["other"]);
    expect(() => one.store.inbox.assertHolding(first?.id ?? 0)).toThrow("lease");
    expect(other.consumer.events).toMatchObject([{ id: first?.id, isRecovered: true }]);
    expect(await one.store.inbox.insertNew("A", [event("2", "U2")], 1)).toEqual([]);
    await cluster.pass(1);
    expect(other.consumer.events).toHaveLength(2);
  });

  test("doubles no write that another replica is sending, even where it goes by its own clock", async () => {
    const cluster = createCluster();
    const { store: tapped } = await cluster.start(cluster.clock);
    const own = ahead(cluster, ms);
    const { store: leader } = await cluster.start(own);
    await claimOrder(tapped);
    const platform = createPlatform(cluster.clock, { bookedAfterMs: 3000 });
    const order = executorOf(tapped, platform.client).execute(key, tap, signal);
    await until(() => platform.sends.length === 1, "the send");
    for (let second = 0; second < 5; second++) {
      await reconcile(leader, platform.client);
      await reconcile(leader, platform.client, own);
      await cluster.pass(1);
    }
    await order;
    expect(platform.booked).toHaveLength(1);
    expect(await tapped.orders.get("A", "order")).toMatchObject({ state: "done" });
  });
});

describe("a write whose answer is lost, by a leader whose clock is some seconds off", () => {
  test.each([-5000, -2500, 2500, 5000])(
    "%i ms: is sent again after 65 s, and not before",
    async (ms) => {
      const cluster = createCluster();
      const { store: tapped } = await cluster.start(ahead(cluster, -ms));
      const { store: leader } = await cluster.start(ahead(cluster, ms));
      await claimOrder(tapped);
      // It never books the first request.
      const platform = createPlatform(cluster.clock, { bookedAfterMs: 24 * hourMs });
      platform.loseAnswers();
      await executorOf(tapped, platform.client).execute(key, tap, signal);
      for (let second = 0; second < 80; second++) {
        await reconcile(leader, platform.client);
        await cluster.pass(1);
      }
      const [first = 0, second = 0, ...more] = platform.sends;
      expect(more).toEqual([]);
      expect(second - first).toBeGreaterThanOrEqual(65_000);
      expect(second - first).toBeLessThanOrEqual(80_000);
    },
  );
});

describe("a machine that is paused", () => {
  // Longer than its lease; and for longer than its clock may be off.
  test.each([4200, 10_000])(
    "for %i ms doesn't trust its lease when it wakes up, though its monotonic clock stood still",
    async (pausedMs) => {
      const cluster = createCluster();
      const own = manualClock(cluster.clock.now());
      const { store, consumer } = await cluster.start(own);
      const stored = await arrive(store, "1", own.now());
      expect(consumer.events).toEqual([]);
      expect(() => store.inbox.assertHolding(stored.id)).not.toThrow();
      // All clocks but its monotonic one go on.
      cluster.clock.turn(pausedMs);
      own.move(pausedMs);
      expect(() => store.inbox.assertHolding(stored.id)).toThrow(
        "the lease was not renewed in time",
      );
      expect(store.replicaStatus()?.leaseRemainingMs).toBe(0);
    },
  );

  test("learns from the store that another replica has taken over, though both of its clocks stood still", async () => {
    const cluster = createCluster();
    const { store } = await cluster.start(manualClock(cluster.clock.now()));
    const stored = await arrive(store, "1", 1);
    await store.inbox.assertOwner(stored.id);
    const other = await cluster.start(cluster.clock);
    // The paused one renews nothing meanwhile.
    for (let second = 0; second < 6; second++) {
      cluster.clock.turn(1000);
      await until(() => cluster.clock.waiting >= timersOfReplica, "the other replica");
    }
    expect(other.consumer.events).toMatchObject([{ id: stored.id, isRecovered: true }]);
    expect(() => store.inbox.assertHolding(stored.id)).not.toThrow();
    await expect(store.inbox.assertOwner(stored.id)).rejects.toMatchObject({ code: "fenced" });
  });

  test("stores the right time of a send though both of its clocks stood still", async () => {
    const cluster = createCluster();
    const own = manualClock(cluster.clock.now());
    const { store } = await cluster.start(own);
    await claimOrder(store);
    cluster.clock.turn(2500);
    const send = { step: 0, before: 0, sends: 1, isIdempotent: false, clockDifference: 0 };
    expect(await store.orders.recordSend("A", "order", send, "tap")).toBe(true);
    const recorded = await store.orders.get("A", "order");
    expect(recorded).toMatchObject({ steps: [{ sentAt: cluster.clock.now() }] });
  });

  test("for longer than its clock may be off, with both of its clocks, sends nothing", async () => {
    const cluster = createCluster();
    const own = manualClock(cluster.clock.now());
    const { store } = await cluster.start(own);
    await claimOrder(store);
    cluster.clock.turn(2 * minuteMs);
    const send = { step: 0, before: 0, sends: 1, isIdempotent: false, clockDifference: 0 };
    await expect(store.orders.recordSend("A", "order", send, "tap")).rejects.toThrow("lease");
    expect(await store.orders.get("A", "order")).toMatchObject({ steps: [{ sends: 0 }] });
  });
});
