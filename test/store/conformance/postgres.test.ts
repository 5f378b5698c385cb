/** The Postgres store passes the conformance suite. */
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { takeDatabase, turnSecond } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { describeStore } from "./suite.ts";

describeStore(async () => {
  const database = await takeDatabase();
  const clock = manualClock();
  const log = createLog("silent");
  return {
    clock,
    async open() {
      const store = await openPostgresStore(database.url, { clock, databaseTime: clock.now, log });
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
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
});
