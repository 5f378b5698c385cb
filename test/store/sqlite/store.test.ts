/** What only the SQLite store promises: shared commits, one owner of the folder, and nothing stored in part on a full disk. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreError } from "../../../src/store/errors.ts";
import type { Store } from "../../../src/store/store.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";

let dir: string;
let clock: ManualClock;
let store: Store;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "store-"));
  clock = manualClock();
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
  test("hands over what a former process left before anything that arrives now", async () => {
    await store.inbox.insertNew("A", [event("1")], 1);
    await store[Symbol.asyncDispose]();
    store = openSqliteStore(join(dir, "data"), clock);
    const accepted: string[] = [];
    await store.inbox.start({
      accept: (events) => void accepted.push(...events.map(({ id }) => String(id))),
      room: () => 100,
      failed: () => {},
    });
    expect(accepted).toHaveLength(1);
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
});

describe("the store", () => {
  test("belongs to one process, and is readable by its owner only", () => {
    expect(() => openSqliteStore(join(dir, "data"), clock)).toThrow(/another process owns/);
    expect(statSync(join(dir, "data")).mode & 0o777).toBe(0o700);
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
