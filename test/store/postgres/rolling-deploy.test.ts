/** A rolling deploy: replicas of two versions on one schema, which expands at once and contracts when the old ones are gone. */
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock, type Clock } from "../../../src/clock.ts";
import { createLog } from "../../../src/observability/log.ts";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { migrate } from "../../../src/store/postgres/migrations.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { migrations, schemaVersion, type Migration } from "../../../src/store/schema.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { createDatabase, turnSecond, type TestDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { event } from "../conformance/harness.ts";

let database: TestDatabase;
let stack: AsyncDisposableStack;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  database = stack.use(await createDatabase());
});
afterEach(() => stack.disposeAsync());

const newVersion = schemaVersion + 2;
const expand: Migration = { sql: "alter table inbox add column note text" };
const contract: Migration = {
  sql: "alter table line_users drop column following",
  oldestCompatible: newVersion,
};

async function startReplica(clock: Clock): Promise<Store> {
  const store = await openPostgresStore(database.url, {
    clock,
    databaseTime: clock.now,
    log: createLog("silent"),
  });
  stack.use(store);
  return store;
}

/** What the new version does to the schema at its start. */
async function upgrade(added: readonly Migration[]): Promise<void> {
  const db = connectDatabase(database.url, { clock: systemClock });
  try {
    await migrate(db, [...migrations, ...added]);
  } finally {
    await db[Symbol.asyncDispose]();
  }
}

/** Replicas register with the version that this program knows; this one is to be a newer one. */
const becomesNew = ({ replicaStatus }: Store) =>
  database.query("update replicas set schema_version = $1 where id = $2", [
    newVersion,
    replicaStatus()?.id,
  ]);

test("an old replica goes on while the schema expands, its chats go to a new one, and then the schema contracts", async () => {
  const clock = manualClock();
  const oldClock = manualClock();
  const [ofOld, ofNew] = [collectEvents(), collectEvents()];
  const old = await startReplica(oldClock);
  await old.inbox.start(ofOld);
  const [first] = await old.inbox.insertNew("A", [event("1")], 1);

  await upgrade([expand]);
  const renewed = await startReplica(clock);
  await becomesNew(renewed);
  await renewed.inbox.start(ofNew);
  expect(await renewed.inbox.insertNew("A", [event("1"), event("2")], 2)).toEqual([]);
  await old.inbox.saveReply(first!, "[]", [{ kind: "following", lineId: "U1", following: false }]);
  old.inbox.markProcessed(first?.id ?? 0);
  await until(() => ofOld.events.length === 1, "the old replica's next event");

  await expect(upgrade([expand, contract])).rejects.toThrow("1 replicas of an older version");
  // It is frozen, and its lease ends.
  await database.query("update replicas set until = clock_timestamp() where id = 1");
  await upgrade([expand, contract]);
  await turnSecond(clock);
  await until(() => ofNew.events.length === 1, "the take-over");
  expect(ofNew.events[0]?.id).toBe(ofOld.events[0]?.id);

  await turnSecond(oldClock);
  oldClock.turn(3000);
  expect(old.replicaStatus()?.leaseRemainingMs).toBe(0);
  await expect(old.inbox.saveReply(ofOld.events[0]!, "[]", [])).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(await database.query("select from replicas where until > clock_timestamp()")).toHaveLength(
    1,
  );
});

test("a replica of an old version that starts while the schema contracts is refused", async () => {
  await (await startReplica(systemClock))[Symbol.asyncDispose]();
  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("select pg_advisory_lock(1)");
  const waiting = (count: number) =>
    until(async () => {
      const { rows } = await blocker.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length === count;
    }, "what waits for a lock");
  const halted = { ...contract, sql: `select pg_advisory_xact_lock(1);\n${contract.sql}` };
  const upgrading = upgrade([expand, halted]);
  await waiting(1);
  const starting = Promise.allSettled([startReplica(systemClock)]);
  await waiting(2);
  await blocker.query("select pg_advisory_unlock(1)");
  await upgrading;
  const [started] = await starting;
  expect(started).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("newer version of the bot") },
  });
  await blocker.end();
  expect(await database.query("select from replicas")).toEqual([]);
});
