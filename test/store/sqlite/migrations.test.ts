/** A store of any former version is brought up to date once, and keeps what it holds. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "../../../src/store/sqlite/lock.ts";
import { migrations } from "../../../src/store/sqlite/migrations.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { handClock } from "../../support/clock.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "migrations-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = () => join(dir, "bot.sqlite");
const schema = () => {
  using db = new DatabaseSync(file());
  const pragma = (name: string) => Number(Object.values(db.prepare(`pragma ${name}`).get()!)[0]);
  return { version: pragma("user_version"), changes: pragma("schema_version") };
};

/** Notices came with the second migration, and have a push key since the eighth. */
const hasNotice = (version: number) => version >= 2 && version < 8;

test.each(migrations.map((_, version) => version))("version %i is brought up", async (version) => {
  {
    using db = new DatabaseSync(file());
    for (const migration of migrations.slice(0, version)) db.exec(migration);
    db.exec(`pragma user_version = ${version}`);
    if (version >= 1) {
      db.exec("insert into line_users (account, line_id, language) values ('A', 'U1', 'ja')");
    }
    if (version >= 1 && version < 6) {
      const insert =
        db.prepare(`insert into inbox (account, webhook_event_id, chat, body, received_at, state)
        values ('A', ?, 'U1', '{}', ?, ?)`);
      ["done", "open", "parked"].forEach((state) => insert.run(state, Date.now(), state));
    }
    if (version >= 6) {
      const know = db.prepare(
        "insert into event_keys (account, webhook_event_id, received_at) values ('A', ?, ?)",
      );
      const insert = db.prepare(
        `insert into inbox (id, account, chat, body, received_at, state)
         values (?, 'A', 'U1', '{}', ?, ?)`,
      );
      ["done", "open", "parked"].forEach((state, index) => {
        know.run(state, Date.now());
        if (state !== "done") insert.run(index + 1, Date.now(), state);
      });
    }
    if (hasNotice(version)) {
      db.exec(`insert into notices (account, line_id, notice) values ('A', 'U1', '{"kind":"x"}')`);
      if (version >= 4) db.exec("update notices set at = unixepoch() * 1000");
    }
  }
  const store = openSqliteStore(dir, handClock());
  const beside = openSqliteStore(dir, handClock(), { beside: true });
  expect((await beside.lineUsers.get("A", "U1")).language).toBe(version >= 1 ? "ja" : null);
  // A notice of before has its time from now on, so it isn't forgotten at once.
  const before = Date.now() - 86_400_000;
  await store.retention.purge({ texts: before, traces: before }, () => Promise.resolve());
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const pushKey = expect.stringMatching(uuid) as string;
  expect(await store.notices.pushable("A")).toMatchObject(hasNotice(version) ? [{ pushKey }] : []);
  if (version >= 1) {
    // What was answered is known by its key alone; what wasn't goes on under its id.
    expect((await store.inbox.open()).map(({ id }) => id)).toEqual([2]);
    expect((await store.inbox.parked()).map(({ id }) => id)).toEqual([3]);
    const known = ["done", "open", "parked", "new"].map((webhookEventId) => ({
      webhookEventId,
      chat: "U1",
      messageId: null,
      event: {},
    }));
    expect(await store.inbox.insertNew("A", known, 1)).toMatchObject([{ id: 4 }]);
  }
  await beside[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  const once = schema();
  expect(once.version).toBe(migrations.length);
  await openSqliteStore(dir, handClock())[Symbol.asyncDispose]();
  expect(schema()).toEqual(once);
});

const openBeside = () => openSqliteStore(dir, handClock(), { beside: true });

test("an operator's command leaves the schema of a running bot as it is, and says what to do", async () => {
  const old = migrations.length - 1;
  {
    using db = new DatabaseSync(file());
    for (const migration of migrations.slice(0, old)) db.exec(migration);
    db.exec(`pragma user_version = ${old}`);
  }
  {
    using _bot = takeLock(dir);
    expect(openBeside).toThrow(/older version \(schema \d+.*restart it with this version/);
    expect(schema().version).toBe(old);
  }
  await openBeside()[Symbol.asyncDispose]();
  expect(schema().version).toBe(migrations.length);
});

test("an order that a former version left open isn't sent once more", async () => {
  const former = migrations.findIndex((sql) => sql.includes("add column sends"));
  {
    using db = new DatabaseSync(file());
    for (const migration of migrations.slice(0, former)) db.exec(migration);
    db.exec(`pragma user_version = ${former}`);
    const insert = db.prepare(
      `insert into confirmations (account, id, asker, command, kind, order_json, ref_id, gifts, points,
         approval, asked_at, expires_at, state) values ('A', ?, 'U1', 'gift', 'giving', '{}', 'R', 5, 0,
         0, 1, 2, ?)`,
    );
    for (const state of ["open", "taken", "unknown", "undone"]) insert.run(state, state);
  }
  await using store = openSqliteStore(dir, handClock());
  const of = (id: string) => store.confirmations.get("A", id);
  expect(await of("open")).toMatchObject({ sends: 0, sentAt: null });
  for (const id of ["taken", "unknown"]) {
    const state = id === "taken" ? "claimed" : id;
    expect(await of(id)).toMatchObject({ state, sends: 2, sentAt: expect.any(Number) });
  }
  // It was undone as a whole, so none of it counts.
  expect(await of("undone")).toMatchObject({ gifts: 0, state: "undone" });
});
