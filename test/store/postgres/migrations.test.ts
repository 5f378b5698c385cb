/** The schema is migrated while replicas run, as far as those of older versions can use it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../../src/observability/log.ts";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { migrate } from "../../../src/store/postgres/migrations.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { migrations, schemaVersion } from "../../../src/store/schema.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { takeDatabase, type TestDatabase } from "../../support/postgres.ts";

let database: TestDatabase;
let replicas: AsyncDisposableStack;
beforeEach(async () => {
  database = await takeDatabase();
  replicas = new AsyncDisposableStack();
});
afterEach(async () => {
  await replicas.disposeAsync();
  await database[Symbol.asyncDispose]();
});

async function startReplica() {
  const clock = manualClock();
  const store = await openPostgresStore(database.url, {
    clock,
    databaseTime: clock.now,
    log: createLog("silent"),
  });
  await store.inbox.start(collectEvents());
  return replicas.use(store);
}

const connect = () => connectDatabase(database.url, { clock: manualClock() });

describe("the schema", () => {
  const expand = { sql: "alter table settings add column note text" };

  test("is made once by many replicas that start at the same time", async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => startReplica()));
    expect(all).toHaveLength(4);
    expect(await database.query("select version from schema_info")).toEqual([
      { version: schemaVersion },
    ]);
  });

  test("is expanded while replicas of the version before are running, and used by both", async () => {
    const old = await startReplica();
    const db = connect();
    await migrate(db, [...migrations, expand]);
    await db[Symbol.asyncDispose]();
    await old.settings.set("name", "value");
    const another = await startReplica();
    expect(await another.settings.get("name")).toBe("value");
  });

  test("is contracted only when no older replica is running, and refuses older ones from then on", async () => {
    await startReplica();
    const contract = {
      sql: "alter table settings drop column note",
      oldestCompatible: schemaVersion + 1,
    };
    const db = connect();
    const next = [...migrations, expand, contract];
    await expect(migrate(db, next)).rejects.toThrow("1 replicas of an older version are running");
    await replicas.disposeAsync();
    replicas = new AsyncDisposableStack();
    await migrate(db, next);
    await db[Symbol.asyncDispose]();
    await expect(startReplica()).rejects.toThrow("newer version of the bot");
  });

  test("that cannot be reached is a clear error", async () => {
    const clock = manualClock();
    const url = "postgres://postgres@127.0.0.1:1/none";
    const timer = setInterval(() => clock.turn(1000), 5);
    await expect(
      openPostgresStore(url, {
        clock,
        databaseTime: clock.now,
        log: createLog("silent"),
      }),
    ).rejects.toThrow("the database failed: nothing listens there");
    clearInterval(timer);
  });
});
