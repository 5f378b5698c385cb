/** Replicas work through a pooler in transaction mode, as long as it keeps named statements. */
import { expect, test } from "vitest";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { startPooler } from "../../support/pooler.ts";
import { createDatabase, turnSecond } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { actBy, day, event, question } from "../conformance/harness.ts";

test("chats, orders, locks, elections and take-overs work in shared sessions", async () => {
  await using database = await createDatabase();
  await using pooler = await startPooler({ keepsStatements: true });
  const clock = manualClock();
  const log = createLog("silent");
  const open = async () => {
    const consumer = collectEvents();
    const store: Store = await openPostgresStore(pooler.url(database.url), {
      clock,
      databaseTime: clock.now,
      log,
    });
    await store.inbox.start(consumer);
    return { store, consumer };
  };
  const a = await open();
  const b = await open();
  const [first] = await a.store.inbox.insertNew("A", [event("1")], 1);
  expect(await b.store.inbox.insertNew("A", [event("1"), event("2")], 1)).toEqual([]);
  a.store.inbox.markProcessed(first?.id ?? 0);
  await until(() => a.consumer.events.length > 0, "the next event");

  await a.store.lineUsers.write("A", [{ kind: "question", question: question("order", 1) }]);
  const action = await actBy(b.store, "U9", "tap", 1);
  expect((await b.store.orders.confirm("A", "order", action, day)).kind).toBe("claimed");

  const order: string[] = [];
  const inTurn = async ({ settings }: Store, name: string) =>
    settings.exclusive("lock", async () => {
      order.push(`${name} begins`);
      await settings.set("value", name);
      order.push(`${name} ends`);
    });
  await Promise.all([inTurn(a.store, "a"), inTurn(b.store, "b")]);
  expect(order[1]?.[0]).toBe(order[0]?.[0]);

  const leaders: string[] = [];
  for (const [name, { store }] of Object.entries({ a, b })) {
    store.leadership.run("retention", () => {
      leaders.push(name);
      return { stop() {} };
    });
  }
  await until(() => leaders.length > 0, "the election");
  await database.query("update replicas set until = clock_timestamp() where id = 1");
  await turnSecond(clock);
  await until(() => b.store.replicaStatus()?.takeOvers === 1, "the take-over");
  expect(leaders).toHaveLength(1);
  await a.store[Symbol.asyncDispose]();
  await b.store[Symbol.asyncDispose]();
});
