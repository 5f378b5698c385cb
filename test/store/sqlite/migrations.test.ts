/** Upgrades of stores that former versions have written. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { takeLock } from "../../../src/store/sqlite/lock.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { baseVersion, migrations, schemaVersion } from "../../../src/store/sqlite/schema.ts";
import { manualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { createFormerSchema } from "./former-schemas.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "migrations-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = () => join(dir, "bot.sqlite");
const versions = () => {
  using db = new DatabaseSync(file());
  const pragma = (name: string) => Number(Object.values(db.prepare(`pragma ${name}`).get()!)[0]);
  return { version: pragma("user_version"), changes: pragma("schema_version") };
};

/** All tables, indexes and triggers, without what differs by how they were made: comments, quotes, white space. */
function schemaOf(path: string): string[] {
  using db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("select name, sql from sqlite_schema order by name").all();
  return rows.map(({ name, sql }) => {
    const text = String(sql)
      .replaceAll(/--.*/g, "")
      .replaceAll(/["\s]+/g, " ")
      .replaceAll(/ ?([(),]) ?/g, "$1");
    return `${String(name)}: ${text.trim().toLowerCase()}`;
  });
}

const openAttached = () => openSqliteStore(dir, manualClock(), { attach: true });
const dayAgo = () => Date.now() - 86_400_000;
const event = (webhookEventId: string) => ({
  webhookEventId,
  chat: "U1",
  messageId: null,
  event: { type: "message" },
});

/** States of former versions, with the state that each is now. */
const formerStates = {
  open: "open",
  waiting: "awaiting_approval",
  taken: "claimed",
  unknown: "unknown",
  person: "needs_review",
  done: "done",
  undone: "undone",
  refused: "refused",
  cancelled: "cancelled",
  declined: "declined",
  lapsed: "expired",
} as const;
const outcomes: Record<string, string> = {
  done: '{"state":"done","done":{"coupons":[]}}',
  refused: '{"state":"refused","code":"OUT_OF_STOCK","detail":null}',
  unknown: '{"state":"unknown","again":5}',
  person: '{"state":"person"}',
};

/** A store of a former version with rows in every table. */
function createFormerStore(version: number): void {
  using db = new DatabaseSync(file());
  createFormerSchema(db, version);
  const now = Date.now();
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row);
    const places = columns.map(() => "?").join();
    const sql = `insert into ${table} (${columns.join()}) values (${places})`;
    db.prepare(sql).run(...Object.values(row));
  };
  for (const [index, state] of ["done", "open", "parked", "retry"].entries()) {
    const id = index + 1;
    insert("event_keys", { id, account: "A", webhook_event_id: state, received_at: now });
    if (state === "done") continue;
    insert("inbox", {
      id,
      account: "A",
      chat: "U1",
      message_id: `m${id}`,
      body: '{"type":"message"}',
      received_at: now,
      attempts: 2,
      state,
      park_reason: state === "open" ? null : "failed",
      decided: '[{"type":"text"}]',
    });
  }
  insert("line_users", { account: "A", line_id: "U1", language: "ja", following: 0 });
  insert("settings", { name: "image key", value: "secret" });
  const since = { account: "A", since: 5 };
  insert("staff", { ...since, line_id: "U8", role: "owner", name: "Ann", active: 1 });
  insert("staff", { ...since, line_id: "U9", role: "cashier", name: "Bo", active: 0 });
  insert("invites", { account: "A", hash: "free", role: "cashier", expires_at: now + 1e9 });
  for (const [state, nameNow] of Object.entries(formerStates)) {
    insert("confirmations", {
      account: "A",
      id: state,
      asker: "U8",
      command: "gift",
      kind: "giving",
      order_json: '{"set":"1"}',
      ref_id: `ref-${state}`,
      member_uuid: "member",
      gifts: 5,
      points: 7,
      approval: 1,
      asked_at: 10,
      expires_at: 20,
      undo_of: state === "open" ? "done" : null,
      state: version >= 10 ? nameNow : state,
      confirmed_at: 11,
      confirmed_event: "e1",
      taken_by: "U9",
      taken_at: 12,
      taken_event: "e2",
      outcome: outcomes[state]?.replace('"person"', `"${version >= 10 ? nameNow : state}"`) ?? null,
      again_at: state === "unknown" ? 5 : null,
    });
  }
  insert("audit", {
    account: "A",
    at: 3,
    actor: "U8",
    event_id: "e1",
    step: "person",
    command: "gift",
    confirmation: "person",
    ref_id: "ref-person",
    member_uuid: "member",
    facts: '{"sends":1}',
  });
  insert("notices", {
    account: "A",
    line_id: "U1",
    notice: '{"kind":"ended","confirmation":"done"}',
    at: now,
    ...(version >= 8 && { push_key: "11111111-1111-4111-a111-111111111111" }),
  });
  insert("member_index", { hash: "h", uuid: "member", page: 3, walk: 2 });
  insert("member_walk", { platform: "shop", walk: 2, next_page: 4, whole: 1 });
}

describe.each([7, 8, 9, 10])("a store of schema %i", (version) => {
  beforeEach(() => createFormerStore(version));

  test("keeps its events, people, settings and audit", async () => {
    const clock = manualClock();
    await using store = openSqliteStore(dir, clock);
    expect(await store.inbox.open()).toMatchObject([
      {
        id: 2,
        chat: "U1",
        event: { type: "message" },
        attempts: 2,
        savedReply: expect.any(String),
      },
    ]);
    expect(await store.inbox.parked()).toMatchObject([{ id: 3, reason: "failed", hasText: true }]);
    const consumer = collectEvents();
    await store.inbox.start(consumer);
    clock.turn(10_000);
    await expect.poll(() => consumer.events.map(({ id }) => id)).toEqual([2, 4]);
    // Processed events are known by their keys; new ones get further ids.
    const known = ["done", "open", "parked", "retry", "new"].map(event);
    expect(await store.inbox.insertNew("A", known, 1)).toMatchObject([{ id: 5 }]);
    expect(await store.lineUsers.get("A", "U1")).toEqual({ language: "ja", following: false });
    expect(await store.settings.get("image key")).toBe("secret");
    expect(await store.staff.list("A")).toMatchObject([
      { lineId: "U8", role: "owner", active: true, since: 5 },
      { lineId: "U9", role: "cashier", active: false },
    ]);
    const joins = { by: "U7", eventId: "e9", at: Date.now() };
    expect(await store.staff.join("A", joins, "free", "Cy")).toBe("cashier");
    expect((await store.audit.all())[0]).toMatchObject({
      at: 3,
      actor: "U8",
      action: "person",
      facts: { sends: 1 },
    });
    expect(await store.memberIndex.find("h")).toEqual([{ uuid: "member", page: 3 }]);
  });

  test("keeps its confirmations under the states' new names", async () => {
    await using store = openSqliteStore(dir, manualClock());
    for (const [former, state] of Object.entries(formerStates)) {
      const outcome = (outcomes[former] ?? "null").replace('"person"', '"needs_review"');
      expect(await store.confirmations.get("A", former)).toMatchObject({
        state,
        outcome: JSON.parse(outcome) as unknown,
        order: { set: "1" },
        approval: true,
        claimedBy: "U9",
        claimedAt: 12,
      });
    }
    expect((await store.confirmations.undoOf("A", "done"))?.id).toBe("open");
    const due = await store.confirmations.dueForReconciliation("A", Date.now());
    expect(due.map(({ id }) => id).toSorted()).toEqual(["taken", "unknown"]);
  });

  test("keeps its notices, each with a push key", async () => {
    await using store = openSqliteStore(dir, manualClock());
    await store.retention.purge(
      { texts: dayAgo(), traces: dayAgo(), ledger: dayAgo(), statistics: 0 },
      () => Promise.resolve(),
    );
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const pushKey = expect.stringMatching(uuid) as string;
    const notice = { kind: "ended", confirmation: "done" };
    expect(await store.notices.pushable("A")).toMatchObject([{ id: 1, notice, pushKey }]);
  });

  test("gets the schema of a new store, once", async () => {
    await openSqliteStore(dir, manualClock())[Symbol.asyncDispose]();
    const once = versions();
    expect(once.version).toBe(schemaVersion);
    await openSqliteStore(dir, manualClock())[Symbol.asyncDispose]();
    expect(versions()).toEqual(once);
    const fresh = join(dir, "fresh");
    await openSqliteStore(fresh, manualClock())[Symbol.asyncDispose]();
    expect(schemaOf(file())).toEqual(schemaOf(join(fresh, "bot.sqlite")));
  });

  test("isn't upgraded by an operator's command while its bot runs, which is told", async () => {
    {
      using _bot = takeLock(dir);
      expect(openAttached).toThrow(/older version \(schema \d+.*restart it with this version/);
      expect(versions().version).toBe(version);
    }
    await openAttached()[Symbol.asyncDispose]();
    expect(versions().version).toBe(schemaVersion);
  });
});

test("a store that lacks the last migrations only gets the schema of a new store", async () => {
  const lacking = 2;
  {
    using db = new DatabaseSync(file());
    createFormerSchema(db, baseVersion);
    db.exec(migrations.slice(0, -lacking).join("\n"));
    db.exec(`pragma user_version = ${schemaVersion - lacking}`);
  }
  const fresh = join(dir, "fresh");
  for (const folder of [dir, fresh]) {
    await openSqliteStore(folder, manualClock())[Symbol.asyncDispose]();
  }
  expect(schemaOf(file())).toEqual(schemaOf(join(fresh, "bot.sqlite")));
});

test.each([7, 8])("an unresolved order of schema %i isn't sent again", async (version) => {
  createFormerStore(version);
  await using store = openSqliteStore(dir, manualClock());
  const of = (id: string) => store.confirmations.get("A", id);
  expect(await of("open")).toMatchObject({ sends: 0, sentAt: null });
  for (const id of ["taken", "unknown", "person"]) {
    expect(await of(id)).toMatchObject({ sends: 2, sentAt: expect.any(Number) });
  }
  // It was undone as a whole, so none of it counts.
  expect(await of("undone")).toMatchObject({ gifts: 0, points: 0, state: "undone" });
});

test.each([1, 6, schemaVersion + 1])(
  "a store of schema %i is refused and left alone",
  (version) => {
    createFormerStore(7);
    {
      using db = new DatabaseSync(file());
      db.exec(`pragma user_version = ${version}`);
    }
    const before = schemaOf(file());
    expect(() => openSqliteStore(dir, manualClock())).toThrow(
      version > schemaVersion ? /newer version/ : /too old \(schema \d, this one upgrades from 7\)/,
    );
    expect(versions().version).toBe(version);
    expect(schemaOf(file())).toEqual(before);
  },
);

test("an upgrade that fails changes nothing", () => {
  createFormerStore(7);
  {
    using db = new DatabaseSync(file());
    db.exec("alter table confirmations add column sent_at integer");
  }
  const before = schemaOf(file());
  expect(() => openSqliteStore(dir, manualClock())).toThrow(/duplicate column/);
  expect(versions().version).toBe(7);
  expect(schemaOf(file())).toEqual(before);
});
