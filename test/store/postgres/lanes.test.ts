/** What a new lane knows of its chat's user, and for how long. */
import { expect, test } from "vitest";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { finishEvents } from "../../../src/store/postgres/finish-events.ts";
import { insertEvents } from "../../../src/store/postgres/insert-events.ts";
import { fencedDatabase, Lanes, noFence } from "../../../src/store/postgres/lanes.ts";
import { migrate } from "../../../src/store/postgres/migrations.ts";
import { answerNotices, readUser } from "../../../src/store/postgres/reads.ts";
import { createDatabaseClock } from "../../../src/store/postgres/database-clock.ts";
import { createLineUsers } from "../../../src/store/line-users.ts";
import { applyingWrites, type StateChange } from "../../../src/store/state-changes.ts";
import { createNoticeChanges } from "../../../src/store/notices.ts";
import { manualClock } from "../../support/clock.ts";
import { createDatabase } from "../../support/postgres.ts";

const account = "A";
const chat = "U1";

async function createWorld() {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await createDatabase());
  const clock = manualClock();
  const db = connectDatabase(database.url, { clock });
  // Some tests have closed it.
  opening.defer(async () => db[Symbol.asyncDispose]().then(undefined, () => {}));
  await migrate(db);
  const [replica] = await db.rows<{ id: number }>(
    `insert into replicas (until, schema_version, name)
     values (clock_timestamp() + interval '1 hour', 1, '') returning id`,
  );
  const lanes = new Lanes({ replica: replica?.id ?? 0, isHeld: () => true });
  const shared = fencedDatabase(db, noFence, createDatabaseClock(clock, clock.now));
  const changes = createNoticeChanges(clock, { addressed() {}, claimed() {} });
  const lineUsers = createLineUsers(shared, readUser(db, lanes), applyingWrites(changes), {
    announce: async () => {},
  });
  const notices = answerNotices(db, { lanes, finishCarrier() {} });
  const opened = opening.move();
  return {
    db,
    lanes,
    /** What is stored of the user, without the database if that is known. */
    async read() {
      const { language, following } = await lineUsers.get(account, chat);
      const { length } = await notices.of(account, chat);
      return { language, following, notices: length };
    },
    write: (...writes: StateChange[]) => lineUsers.write(account, writes),
    addNotice: () =>
      changes.add(db, { account, lineId: chat, notice: { kind: "ended", confirmation: "c" } }),
    async insert(webhookEventId: string) {
      const events = [{ webhookEventId, chat, messageId: null, event: {} }];
      const { taken } = await insertEvents(db, lanes, [{ account, events, receivedAt: 1 }], true);
      return taken.flat().flatMap((stored) => (stored instanceof Error ? [] : [stored.id]));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test("the first event of a chat is answered without reading of its user", async () => {
  await using world = await createWorld();
  await world.insert("e1");
  await world.db[Symbol.asyncDispose]();
  expect(await world.read()).toEqual({ language: null, following: true, notices: 0 });
});

test("what was stored of the user before is known with the event", async () => {
  await using world = await createWorld();
  await world.write(
    { kind: "language", lineId: chat, language: "ja" },
    { kind: "following", lineId: chat, following: false },
  );
  await world.addNotice();
  await world.insert("e1");
  const stored = { language: "ja", following: false, notices: 1 };
  expect(await world.read()).toEqual(stored);
  await world.db[Symbol.asyncDispose]();
  // The notices themselves are read.
  await expect(world.read()).rejects.toThrow("database");
});

test("a notice that a reply carries isn't one that waits", async () => {
  await using world = await createWorld();
  await world.addNotice();
  await world.db.run("update notices set carrier = 'reply A e0'");
  await world.insert("e1");
  await world.db[Symbol.asyncDispose]();
  expect(await world.read()).toMatchObject({ notices: 0 });
});

test("what an event stores is read after it, by itself and by the next event", async () => {
  await using world = await createWorld();
  const [id = 0] = await world.insert("e1");
  await world.write({ kind: "language", lineId: chat, language: "ja" });
  await world.addNotice();
  await world.db.transaction((tx) => world.lanes.assertOwner(tx, id));
  expect(await world.read()).toMatchObject({ language: "ja", notices: 1 });
});

test("the next event of a chat finds what was stored since the first one came", async () => {
  await using world = await createWorld();
  const [id = 0] = await world.insert("e1");
  await world.insert("e2");
  await world.write({ kind: "language", lineId: chat, language: "ja" });
  await world.addNotice();
  const lane = world.lanes.ofEvent(id);
  if (!lane) throw new Error("no lane");
  const finished = [{ kind: "event" as const, id, lane, parked: null }];
  expect(await finishEvents(world.db, world.lanes, finished)).toHaveLength(1);
  expect(await world.read()).toMatchObject({ language: "ja", notices: 1 });
});
