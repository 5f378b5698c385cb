/** What a replica tells the operator: its lease, chats, take-overs and waits for a connection, and how far all are behind. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createReadiness } from "../../../src/app/serve-http.ts";
import { createLog } from "../../../src/observability/log.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { takeDatabase, turnSecond, type TestDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { event } from "../conformance/harness.ts";

let database: TestDatabase;
let clock: ManualClock;
let stores: Store[];
beforeEach(async () => {
  database = await takeDatabase();
  clock = manualClock();
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function startReplica(itsClock = clock): Promise<Store> {
  const store = await openPostgresStore(database.url, {
    clock: itsClock,
    databaseTime: itsClock.now,
    log: createLog("silent"),
  });
  await store.inbox.start(collectEvents());
  stores.push(store);
  return store;
}

const readinessOf = (store: Store) =>
  createReadiness(store, clock)({ isStopping: false, stuck: 0 });

async function metricsOf(store: Store): Promise<string> {
  return createMetrics(clock).expose({
    inbox: () => store.inbox.counts(),
    replica: () => store.replicaStatus(),
    ledger: () => Promise.resolve(null),
    stuck: () => 0,
    quota: () => null,
  });
}

test("the chats that it works on are counted until their events end, and the oldest event of all replicas", async () => {
  const store = await startReplica();
  const other = await startReplica();
  const events = [event("1", "U1"), event("2", "U2"), event("3", "U2")];
  const [first] = await store.inbox.insertNew("A", events, clock.now() - 7000);
  expect(store.replicaStatus()).toMatchObject({ lanes: 2, takeOvers: 0 });
  expect(other.replicaStatus()?.lanes).toBe(0);
  expect(await readinessOf(other)).toMatchObject({ reason: null, oldestEventMs: 7000 });
  expect(await metricsOf(other)).toContain("loyalty_bot_inbox_oldest_seconds 7\n");
  store.inbox.markProcessed(first?.id ?? 0);
  await until(() => store.replicaStatus()?.lanes === 1, "the end");
});

test("a lease that can't be renewed runs out, makes the bot unready, and is reported as lost chats taken over", async () => {
  const frozenClock = manualClock();
  const frozen = await startReplica(frozenClock);
  const other = await startReplica();
  await frozen.inbox.insertNew("A", [event("1", "U1"), event("2", "U2")], 1);
  expect(frozen.replicaStatus()?.leaseRemainingMs).toBe(3000);
  // Time passes without a timer firing, as in a process that is frozen.
  const monotonic = frozenClock.monotonic();
  const reading = readinessOf(frozen);
  frozenClock.monotonic = () => monotonic + 3000;
  expect(await reading).toMatchObject({ reason: "the lease isn't held" });
  frozenClock.monotonic = () => monotonic + 2000;
  expect(await metricsOf(frozen)).toMatch(/lease_held 1\n[^]*lease_remaining_seconds 1\n/);
  frozenClock.monotonic = () => monotonic + 3001;
  expect(await metricsOf(frozen)).toMatch(/lease_held 0\n[^]*lease_remaining_seconds 0\n/);
  expect(await readinessOf(frozen)).toMatchObject({
    reason: "the lease isn't held",
    replica: { lanes: 2 },
  });
  await database.query("update replicas set until = clock_timestamp() where id = 1");
  await turnSecond(clock);
  await until(() => other.replicaStatus()?.takeOvers === 2, "the take-over");
  const metrics = await metricsOf(other);
  expect(metrics).toContain("loyalty_bot_lanes_held 2\n");
  expect(metrics).toContain("loyalty_bot_lane_take_overs_total 2\n");
});

test("waits for a connection are counted with their time", async () => {
  await using stack = new AsyncDisposableStack();
  const options = { clock, poolSize: 1 };
  const db = stack.use(connectDatabase(database.url, options));
  await db.rows("select 1");
  expect(db.waits).toEqual({ count: 0, ms: 0 });
  const held = Promise.withResolvers<void>();
  const transaction = db.transaction(() => held.promise);
  const waiting = db.rows("select 1");
  clock.turn(250);
  held.resolve();
  await Promise.all([transaction, waiting]);
  expect(db.waits).toEqual({ count: 1, ms: 250 });
});
