import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreError } from "../../../src/store/errors.ts";
import type { Store } from "../../../src/store/store.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { handClock, type HandClock } from "../../support/clock.ts";

let dir: string;
let clock: HandClock;
let store: Store;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "store-"));
  clock = handClock();
  store = openSqliteStore(join(dir, "data"), clock);
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const file = () => join(dir, "data", "bot.sqlite");
const event = (id: string, chat = "U1") => ({
  webhookEventId: id,
  chat,
  messageId: `m${id}`,
  event: { webhookEventId: id, message: { id: `m${id}`, type: "text", text: "hello" } },
});

const large = (id: string) => ({ ...event(id), event: { text: "x".repeat(8000) } });

describe("the inbox", () => {
  test("stores an event once per account and keeps the order of arrival", async () => {
    const first = await store.inbox.insertNew("A", [event("1"), event("2"), event("1")], 5);
    const again = await store.inbox.insertNew("A", [event("2"), event("3")], 6);
    const other = await store.inbox.insertNew("B", [event("1")], 7);
    expect(first.map(({ event: kept }) => kept)).toEqual([event("1").event, event("2").event]);
    expect(again).toHaveLength(1);
    expect(other).toHaveLength(1);
    expect(
      (await store.inbox.open()).map(({ id, account, attempts }) => [id, account, attempts]),
    ).toEqual([
      [1, "A", 1],
      [2, "A", 1],
      [3, "A", 1],
      [4, "B", 1],
    ]);
  });

  test("inserts of one turn of the event loop share one transaction", async () => {
    const reader = new DatabaseSync(file(), { readOnly: true });
    const version = () => Number(reader.prepare("pragma data_version").get()?.["data_version"]);
    const before = version();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        store.inbox.insertNew("A", [event(String(index))], 1),
      ),
    );
    // It goes up by one for each commit of another connection.
    expect(version() - before).toBe(1);
    reader.close();
  });

  test("processed events are deleted with the next commit, or by themselves shortly after", async () => {
    const [one, two] = await store.inbox.insertNew("A", [event("1"), event("2")], 1);
    store.inbox.markProcessed(one?.id ?? 0);
    expect(await store.inbox.open()).toHaveLength(2);
    await store.inbox.insertNew("A", [event("3")], 2);
    expect((await store.inbox.open()).map(({ id }) => id)).toEqual([2, 3]);
    store.inbox.markProcessed(two?.id ?? 0);
    clock.turn(1000);
    await expect.poll(async () => (await store.inbox.open()).map(({ id }) => id)).toEqual([3]);
  });

  test("a reply and its state changes are stored together or not at all", async () => {
    const [open] = await store.inbox.insertNew("A", [event("1")], 1);
    if (!open) throw new Error("not stored");
    const broken = { kind: "language", lineId: "U1", language: { not: "text" } };
    await expect(store.inbox.saveReply(open, "[]", [broken as never])).rejects.toThrow(StoreError);
    expect((await store.inbox.open())[0]?.savedReply).toBeNull();
    await store.inbox.saveReply(open, `[{"type":"text"}]`, [
      { kind: "language", lineId: "U1", language: "ja" },
    ]);
    expect((await store.inbox.open())[0]?.savedReply).toBe(`[{"type":"text"}]`);
    expect(await store.lineUsers.get("A", "U1")).toEqual({ language: "ja", following: true });
    expect(await store.lineUsers.get("B", "U1")).toEqual({ language: null, following: true });
  });

  test("a failing write does not affect the others of its transaction", async () => {
    const [open] = await store.inbox.insertNew("A", [event("1")], 1);
    if (!open) throw new Error("not stored");
    const broken = { kind: "language", lineId: "U1", language: { not: "text" } };
    const results = await Promise.allSettled([
      store.inbox.insertNew("A", [event("2")], 1),
      store.inbox.saveReply(open, "[]", [broken as never]),
      store.inbox.insertNew("A", [event("3")], 1),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await store.inbox.open()).toHaveLength(3);
  });

  test("a parked event is listed with its reason, and an unsent text is deleted", async () => {
    const [open] = await store.inbox.insertNew("A", [event("1")], 1);
    store.inbox.park(open?.id ?? 0, "too late");
    await store.check();
    expect(await store.inbox.parked()).toEqual([
      { id: 1, account: "A", receivedAt: 1, attempts: 1, reason: "too late", hasText: true },
    ]);
    const [kept] = await store.inbox.insertNew("A", [event("2")], 1);
    await store.lineUsers.write("A", [{ kind: "unsent", messageId: "m2" }]);
    expect(kept).toBeDefined();
    expect((await store.inbox.open())[0]?.event).toEqual({
      webhookEventId: "2",
      message: { id: "m2", type: "text" },
    });
  });

  test("keeps events, attempts and settings across a restart", async () => {
    const [open] = await store.inbox.insertNew("A", [event("1")], 9);
    await store.inbox.recordAttempt(open?.id ?? 0);
    await store.settings.set("token", "one");
    await store[Symbol.asyncDispose]();
    store = openSqliteStore(join(dir, "data"), clock);
    expect(await store.inbox.open()).toMatchObject([{ id: 1, receivedAt: 9, attempts: 2 }]);
    expect(await store.settings.get("token")).toBe("one");
  });
});

async function noticeAndEvent() {
  const notice = { kind: "ended", confirmation: "1" } as const;
  await store.lineUsers.write("A", [{ kind: "notice", lineId: "U1", notice }]);
  const [stored] = await store.notices.of("A", "U1");
  const [open] = await store.inbox.insertNew("A", [event("1")], 1);
  if (!stored || !open) throw new Error("not stored");
  return { id: stored.id, open };
}
const carried = (id: number) => ({ kind: "carried" as const, eventId: "1", ids: [id] });

describe("a notice", () => {
  test("claimed by a push makes the reply that carries it fail, and nothing of that reply is stored", async () => {
    const { id, open } = await noticeAndEvent();
    expect(await store.notices.beginPush(id, 1)).toBe(true);
    const language = { kind: "language" as const, lineId: "U1", language: "ja" as const };
    await expect(store.inbox.saveReply(open, "[1]", [language, carried(id)])).rejects.toThrow(
      StoreError,
    );
    expect((await store.inbox.open())[0]?.savedReply).toBeNull();
    expect((await store.lineUsers.get("A", "U1")).language).toBeNull();
  });

  test("claimed by a reply isn't pushed unless that reply was not delivered", async () => {
    const { id, open } = await noticeAndEvent();
    await store.inbox.saveReply(open, "[1]", [carried(id)]);
    expect(await store.notices.beginPush(id, 1)).toBe(false);
    expect([await store.notices.of("A", "U1"), await store.notices.pushable("A")]).toEqual([
      [],
      [],
    ]);
    store.notices.replied("A", "1", false);
    await store.check();
    expect(await store.notices.of("A", "U1")).toMatchObject([{ id }]);
    expect(await store.notices.beginPush(id, 1)).toBe(true);
  });

  test("has an id and a push key that are never reused", async () => {
    const first = await noticeAndEvent();
    const [one] = await store.notices.of("A", "U1");
    await store.notices.endPush(first.id, "delivered");
    const notice = { kind: "ended", confirmation: "2" } as const;
    await store.lineUsers.write("A", [{ kind: "notice", lineId: "U1", notice }]);
    const [other] = await store.notices.of("A", "U1");
    expect(other?.id).toBeGreaterThan(first.id);
    expect(other?.pushKey).not.toBe(one?.pushKey);
  });
});

describe("the store", () => {
  test("belongs to one process, and is readable by its owner only", () => {
    expect(() => openSqliteStore(join(dir, "data"), clock)).toThrow(/another process owns/);
    expect(statSync(join(dir, "data")).mode & 0o777).toBe(0o700);
  });

  test("refuses writes after it is closed", async () => {
    await store[Symbol.asyncDispose]();
    store.inbox.markProcessed(1);
    clock.turn(1000);
    await expect(store.check()).rejects.toBeInstanceOf(StoreError);
    store = openSqliteStore(join(dir, "data"), clock);
  });

  test("stores nothing in part on a full disk, and recovers", async () => {
    await store[Symbol.asyncDispose]();
    store = openSqliteStore(join(dir, "data"), clock, { maxPages: 64 });
    const stored: number[] = [];
    let refused: unknown = null;
    for (let round = 0; refused === null && round < 100; round++) {
      const batch = [large(`${round}a`), large(`${round}b`), large(`${round}c`)];
      try {
        stored.push(...(await store.inbox.insertNew("A", batch, 1)).map(({ id }) => id));
      } catch (error) {
        refused = error;
      }
    }
    expect(refused).toBeInstanceOf(StoreError);
    expect(stored.length % 3).toBe(0);
    expect((await store.inbox.open()).map(({ id }) => id)).toEqual(stored);
    for (const id of stored) store.inbox.markProcessed(id);
    clock.turn(1000);
    expect(await store.inbox.insertNew("A", [large("again")], 2)).toHaveLength(1);
    await store.check();
  });

  test("stores nothing in part while it is locked, and recovers", async () => {
    const admin = new DatabaseSync(file());
    await store.inbox.insertNew("A", [event("1")], 1);
    // A writer elsewhere that doesn't let go stands for a store that can't be written.
    admin.exec("begin immediate");
    const [a, b] = await Promise.allSettled([
      store.inbox.insertNew("A", [event("2"), event("3")], 1),
      store.check(),
    ]);
    expect([a.status, b.status]).toEqual(["rejected", "rejected"]);
    admin.exec("rollback");
    admin.close();
    expect(await store.inbox.open()).toHaveLength(1);
    await store.check();
    expect(await store.inbox.insertNew("A", [event("2")], 1)).toHaveLength(1);
  });

  test("refuses a file of a newer version", async () => {
    await store[Symbol.asyncDispose]();
    const admin = new DatabaseSync(file());
    const { user_version: version } = admin.prepare("pragma user_version").get() ?? {};
    admin.exec("pragma user_version = 999");
    admin.close();
    expect(() => openSqliteStore(join(dir, "data"), clock)).toThrow(/newer version/);
    const repair = new DatabaseSync(file());
    repair.exec(`pragma user_version = ${Number(version)}`);
    repair.close();
    store = openSqliteStore(join(dir, "data"), clock);
  });
});

const seen = (hash: string, uuid: string, page = 1) => ({ hash, uuid, page });

describe("the member index", () => {
  test("stores the crawl cursor with the entries of a page", async () => {
    const index = store.memberIndex;
    expect(await index.loadCursor("shop")).toEqual({ crawl: 1, nextPage: 1, isComplete: false });
    expect(await index.upsert([seen("a", "1"), seen("a", "2")], 1, 2)).toEqual(["a", "a"]);
    expect(await index.upsert([seen("a", "1", 7), seen("b", "1")], 1, null)).toEqual(["b"]);
    expect(await index.loadCursor("shop")).toEqual({ crawl: 1, nextPage: 2, isComplete: false });
    expect(await index.find("a")).toEqual([
      { uuid: "1", page: 7 },
      { uuid: "2", page: 1 },
    ]);
    await index.finishCrawl(1);
    expect(await index.loadCursor("shop")).toEqual({ crawl: 2, nextPage: 1, isComplete: true });
  });

  test("deletes entries that two crawls have not seen", async () => {
    const index = store.memberIndex;
    await index.loadCursor("shop");
    await index.upsert([seen("a", "1"), seen("b", "2")], 1, 2);
    for (const crawl of [1, 2, 3]) {
      await index.upsert([seen("b", "2")], crawl, 2);
      expect(await index.find("a")).toHaveLength(1);
      await index.finishCrawl(crawl);
    }
    expect(await index.find("a")).toEqual([]);
    expect(await index.find("b")).toHaveLength(1);
  });

  test("is cleared for another platform", async () => {
    const index = store.memberIndex;
    await index.loadCursor("shop");
    await index.upsert([seen("a", "1")], 1, 2);
    await index.finishCrawl(1);
    expect(await index.loadCursor("another")).toEqual({ crawl: 1, nextPage: 1, isComplete: false });
    expect(await index.find("a")).toEqual([]);
  });
});
