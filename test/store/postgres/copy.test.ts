/** A copy of a SQLite store in which everything occurs: it is whole, or the target stays empty. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { settingsKeys } from "../../../src/config/settings-keys.ts";
import { createLog } from "../../../src/observability/log.ts";
import { copyStore } from "../../../src/store/copy.ts";
import { hashId } from "../../../src/store/hash-id.ts";
import { sharedTables } from "../../../src/store/schema.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { createDatabase, type TestDatabase } from "../../support/postgres.ts";
import {
  arrive,
  bot,
  conclusion,
  day,
  event,
  oneOfMember,
  question,
  redemption,
} from "../conformance/harness.ts";
import { draftOf } from "../conformance/drafts.ts";

let dataDir: string;
let database: TestDatabase;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "copy-"));
  database = await createDatabase();
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

const clock = systemClock;
const log = createLog("silent");
const openSource = () => openSqliteStore(dataDir, clock);
const openTarget = () => openPostgresStore(database.url, { clock, log });
const copy = () => copyStore({ dataDir, url: database.url, clock });
const tablesOfTarget = () =>
  database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );

const ended = { kind: "ended", confirmation: "done" } as const;
const entry = {
  uuid: "transaction",
  id: 7,
  at: 5000,
  type: "ADD",
  status: "COMPLETED",
  points: -25,
  balanceAfter: 9_007_199_254_740_991,
  memberUuid: "member",
  cardUuid: "card",
  cardHash: "hash",
  refId: null,
  refNoHash: "hash of a number",
} as const;

/** Fills every table, with each state and each optional column once. */
async function fill(store: Store): Promise<void> {
  const { inbox, lineUsers, orders, staff, memberIndex } = store;
  const { ledger, settings, notices } = store;
  const now = clock.now();
  for (const id of ["processed", "parked", "without text", "marked"]) {
    const { id: row } = await arrive(store, id, 1);
    if (id === "processed") inbox.markProcessed(row);
    else inbox.park(row, id === "marked" ? "too late" : "failed");
  }
  await store.check();
  const [, , marked] = await inbox.parked();
  await inbox.retry(marked?.id ?? 0);
  const open = await inbox.insertNew("A", [event("open"), event("second")], now);
  for (const one of open) await inbox.saveReply(one, '[{"type":"text","text":"สวัสดี 👋"}]', []);

  await lineUsers.write("A", [
    { kind: "language", lineId: "U1", language: "ja" },
    { kind: "following", lineId: "U2", following: false },
    ...["open", "done", "unknown"].map((id) => ({
      kind: "question" as const,
      question: question(id, now, {
        input: { lineId: "U1", memberUuid: "member", quote: `"\\'{},` },
        approval: id === "open",
      }),
    })),
  ]);
  for (const id of ["done", "unknown"]) {
    const action = { by: "U9", eventId: `tap on ${id}`, at: now };
    await orders.confirm("A", id, action, day);
    const send = { step: 0, before: 0, sends: 1, isIdempotent: false, clockDifference: -3 };
    await orders.recordSend("A", id, send, null);
    const isDone = id === "done";
    const ending = conclusion(
      id,
      isDone ? { state: "done", done: { given: 1 } } : { state: "unknown", again: now },
      {
        before: 1,
        undo: isDone ? question("undo", now, { undoes: "done" }) : null,
        notices: isDone ? ["U1", "U2"].map((lineId) => ({ lineId, notice: ended })) : [],
      },
    );
    await orders.conclude("A", ending, bot);
  }
  await lineUsers.write("A", [{ kind: "question", question: redemption("redeemed", now) }]);
  const redeeming = { by: "U1", eventId: "redeeming", at: now };
  await orders.confirm("A", "redeemed", redeeming, oneOfMember);
  const [first, second] = await notices.pushable("A");
  await notices.beginPush(first?.id ?? 0, now);
  await notices.endPush(second?.id ?? 0, "delivered");

  const by = { by: "U9", eventId: "invitation", at: now };
  await staff.add("A", [
    { lineId: "U9", role: "owner", name: "Olivia", active: true, since: 1 },
    { lineId: "U8", role: "cashier", name: "ひな", active: false, since: 2 },
  ]);
  await staff.invite("A", by, { hash: "open", role: "cashier", expiresAt: now + 1000 });
  await staff.invite("A", by, { hash: "taken", role: "manager", expiresAt: now + 1000 });
  await staff.join("A", { by: "U7", eventId: "join", at: now }, "taken", "Seven");
  const change = { by: "U9", eventId: "removal", at: now, confirmation: "removal" };
  const seven = { lineId: "U7", name: "Seven", role: "manager" } as const;
  const command = "remove";
  await staff.remove("A", { ...change, command }, seven, { keepOwner: true });
  await settings.set(settingsKeys.imageKey, "key");
  await memberIndex.loadCursor("shop");
  await memberIndex.upsert([{ hash: hashId("U1"), uuid: "member", page: 3 }], 1, 4);
  await store.usedCodes.use("a code", "event of a cashier", 60_000);
  await store.failedAttempts.begin("invitation", "U1", 60_000);
  await store.menuLinks.replace("A", "U1", { menu: "menu", at: now }, null);
  await store.publications.publish({
    at: now,
    author: "Mint",
    overrides: "{}",
    approver: null,
    source: "studio",
  });
  await store.publications.undo({ at: now, author: "Ploy", source: "command line" });
  const schedule = { id: "U8", name: "Mint", at: now };
  await store.drafts.change("A", "U8", () => ({
    result: null,
    draft: draftOf("U8", { schedule }),
  }));
  await store.studioAccess.openForOperator("A", { hash: "session", expiresAt: now + 1000 }, now);
  const taps = { day: "2026-11-22", kind: "tap", name: "member.card", language: "th" } as const;
  await store.statistics.add(
    "A",
    [{ ...taps, count: 3 }],
    [{ day: "2026-11-23", kind: "answered", lineId: "U1" }],
  );
  for (const asker of ["U1", "U2", "U3"]) {
    const asked = { text: "wifi", language: "en", asker, day: "2026-11-22", at: now };
    await store.unanswered.add("A", { ...asked, from: "2026-11-01" });
  }
  await store.staffPrices.replace("A", { setUuid: "latte", before: null, after: 200 });
  const dialogue = { kind: "dialogue", lineId: "U1", dialogue: "{}" } as const;
  await store.lineUsers.write("A", [{ ...dialogue, expiresAt: now + 60_000 }]);
  const ending = { memberUuid: "member", endsAt: now + 60_000 };
  const reminder = { of: "coupon", uuid: "coupon", code: "CODE" } as const;
  await store.reminders.keep("A", [{ ...ending, reminder, key: "kept" }]);
  await store.lineUsers.write("A", [
    { kind: "rule_keys", keys: [{ key: "given", until: now + 60_000 }] },
    { kind: "remind", lineId: "U1", endings: [{ ...ending, reminder, key: "told" }] },
  ]);
  await ledger.begin("shop", 4000);
  await ledger.save([entry], { until: 6000 });
}

async function fillSource(): Promise<void> {
  await using store = openSource();
  await fill(store);
}

const statement = (sql: string) => {
  using db = new DatabaseSync(join(dataDir, "bot.sqlite"));
  db.exec(sql);
};

/** What the ports read of everything that `fill` stores. */
async function readAll(store: Store): Promise<object> {
  const { inbox, lineUsers, orders, staff, memberIndex, ledger, settings, notices } = store;
  const parked = await inbox.parked();
  const ids = ["open", "done", "unknown", "undo", "redeemed"];
  return {
    open: (await inbox.open()).filter(({ chat }) => chat === "U1"),
    parked: parked.filter(({ reason }) => reason === "failed"),
    content: await inbox.get(parked[0]?.id ?? 0),
    users: [await lineUsers.get("A", "U1"), await lineUsers.get("A", "U2")],
    orders: await Promise.all(ids.map((id) => orders.get("A", id))),
    audit: await store.audit.all(),
    notices: [await notices.pushable("A"), await notices.of("A", "U1")],
    staff: await staff.list(),
    index: [await memberIndex.find(hashId("U1")), await memberIndex.loadCursor("shop")],
    ledger: await ledger.find({ by: "memberUuid", value: "member" }, { limit: 9, offset: 0 }),
    menu: await store.menuLinks.get("A", "U1"),
    publications: await store.publications.list(9),
    drafts: [await store.drafts.list("A"), await store.drafts.due("A", Number.MAX_SAFE_INTEGER)],
    access: await store.studioAccess.holderOf("A", "session", 0),
    prices: await store.staffPrices.list("A"),
    statistics: await store.statistics.list("A", "2026-01-01", "2026-12-31"),
    people: await store.statistics.peopleByDay("A", "2026-01-01", "2026-12-31"),
    unanswered: await store.unanswered.list("A", "2026-01-01"),
    dialogue: await store.dialogues.get("A", "U1"),
    given: await store.ruleKeys.isTaken("A", "given", 0),
    told: await store.reminders.told("A", ["kept", "told"]),
    reminders: await store.reminders.of("A", "member", { now: 0, until: Number.MAX_SAFE_INTEGER }),
    coverage: await ledger.coverage("shop"),
    settings: await settings.get(settingsKeys.imageKey),
  };
}

describe("a copy", () => {
  test("is of every table of the store, but for what replicas know of each other", async () => {
    await openSource()[Symbol.asyncDispose]();
    const copied = (await copy()).map(({ table }) => table).toSorted();
    using db = new DatabaseSync(join(dataDir, "bot.sqlite"), { readOnly: true });
    const sources = db
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .all()
      .map(({ name }) => String(name));
    expect(copied).toEqual(sources.toSorted());
    const own = new Set(["lanes", "leaders", "replicas", "schema_info"]);
    const targets = (await tablesOfTarget()).map(({ name }) => name);
    expect(copied).toEqual(targets.filter((name) => !own.has(name)).toSorted());
  });

  test("of a store in which everything occurs reads the same", async () => {
    await fillSource();
    statement("update inbox set body = '' where park_reason = 'failed' and id = 3");
    const before = await (async () => {
      await using store = openSqliteStore(dataDir, clock, { attach: true });
      return await readAll(store);
    })();
    const results = await copy();
    expect(results.filter(({ rows }) => rows === 0)).toEqual([]);
    await using target = await openTarget();
    expect(await readAll(target)).toEqual(before);
    expect(await database.query("select distinct line_id, member_uuid from orders")).toEqual([
      { line_id: "U1", member_uuid: "member" },
    ]);
    expect((await target.personalData.of("U7")).audit).toHaveLength(2);
  });

  test("goes on: chats are taken over as begun, what was marked is tried again, and ids aren't given twice", async () => {
    await fillSource();
    await copy();
    await using target = await openTarget();
    const consumer = collectEvents();
    await target.inbox.start(consumer);
    expect(consumer.events.find(({ chat }) => chat === "chat of marked")?.receivedAt).not.toBe(1);
    const taken = consumer.events.map(({ chat, isRecovered, attempts }) => ({
      chat,
      isRecovered,
      attempts,
    }));
    expect(taken).toHaveLength(3);
    expect(taken).toContainEqual({ chat: "chat of marked", isRecovered: true, attempts: 1 });
    expect(taken).toContainEqual({ chat: "U1", isRecovered: true, attempts: 1 });
    // A redelivery of what was processed before the copy.
    expect(await target.inbox.insertNew("A", [event("processed", "U5")], 1)).toEqual([]);
    const [next] = await target.inbox.insertNew("A", [event("new", "U5")], 1);
    expect(next?.id).toBe(7);
    const ending = conclusion("unknown", { state: "needs_review" }, { before: 1 });
    await target.orders.conclude("A", ending, bot);
    // The second one was delivered, and deleted.
    expect((await target.notices.of("A", "U9"))[0]?.id).toBe(5);
    const change = {
      by: "U9",
      eventId: null,
      at: clock.now(),
      confirmation: "x",
      command: "remove",
    };
    const seven = { lineId: "U7", name: "Seven", role: "manager" } as const;
    const before = (await target.audit.all()).length;
    await target.staff.restore("A", change, seven);
    expect(await target.audit.all()).toHaveLength(before + 1);
  });
});

describe("a copy is refused", () => {
  test("while a bot runs on the source, and where there is none", async () => {
    await expect(copy()).rejects.toThrow("no store at");
    await using _bot = openSource();
    await expect(copy()).rejects.toMatchObject({ code: "taken" });
    expect(await tablesOfTarget()).toEqual([]);
  });

  test("by a target that isn't empty, and one on which a bot runs", async () => {
    await fillSource();
    {
      await using target = await openTarget();
      await expect(copy()).rejects.toThrow("a bot is running on the target");
      await target.settings.set("name", "value");
    }
    await expect(copy()).rejects.toThrow("the target isn't empty (rows in settings)");
    await database.query("delete from settings");
    expect(await copy()).toHaveLength(sharedTables.length + 2);
    await expect(copy()).rejects.toThrow("the target isn't empty (rows in event_keys, inbox,");
  });

  test("half-way, and leaves the target empty", async () => {
    await fillSource();
    statement("update ledger_coverage set platform = 'shop' || char(0)");
    await expect(copy()).rejects.toThrow("the target refuses rows of ledger_coverage");
    expect(await tablesOfTarget()).toEqual([]);
  });

  test("when the target changed what it was given", async () => {
    await fillSource();
    await (await openTarget())[Symbol.asyncDispose]();
    await database.query(`create function change() returns trigger language plpgsql as
      $$ begin new.value = new.value || ' '; return new; end $$;
      create trigger change before insert on settings for each row execute function change()`);
    await expect(copy()).rejects.toThrow("the copy of settings differs: 5 of 5 rows");
    expect(await database.query("select from inbox")).toEqual([]);
  });
});
