/** The SQLite store passes the conformance suite. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { until } from "../../support/until.ts";
import { describeStore } from "./suite.ts";

describeStore(async () => {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  const clock = manualClock();
  return {
    clock,
    async open() {
      const store = openSqliteStore(dir, clock);
      const consumer = collectEvents();
      await store.inbox.start(consumer);
      return { store, consumer };
    },
    trust: async () => clock.turn(2000),
    until: (isDone) =>
      until(() => {
        clock.turn(1000);
        return isDone();
      }, "the store"),
    [Symbol.asyncDispose]: async () => rmSync(dir, { recursive: true }),
  };
});
