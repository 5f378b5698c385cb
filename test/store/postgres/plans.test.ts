/** What the database does for many chats grows with their number, and not with its square. */
import { expect, test } from "vitest";
import { connectDatabase, type PostgresDatabase } from "../../../src/store/postgres/database.ts";
import { finishEvents } from "../../../src/store/postgres/finish-events.ts";
import { insertEvents } from "../../../src/store/postgres/insert-events.ts";
import { Lanes } from "../../../src/store/postgres/lanes.ts";
import { migrate } from "../../../src/store/postgres/migrations.ts";
import { adoptLanes, restoreLanes, takeOverLanes } from "../../../src/store/postgres/take-over.ts";
import type { DeadLetterReason, StoredEvent } from "../../../src/store/inbox.ts";
import { manualClock } from "../../support/clock.ts";
import { createDatabase, type TestDatabase } from "../../support/postgres.ts";

async function registerReplica(db: PostgresDatabase): Promise<number> {
  const [replica] = await db.rows<{ id: number }>(
    `insert into replicas (until, schema_version, name)
     values (clock_timestamp() + interval '1 hour', 1, '') returning id`,
  );
  return replica?.id ?? 0;
}

async function insert(db: PostgresDatabase, lanes: Lanes, name: string, chats: number) {
  const events = Array.from({ length: chats }, (_, index) => ({
    webhookEventId: `${name}${index}`,
    chat: `${name}${index}`,
    messageId: null,
    event: { text: "x".repeat(500) },
  }));
  const { taken } = await insertEvents(db, lanes, [{ account: "A", events, receivedAt: 1 }], true);
  return taken.flatMap((stored) => (stored instanceof Error ? [] : stored));
}

function finish(
  db: PostgresDatabase,
  lanes: Lanes,
  events: readonly StoredEvent[],
  parked: DeadLetterReason | null = null,
) {
  const held = events.flatMap(({ id }) => {
    const lane = lanes.ofEvent(id);
    return lane ? [{ kind: "event" as const, id, lane, parked }] : [];
  });
  return finishEvents(db, lanes, held);
}

/** Rows of tables that were read so far. */
async function rowsRead(db: PostgresDatabase, tables = ["inbox", "lanes"]): Promise<number> {
  await db.rows("select pg_stat_force_next_flush()");
  const [read] = await db.rows<{ rows: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows
     from pg_stat_user_tables where relname = any($1)`,
    [tables],
  );
  return read?.rows ?? 0;
}

/** For connections from then on. @param setting such as `enable_seqscan = off`. */
const setDefault = (database: TestDatabase, setting: string) =>
  database.query(`do $$ begin
    execute format('alter database %I set ${setting}', current_database());
  end $$`);

test("plans from when the inbox was nearly empty don't read all of it for each chat", async () => {
  await using database = await createDatabase();
  // Kept from the first time on, and not only from the sixth.
  await setDefault(database, "plan_cache_mode = force_generic_plan");
  await using db = connectDatabase(database.url, { poolSize: 1, clock: manualClock() });
  await migrate(db);
  const replica = await registerReplica(db);
  const newLanes = () => new Lanes({ replica, isHeld: () => true });
  const lanes = newLanes();

  const few = await insert(db, lanes, "few", 4);
  await db.run("vacuum analyze inbox");
  await db.run("vacuum analyze lanes");
  await finish(db, lanes, few.slice(0, 1));
  await finish(db, lanes, few.slice(1, 2), "failed");
  await takeOverLanes(db, newLanes(), 200);
  await adoptLanes(db, newLanes());
  await restoreLanes(db);
  const lookups = await db.rows<{ statement: string }>(
    `select statement from pg_prepared_statements
     where statement ~ '^\\s*(with deadline|insert into lanes|update lanes)'`,
  );
  expect(lookups).toHaveLength(3);
  for (const { statement } of lookups) {
    const plan = await database.query(`explain (generic_plan) ${statement}`);
    // Neither is replaced by a join of rows with rows, whatever numbers the planner expects.
    expect(JSON.stringify(plan)).toMatch(/hashed SubPlan|SetOp Except/);
    expect(JSON.stringify(plan)).not.toContain("Join Filter");
  }

  const many = await insert(db, lanes, "many", 300);
  const before = await rowsRead(db);
  await finish(db, lanes, many.slice(0, 100));
  await finish(db, lanes, many.slice(100, 200), "failed");
  await db.run("update lanes set owner = -1");
  const { events } = await takeOverLanes(db, newLanes(), 200);
  expect(events).toHaveLength(102);
  expect((await rowsRead(db)) - before).toBeLessThan(20 * many.length);
});

test("ending a reply doesn't read the notices of everybody", async () => {
  await using database = await createDatabase();
  await using db = connectDatabase(database.url, { poolSize: 1, clock: manualClock() });
  await migrate(db);
  const lanes = new Lanes({ replica: await registerReplica(db), isHeld: () => true });
  await db.run(
    `insert into notices (account, line_id, notice, at, push_key, carrier)
     select 'A', 'U' || n, '{}', 1, '', case when n <= 2 then 'reply A ' || n end
     from generate_series(1, 5000) as n`,
  );
  await db.run("vacuum analyze notices");
  const [event] = await insert(db, lanes, "reply", 1);
  const lane = lanes.ofEvent(event?.id ?? 0);
  if (!lane) throw new Error("no lane");
  const before = await rowsRead(db, ["notices"]);
  await finishEvents(db, lanes, [
    { kind: "seen", carrier: "reply A 1" },
    { kind: "unseen", carrier: "reply A 2", lane },
  ]);
  expect((await rowsRead(db, ["notices"])) - before).toBeLessThan(10);
  expect(await database.query("select from notices where carrier is not null")).toEqual([]);
  expect(await database.query("select from notices")).toHaveLength(4999);
});

test("ending events doesn't read the lanes that were let go before", async () => {
  await using database = await createDatabase();
  await using db = connectDatabase(database.url, { poolSize: 1, clock: manualClock() });
  await migrate(db);
  const lanes = new Lanes({ replica: await registerReplica(db), isHeld: () => true });
  await finish(db, lanes, await insert(db, lanes, "few", 4));
  const [lookups] = await db.rows<{ statement: string }>(
    "select statement from pg_prepared_statements where statement ~ '^with own'",
  );
  // As for a large table.
  await setDefault(database, "enable_seqscan = off");
  const plan = await database.query(`explain (generic_plan) ${lookups?.statement}`);
  expect(JSON.stringify(plan)).toContain("lanes_pkey");
  expect(JSON.stringify(plan)).not.toContain("lanes_owner");
});
