/** Several replicas over one Postgres: each chat has one owner at a time, and loses nothing when that ends. */
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sharedStaff } from "../../../src/bot/dev/dev-bot.ts";
import { createStudioLinks, secretHash } from "../../../src/bot/staff/studio-links.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import type { StoredEvent } from "../../../src/store/inbox.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import { collectEvents, type EventCollector } from "../../support/event-consumer.ts";
import { lockRows, takeDatabase, turnSecond, type TestDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { actBy, addNotice, conclusion, day, event, question } from "../conformance/harness.ts";
import type { OpenStore } from "../conformance/harness.ts";

interface TestReplica extends OpenStore {
  clock: ManualClock;
  /** Lets a second pass on this replica alone, and waits for what it does each second. */
  tick(): Promise<void>;
}

let database: TestDatabase;
let replicas: TestReplica[];
beforeEach(async () => {
  database = await takeDatabase();
  replicas = [];
});
afterEach(async () => {
  for (const { store } of replicas) await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function startReplica(
  consumer: EventCollector<unknown> = collectEvents(),
): Promise<TestReplica> {
  const clock = manualClock();
  const store = await openPostgresStore(database.url, {
    clock,
    databaseTime: clock.now,
    log: createLog("silent"),
  });
  await store.inbox.start(consumer);
  const replica = { store, consumer, clock, tick: () => turnSecond(clock) };
  replicas.push(replica);
  return replica;
}

const two = async () => [await startReplica(), await startReplica()] as const;

/** Ends the lease of the replica that started first, as if it were frozen for long. */
const expireFirstLease = () =>
  database.query(
    `update replicas set until = clock_timestamp() - interval '1 s'
     where id = (select min(id) from replicas)`,
  );

const waitsForLocks = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

const idsOf = (events: readonly StoredEvent[]) =>
  events.map((one) => (one.event as { webhookEventId: string }).webhookEventId);

describe("two replicas", () => {
  test("a chat's events inserted by both are handed out in order, by the one that has its lane", async () => {
    const [a, b] = await two();
    const first = await a.store.inbox.insertNew("A", [event("1")], 1);
    expect(await b.store.inbox.insertNew("A", [event("2"), event("3")], 2)).toEqual([]);
    expect(await a.store.inbox.insertNew("A", [event("4")], 3)).toEqual([]);
    expect(idsOf(first)).toEqual(["1"]);
    a.store.inbox.markProcessed(first[0]?.id ?? 0);
    await until(() => a.consumer.events.length === 3, "the other events");
    expect(idsOf(a.consumer.events)).toEqual(["2", "3", "4"]);
    expect(b.consumer.events).toEqual([]);
    expect(a.consumer.events.some(({ isRecovered }) => isRecovered)).toBe(false);
    for (const { id } of a.consumer.events) a.store.inbox.markProcessed(id);
    await until(async () => (await database.query("select from lanes")).length === 0, "the end");
    expect(idsOf(await b.store.inbox.insertNew("A", [event("5")], 4))).toEqual(["5"]);
  });

  test("a colleague joins in the dev channel, whose events aren't of the staff's account", async () => {
    const [{ store }] = await two();
    await store.inbox.insertNew("dev", [event("join")], 1);
    const action = { by: "U9", eventId: "join", at: 1 };
    const staff = sharedStaff(store.staff, "A");
    await staff.invite("dev", action, { role: "cashier", hash: "h", expiresAt: 9 });
    expect(await staff.join("dev", action, "h", "Anan")).toBe("cashier");
  });

  test("a colleague gets a link to the studio there", async () => {
    const [{ store, clock }] = await two();
    await store.inbox.insertNew("dev", [event("ask")], 1);
    const { studioAccess: access } = store;
    const options = { account: "A", password: null, address: () => "https://shop/", clock };
    const links = createStudioLinks({ access, ...options });
    const action = { by: "U9", eventId: "ask", eventAccount: "dev", at: 1 };
    const secret = (await links.create(action))?.split("/").at(-1) ?? "";
    const session = { hash: "s", expiresAt: clock.now() + 1000 };
    const hash = secretHash(null, secret);
    expect(await access.redeemLink("A", hash, session, clock.now())).toBe("U9");
  });

  test("a take-over that fails beside an insert leaves the inserted event to be processed", async () => {
    const [a] = await two();
    await database.query("alter table replicas rename to unreadable");
    // Both are of the same turn of the event loop, and share a batch.
    a.clock.turn(1000);
    const inserted = await a.store.inbox.insertNew("A", [event("1")], 1);
    await database.query("alter table unreadable rename to replicas");
    expect(idsOf(inserted)).toEqual(["1"]);
  });

  test("a redelivery to the other replica is ignored", async () => {
    const [a, b] = await two();
    const both = await Promise.all([
      a.store.inbox.insertNew("A", [event("1")], 1),
      b.store.inbox.insertNew("A", [event("1")], 1),
    ]);
    expect(both.flat()).toHaveLength(1);
    expect(await a.store.inbox.open()).toHaveLength(1);
  });

  test("a reply that is being stored holds up a take-over of its chat, but no insert", async () => {
    const [a, b] = await two();
    const [first] = await a.store.inbox.insertNew("A", [event("1")], 1);
    if (!first) throw new Error("not stored");
    const release = await lockRows(database, "select from inbox for update");
    const saving = a.store.inbox.saveReply(first, "[1]", []);
    await until(async () => (await database.query(waitsForLocks)).length > 0, "the reply to wait");
    await b.store.inbox.insertNew("A", [event("2")], 2);
    await expireFirstLease();
    await b.tick();
    expect(b.consumer.events).toEqual([]);
    await release();
    await saving;
    await b.tick();
    expect(idsOf(b.consumer.events)).toEqual(["1", "2"]);
    expect(b.consumer.events[0]?.savedReply).toBe("[1]");
  });

  test("every event of many chats is handed out once and in order, however inserts and ends overlap", async () => {
    const [a, b] = await two();
    const chats = 5;
    const perChat = 20;
    const order = new Map<string, string[]>();
    let count = 0;
    const work = async (replica: TestReplica, events: readonly StoredEvent[]) => {
      for (const one of events) {
        order.set(one.chat, [...(order.get(one.chat) ?? []), ...idsOf([one])]);
        count += 1;
        replica.store.inbox.markProcessed(one.id);
      }
    };
    for (const replica of [a, b]) {
      replica.consumer.accept = (events) => void work(replica, events);
    }
    for (let index = 0; index < perChat; index++) {
      await Promise.all(
        Array.from({ length: chats }, async (_, chat) => {
          const replica = (index + chat) % 2 === 0 ? a : b;
          const id = `${chat}-${String(index).padStart(3, "0")}`;
          const inserted = await replica.store.inbox.insertNew("A", [event(id, `U${chat}`)], 1);
          await work(replica, inserted);
        }),
      );
    }
    await until(() => count === chats * perChat, "all events");
    for (const ids of order.values()) {
      expect(ids).toEqual(ids.toSorted());
      expect(new Set(ids).size).toBe(perChat);
    }
  });
});

test("replicas count guesses together, however many are made at once", async () => {
  const [a, b] = await two();
  const counted = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const { store } = index % 2 === 0 ? a : b;
      return store.failedAttempts.begin("coupon code", "U1", 600_000);
    }),
  );
  const counts = counted.map(({ count }) => count).toSorted((one, other) => one - other);
  expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

describe("a take-over", () => {
  test("of a replica whose lease has ended hands its events out as recovered", async () => {
    const [a, b] = await two();
    const inserted = await a.store.inbox.insertNew(
      "A",
      [event("1"), event("2"), event("3", "U2")],
      1,
    );
    expect(inserted).toHaveLength(3);
    await b.tick();
    expect(b.consumer.events).toEqual([]);
    await expireFirstLease();
    await b.tick();
    expect(b.consumer.events).toHaveLength(3);
    expect(b.consumer.events.every(({ isRecovered }) => isRecovered)).toBe(true);
    expect(idsOf(b.consumer.events.filter(({ chat }) => chat === "U1"))).toEqual(["1", "2"]);
  });

  test("of events that no replica has begun with is no recovery", async () => {
    const full = await startReplica(collectEvents(0));
    expect(await full.store.inbox.insertNew("A", [event("1")], 1)).toEqual([]);
    const other = await startReplica();
    await until(() => other.consumer.events.length === 1, "the event");
    expect(other.consumer.events[0]?.isRecovered).not.toBe(true);
    expect(full.consumer.events).toEqual([]);
  });

  test("happens at once when a replica stops", async () => {
    const a = await startReplica();
    await a.store.inbox.insertNew("A", [event("1")], 1);
    await a.store[Symbol.asyncDispose]();
    replicas.pop();
    const b = await startReplica();
    expect(idsOf(b.consumer.events)).toEqual(["1"]);
    expect(await database.query("select from replicas")).toHaveLength(1);
  });

  test("takes at most as many chats as there is room for", async () => {
    const full = await startReplica(collectEvents(0));
    const events = Array.from({ length: 5 }, (_, index) => event(String(index), `U${index}`));
    await full.store.inbox.insertNew("A", events, 1);
    const other = await startReplica(collectEvents(2));
    expect(other.consumer.events).toHaveLength(2);
  });

  test("takes chats that it had no room for as soon as it has, before the next second", async () => {
    let room = 1;
    const busy = await startReplica({ ...collectEvents(), room: () => room });
    const [held] = await busy.store.inbox.insertNew("A", [event("1")], 1);
    room = 0;
    const others = ["2", "3", "4"].map((id) => event(id, `U${id}`));
    expect(await busy.store.inbox.insertNew("A", others, 2)).toEqual([]);
    room = 2;
    busy.store.inbox.markProcessed(held?.id ?? 0);
    await until(() => busy.consumer.events.length === 2, "the chats that there is room for");
  });

  test("gives open events without a lane a new one", async () => {
    const a = await startReplica();
    await a.store.inbox.insertNew("A", [event("1")], 1);
    await database.query("delete from lanes");
    const b = await startReplica();
    expect(idsOf(b.consumer.events)).toEqual(["1"]);
  });

  test("finds a chat of its own that was stored after it gave the insert up, within a minute", async () => {
    const a = await startReplica();
    // What the server goes on with when its answer isn't awaited any longer.
    const { id = 0 } = a.store.replicaStatus() ?? {};
    await database.query(
      `insert into inbox (account, chat, webhook_event_id, message_id, body, received_at)
       values ('A', 'U1', '1', 'm1', $1, 1)`,
      [JSON.stringify(event("1").event)],
    );
    await database.query("insert into lanes values ('A', 'U1', $1, nextval('lane_epochs'))", [id]);
    for (let second = 0; second < 60; second += 1) await a.tick();
    expect(idsOf(a.consumer.events)).toEqual(["1"]);
    expect(a.consumer.events[0]?.isRecovered).toBe(true);
  });
});

/** A has begun with an event and an order when B takes over. */
async function takeOver() {
  const [a, b] = await two();
  await a.store.lineUsers.write("A", [{ kind: "question", question: question("order", 1) }]);
  const action = await actBy(a.store, "U9", "tap", 1);
  const [open] = await a.store.inbox.open();
  if (!open) throw new Error("not stored");
  await expireFirstLease();
  await b.tick();
  expect(b.consumer.events).toHaveLength(1);
  return { a, b, open, action };
}

const link = (hash: string) => ({ hash, expiresAt: 9 });
const fenced = { code: "fenced" };

describe("a replica that was taken over from", () => {
  test("stores no reply, no attempt, no order and no link, and ends nothing", async () => {
    const { a, b, open, action } = await takeOver();
    const { inbox, orders, staff, studioAccess } = a.store;
    await b.store.studioAccess.createLink("A", action, link("b's"));
    await expect(inbox.saveReply(open, "[1]", [])).rejects.toMatchObject(fenced);
    await expect(inbox.recordAttempt(open.id)).rejects.toMatchObject(fenced);
    expect(() => inbox.assertHolding(open.id)).toThrow("another replica has taken over");
    await expect(orders.confirm("A", "order", action, day)).rejects.toMatchObject(fenced);
    const invite = { hash: "h", role: "cashier", expiresAt: 9 } as const;
    await expect(staff.invite("A", action, invite)).rejects.toMatchObject(fenced);
    await expect(studioAccess.createLink("A", action, link("a's"))).rejects.toMatchObject(fenced);
    const send = { step: 0, before: 0, sends: 1, isIdempotent: false, clockDifference: null };
    const { eventId } = action;
    await expect(orders.recordSend("A", "order", send, eventId)).rejects.toMatchObject(fenced);
    const ending = conclusion("order", { state: "needs_review" });
    await expect(orders.conclude("A", ending, action)).rejects.toMatchObject(fenced);
    inbox.markProcessed(open.id);
    inbox.park(open.id, "failed");
    await a.store.check();
    expect(await b.store.inbox.open()).toMatchObject([{ savedReply: null }]);
    expect(await b.store.audit.all()).toMatchObject([{ action: "link_sent" }]);
    expect(await b.store.studioAccess.redeemLink("A", "b's", link("session"), 2)).toBe("U9");
    await b.store.inbox.saveReply(open, "[2]", []);
    expect((await b.store.orders.confirm("A", "order", action, day)).kind).toBe("claimed");
  });

  const ends = ["markProcessed", "park"] as const;
  test.each(ends.flatMap((end) => [[end, true] as const, [end, false] as const]))(
    "%s leaves event and notices to the owner; it knows of the take-over: %s",
    async (end, isKnown) => {
      const { a, b, open, action } = await takeOver();
      await addNotice(b.store, "U9", "gift");
      const ids = (await b.store.notices.of("A", "U9")).map(({ id }) => id);
      await b.store.inbox.saveReply(open, "[1]", [
        { kind: "carried", eventId: action.eventId, ids },
      ]);
      if (isKnown) await a.tick();
      a.store.notices.replied("A", action.eventId, false);
      a.store.inbox[end](open.id, "failed");
      await a.store[Symbol.asyncDispose]();
      expect(await b.store.notices.of("A", "U9")).toEqual([]);
      expect(await b.store.inbox.open()).toHaveLength(1);
      expect(await b.store.inbox.parked()).toEqual([]);
    },
  );

  test("works on under a new lease", async () => {
    const { a, b } = await takeOver();
    await a.tick();
    expect(await database.query("select from replicas")).toHaveLength(3);
    expect(idsOf(await a.store.inbox.insertNew("A", [event("9", "U9")], 1))).toEqual(["9"]);
    expect(b.consumer.events).toHaveLength(1);
  });

  test("takes a chat again whose event ended while the lease was lost", async () => {
    const a = await startReplica();
    const events = [event("1", "U1"), event("2", "U2")];
    const [first, second] = await a.store.inbox.insertNew("A", events, 1);
    const release = await lockRows(database, "select from lanes where chat = 'U1' for update");
    a.store.inbox.markProcessed(first?.id ?? 0);
    await setImmediate();
    // It waits behind the first one, until the lease is lost.
    a.store.inbox.markProcessed(second?.id ?? 0);
    await expireFirstLease();
    a.clock.turn(1000);
    await until(async () => (await database.query("select from replicas")).length === 2, "a lease");
    await release();
    await until(async () => {
      await a.tick();
      return a.consumer.events.length > 0 || (await a.store.inbox.open()).length === 0;
    }, "the chat");
    for (const { id } of a.consumer.events) a.store.inbox.markProcessed(id);
    await until(async () => (await a.store.inbox.open()).length === 0, "the end");
    expect(await database.query("select from lanes")).toEqual([]);
  });

  test("stops acting by its own clock before others may begin", async () => {
    const a = await startReplica();
    const [open] = await a.store.inbox.insertNew("A", [event("1")], 1);
    if (!open) throw new Error("not stored");
    // The clock moves on without a timer firing, as in a process that is frozen.
    const monotonic = a.clock.monotonic();
    a.clock.monotonic = () => monotonic + 3000;
    const { inbox } = a.store;
    const reason = "the lease was not renewed in time";
    await expect(inbox.saveReply(open, "[1]", [])).rejects.toThrow(reason);
    expect(() => inbox.assertHolding(open.id)).toThrow(reason);
    expect(await inbox.insertNew("A", [event("2", "U2")], 1)).toEqual([]);
    expect(await inbox.open()).toHaveLength(2);
    // Nobody has begun yet: it may go on.
    a.clock.monotonic = () => monotonic;
    inbox.assertHolding(open.id);
    await inbox.saveReply(open, "[1]", []);
  });

  test("takes what it inserted while it lost its lease under the new one only", async () => {
    const [a, b] = await two();
    await b.store.inbox.insertNew("A", [event("1", "U1")], 1);
    const release = await lockRows(database, "select from lanes where chat = 'U1' for update");
    const inserting = a.store.inbox.insertNew("A", [event("2", "U0"), event("3", "U1")], 1);
    await until(async () => (await database.query(waitsForLocks)).length > 0, "the insert to wait");
    await expireFirstLease();
    a.clock.turn(1000);
    await until(async () => (await database.query("select from replicas")).length === 3, "a lease");
    await release();
    expect(await inserting).toEqual([]);
    await a.tick();
    await b.tick();
    expect(idsOf([...a.consumer.events, ...b.consumer.events])).toEqual(["2"]);
  });
});
