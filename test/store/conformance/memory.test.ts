/** The Postgres store on the simulation's database in memory passes the conformance suite. */
import { createLog } from "../../../src/observability/log.ts";
import { databaseOn } from "../../../src/store/postgres/database.ts";
import { openStoreOn } from "../../../src/store/postgres/open.ts";
import { noReplicas } from "../../../src/store/sqlite/open.ts";
import { MemoryDatabase } from "../../simulation/database/memory-database.ts";
import { createMemoryPool, Locks } from "../../simulation/database/memory-pool.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { turnSecond } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { describeStore } from "./suite.ts";

const log = createLog("silent");

describeStore(async () => {
  const clock = manualClock();
  const database = new MemoryDatabase(clock);
  const locks = new Locks();
  return {
    clock,
    async open() {
      const db = databaseOn(createMemoryPool(database, locks), clock);
      const store = await openStoreOn(db, { clock, log }, noReplicas);
      const consumer = collectEvents();
      await store.inbox.start(consumer);
      return { store, consumer };
    },
    async trust() {
      await turnSecond(clock);
      await turnSecond(clock);
    },
    until: (isDone) =>
      until(async () => {
        await turnSecond(clock);
        return isDone();
      }, "the store"),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
});
