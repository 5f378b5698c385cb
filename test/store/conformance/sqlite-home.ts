/** A folder for a SQLite store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { until } from "../../support/until.ts";
import type { StoreHome } from "./harness.ts";

export async function createSqliteHome(): Promise<StoreHome> {
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
}
