/** Full stores that former versions have written are upgraded, restored and copied with everything in them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../../src/observability/log.ts";
import { copyStore } from "../../../src/store/copy.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { schemaVersion } from "../../../src/store/schema.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { restoreStore } from "../../../src/store/sqlite/restore.ts";
import { upgradeFrom20 } from "../../../src/store/sqlite/migrations.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { createDatabase } from "../../support/postgres.ts";
import { confirmationIds, readingsOf, redemptionIds, writtenAt } from "../former/readings.ts";
import { formerDatabase, formerReadings, writeFormerStore } from "../former/write.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "former-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const log = createLog("silent");
const openSqlite = () => openSqliteStore(dir, manualClock(writtenAt));
const openPostgres = (url: string) => {
  const clock = manualClock(writtenAt);
  return openPostgresStore(url, { clock, databaseTime: clock.now, log });
};

test("a former store on SQLite is read as before, and again once it is upgraded", async () => {
  writeFormerStore(join(dir, "bot.sqlite"));
  for (let start = 0; start < 2; start++) {
    await using store = openSqlite();
    expect(await readingsOf(store)).toEqual(formerReadings);
  }
});

test("a store on SQLite of the version in between is read as before", async () => {
  const file = join(dir, "bot.sqlite");
  writeFormerStore(file);
  {
    using db = new DatabaseSync(file);
    const names = ["taken_by claimed_by", "taken_at claimed_at", "taken_event claimed_event"];
    const renamed = [...names, "again_at retry_at"].map(
      (pair) => `alter table confirmations rename column ${pair.replace(" ", " to ")};`,
    );
    db.exec(`${upgradeFrom20} ${renamed.join("\n")} pragma user_version = 21`);
  }
  await using store = openSqlite();
  expect(await readingsOf(store)).toEqual(formerReadings);
});

test("a former store on Postgres is read as before, and again once it is upgraded", async () => {
  await using database = await createDatabase();
  await database.query(formerDatabase);
  for (let start = 0; start < 2; start++) {
    await using store = await openPostgres(database.url);
    expect(await readingsOf(store)).toEqual(formerReadings);
  }
});

/** Columns, indexes and constraints. */
const definitions = `select concat_ws(' ', table_name, column_name, data_type, column_default,
    is_nullable, is_identity) as line from information_schema.columns where table_schema = 'public'
  union select indexdef from pg_indexes where schemaname = 'public'
  union select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
  order by 1`;

test("an upgraded database on Postgres has the schema of a new one", async () => {
  await using former = await createDatabase();
  await former.query(formerDatabase);
  await using fresh = await createDatabase();
  for (const { url } of [former, fresh]) await (await openPostgres(url))[Symbol.asyncDispose]();
  expect(await former.query(definitions)).toEqual(await fresh.query(definitions));
});

test("a database on Postgres isn't upgraded while a replica of a former version runs, which can't start afterwards", async () => {
  await using database = await createDatabase();
  await database.query(formerDatabase);
  await database.query(
    "insert into replicas (until, schema_version, name) values (clock_timestamp() + interval '1 hour', 12, 'old')",
  );
  await expect(openPostgres(database.url)).rejects.toThrow(
    "1 replicas of an older version are running: stop them before this version starts",
  );
  expect(await database.query("select version from schema_info")).toEqual([{ version: 12 }]);
  await database.query("update replicas set until = clock_timestamp()");
  await (await openPostgres(database.url))[Symbol.asyncDispose]();
  expect(await database.query("select * from schema_info")).toEqual([
    { version: schemaVersion, oldest_compatible: 22 },
  ]);
});

test("a database on Postgres that is too old is refused and left alone", async () => {
  await using database = await createDatabase();
  await database.query(`${formerDatabase}; update schema_info set version = 11`);
  await expect(openPostgres(database.url)).rejects.toThrow(
    "too old (schema 11, this one upgrades from 12)",
  );
  expect(await database.query("select version from schema_info")).toEqual([{ version: 11 }]);
});

test("what was open in a former store is handed out, and its ids aren't given again", async () => {
  writeFormerStore(join(dir, "bot.sqlite"));
  await using database = await createDatabase();
  await database.query(formerDatabase);
  for (const store of [openSqlite(), await openPostgres(database.url)]) {
    await using _ = store;
    const consumer = collectEvents();
    await store.inbox.start(consumer);
    const ids = consumer.events.map(
      ({ event }) => (event as { webhookEventId: string }).webhookEventId,
    );
    expect(ids.toSorted()).toEqual(["carrying", "open", "second"]);
    const [next] = await store.inbox.insertNew(
      "A",
      [
        { webhookEventId: "processed", chat: "U5", messageId: null, event: {} },
        { webhookEventId: "new", chat: "U5", messageId: null, event: {} },
      ],
      writtenAt,
    );
    expect(next?.event).toEqual({});
    expect(consumer.events.every(({ id }) => id < (next?.id ?? 0))).toBe(true);
  }
});

test("an entry of the audit that doesn't say what it undoes gets that from its order", async () => {
  const file = join(dir, "bot.sqlite");
  writeFormerStore(file);
  const db = new DatabaseSync(file);
  db.exec(`drop trigger audit_is_not_rewritten;
    update audit set facts = json_remove(facts, '$.undoOf');
    create trigger audit_is_not_rewritten before update on audit
      begin select raise(abort, 'the audit is append-only'); end;`);
  db.close();
  await using store = openSqlite();
  expect(await readingsOf(store)).toEqual(formerReadings);
});

test("a former store is copied to Postgres as it is", async () => {
  writeFormerStore(join(dir, "bot.sqlite"));
  await using database = await createDatabase();
  await copyStore({ dataDir: dir, url: database.url, clock: manualClock(writtenAt) });
  await using store = await openPostgres(database.url);
  expect(await readingsOf(store)).toEqual(formerReadings);
});

test("a backup of a former store is restored, with nothing left to be carried out", async () => {
  const backup = join(dir, "backup.sqlite");
  writeFormerStore(backup);
  expect(await restoreStore(dir, backup, manualClock(writtenAt))).toEqual({
    aside: null,
    events: 3,
    // Of staff: open, awaiting approval and an undo. Of a member: one, and an undo.
    questions: 5,
    // Three of staff, and of members five redemptions and an undo.
    orders: 9,
    notices: 17,
    invitations: 1,
  });
  await using store = openSqlite();
  const statesOf = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => store.orders.get("A", id)))).map((order) => order?.state);
  const kept = { ...formerReadings, ...(await readingsOf(store)) } as Record<string, unknown>;
  expect(await statesOf(confirmationIds)).toEqual([
    "cancelled",
    "declined",
    "needs_review",
    "needs_review",
    "needs_review",
    "needs_review",
    "done",
    "undone",
    "refused",
    "cancelled",
    "declined",
    "expired",
    "cancelled",
    "done",
  ]);
  expect(await statesOf(redemptionIds)).toEqual([
    "cancelled",
    "cancelled",
    "needs_review",
    "needs_review",
    "refused",
    "needs_review",
    "needs_review",
    "done",
    "done",
    "needs_review",
    "taken_back",
    "undone",
    "needs_review",
    "closed",
  ]);
  const undos = ["undo-redeem done", "undo-redeem voiding_coupon", "undo-redeem undone"];
  expect(await statesOf(undos)).toEqual(["cancelled", "needs_review", "done"]);
  expect(kept).toMatchObject({ dialogues: [null, null, null, null, null], pushable: [] });
  for (const part of ["staff", "ledger", "publications", "prices", "statistics", "users"]) {
    expect(kept[part]).toEqual(formerReadings[part]);
  }
});
