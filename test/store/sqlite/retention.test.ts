/** The purge of old data: in batches, and without what may still be needed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Question } from "../../../src/store/confirmations.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { handClock, type HandClock } from "../../support/clock.ts";
import { operatorRuns } from "../../support/operator.ts";
import { until } from "../../support/until.ts";
import { createWorld } from "../../support/world.ts";

const dayMs = 86_400_000;
let dir: string;
let clock: HandClock;
let store: Store;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "retention-"));
  clock = handClock();
  store = openSqliteStore(dir, clock);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const event = (id: string) => ({
  webhookEventId: id,
  chat: "U1",
  messageId: `m${id}`,
  event: { webhookEventId: id, message: { id: `m${id}`, type: "text", text: "hello" } },
});
const question = (id: string, askedAt: number): Question => ({
  id,
  asker: "U9",
  command: "gift",
  kind: "giving",
  order: {},
  refId: id,
  memberUuid: "member",
  gifts: 1,
  points: 0,
  approval: false,
  askedAt,
  expiresAt: askedAt + 600_000,
  undoOf: null,
});

/** As the bot does with RETENTION_DAYS=7. */
const purge = (rest: () => void = () => {}) =>
  store.retention.purge(
    { texts: clock.now() - 7 * dayMs, traces: clock.now() - 30 * dayMs },
    async () => rest(),
  );

async function parkedEvent(id: string): Promise<number> {
  const [open] = await store.inbox.insertNew("A", [event(id)], clock.now());
  store.inbox.park(open?.id ?? 0, "too late");
  await store.check();
  return open?.id ?? 0;
}

describe("events", () => {
  test("a parked event loses its text first, and is deleted later", async () => {
    const id = await parkedEvent("1");
    clock.turn(7 * dayMs);
    expect(await purge()).toMatchObject({ texts: 0, events: 0 });
    clock.turn(1);
    expect(await purge()).toMatchObject({ texts: 1, events: 0 });
    expect(await store.inbox.parked()).toMatchObject([{ id, hasText: false }]);
    expect(await store.inbox.retry(id)).toBe(false);
    // An unsend finds nothing to take out of it, and harms nothing.
    await store.lineUsers.write("A", [{ kind: "unsent", messageId: "m1" }]);
    clock.turn(23 * dayMs);
    expect(await purge()).toMatchObject({ texts: 0, events: 1 });
    expect(await store.inbox.parked()).toEqual([]);
  });

  test("an open event, or one marked for a retry, keeps its text", async () => {
    await store.inbox.insertNew("A", [event("1")], clock.now());
    await store.inbox.retry(await parkedEvent("2"));
    clock.turn(400 * dayMs);
    expect(await purge()).toMatchObject({ texts: 0, events: 0 });
    expect(await store.inbox.open()).toMatchObject(
      [event("1")].map(({ event: kept }) => ({ event: kept })),
    );
    expect(await store.inbox.requeue(clock.now())).toMatchObject([{ event: event("2").event }]);
  });

  test("the key of a processed event is kept for a month", async () => {
    const [open] = await store.inbox.insertNew("A", [event("1")], clock.now());
    store.inbox.markProcessed(open?.id ?? 0);
    clock.turn(30 * dayMs);
    await purge();
    expect(await store.inbox.insertNew("A", [event("1")], clock.now())).toEqual([]);
    clock.turn(1);
    expect(await purge()).toMatchObject({ events: 1 });
    expect(await store.inbox.insertNew("A", [event("1")], clock.now())).toHaveLength(1);
  });

  test("many keys are deleted in batches with pauses, and those still needed stay", async () => {
    const many = Array.from({ length: 4500 }, (_, index) => event(String(index)));
    const stored = await store.inbox.insertNew("A", many, clock.now());
    for (const { id } of stored) if (id !== 1500) store.inbox.markProcessed(id);
    clock.turn(31 * dayMs);
    await store.inbox.insertNew("A", [event("new")], clock.now());
    const admin = new DatabaseSync(join(dir, "bot.sqlite"), { readOnly: true });
    const version = () => Number(admin.prepare("pragma data_version").get()?.["data_version"]);
    const seen: number[] = [];
    expect(await purge(() => seen.push(version()))).toMatchObject({ events: 4499 });
    // Each rest came after a transaction of its own.
    expect(new Set(seen).size).toBe(5);
    expect((await store.inbox.open()).map(({ id }) => id)).toEqual([1500, 4501]);
    admin.close();
  });
});

test("settled orders are deleted; unsettled ones and the audit stay", async () => {
  const day = { start: 0, limits: limitless };
  for (const id of ["asked", "done", "taken"]) {
    await store.lineUsers.write("A", [{ kind: "question", question: question(id, clock.now()) }]);
  }
  for (const id of ["done", "taken"]) {
    const deed = { by: "U9", eventId: id, at: clock.now() };
    expect(await store.confirmations.claim("A", id, deed, day)).toMatchObject({ kind: "claimed" });
  }
  await store.confirmations.resolve("A", {
    id: "done",
    outcome: { state: "done", done: {} },
    by: "U9",
    eventId: "done",
    at: clock.now(),
    undo: null,
    notices: [{ lineId: "U1", notice: { kind: "ended", confirmation: "done" } }],
  });
  const deed = { by: "U9", eventId: "i", at: clock.now() };
  const expiresAt = clock.now() + dayMs;
  await store.staff.invite("A", deed, { hash: "h", role: "cashier", expiresAt });
  clock.turn(30 * dayMs);
  expect(await purge()).toMatchObject({ orders: 0, notices: 0, invitations: 0 });
  clock.turn(2 * dayMs);
  expect(await purge()).toMatchObject({ orders: 2, notices: 1, invitations: 1 });
  expect(await store.confirmations.get("A", "taken")).toMatchObject({ state: "claimed" });
  expect(await store.confirmations.get("A", "done")).toBeNull();
  expect(await store.notices.pushable("A")).toEqual([]);
  expect((await store.audit.all()).map(({ action }) => action)).toEqual([
    "ordered",
    "ordered",
    "done",
    "invited",
  ]);
});

const limitless = {
  giftsPerStaffDay: 99,
  giftsPerMemberDay: 99,
  pointsPerStaffDay: 99,
  pointsPerMemberDay: 99,
};

describe("the retention job", () => {
  test("purges daily and logs the numbers", async () => {
    await using world = await createWorld({ RETENTION_DAYS: "2" });
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await world.says("somchai", "points");
    await world.letPass(100);
    const file = new DatabaseSync(world.storeFile, { readOnly: true });
    const body = () => String(file.prepare("select body from inbox").get()?.["body"]);
    expect(body()).toContain("points");
    world.clock.turn(2 * dayMs);
    expect(body()).toContain("points");
    world.clock.turn(dayMs);
    await until(() => world.logged.join("").includes("retention purge done"), "the forgetting");
    expect(body()).toBe("");
    file.close();
    const operator = { cwd: tmpdir(), env: { DATA_DIR: dirname(world.storeFile) } };
    const listed = await operatorRuns(["parked", "list"], operator);
    expect(listed).toMatchObject({ code: 0, said: expect.stringMatching(/^1 .*text forgotten/) });
    const retried = await operatorRuns(["parked", "retry", "1"], operator);
    expect(retried).toMatchObject({
      code: 1,
      complained: expect.stringContaining("what was written in it is forgotten"),
    });
    expect(await operatorRuns(["parked", "drop", "1"], operator)).toMatchObject({ code: 0 });
  });

  test("purges at the start, and continues after a failed write", async () => {
    await using world = await createWorld();
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await world.says("somchai", "points");
    await world.letPass(100);
    const file = new DatabaseSync(world.storeFile);
    file.exec("begin immediate");
    world.clock.turn(8 * dayMs);
    await until(() => world.logged.join("").includes("retention purge failed"), "the complaint");
    file.exec("rollback");
    expect(await world.says("somchai", "points")).toHaveLength(1);
    await world.restart();
    const body = () => String(file.prepare("select body from inbox where id = 1").get()?.["body"]);
    await until(() => body() === "", "the forgetting");
    file.close();
  });
});
