/** The purge of old data: in batches, and without what may still be needed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import { callCommand } from "../../support/operator.ts";
import { until } from "../../support/until.ts";
import { createWorld } from "../../support/world.ts";

const dayMs = 86_400_000;
let dir: string;
let clock: ManualClock;
let store: Store;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "retention-"));
  clock = manualClock();
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
/** As the bot does with RETENTION_DAYS=7. */
const purge = (rest: () => void = () => {}) =>
  store.retention.purge(
    {
      texts: clock.now() - 7 * dayMs,
      traces: clock.now() - 30 * dayMs,
      ledger: clock.now() - 90 * dayMs,
      statistics: 0,
    },
    async () => rest(),
  );

describe("events", () => {
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
    // Each rest came between two transactions.
    expect(new Set(seen).size).toBe(4);
    expect((await store.inbox.open()).map(({ id }) => id)).toEqual([1500, 4501]);
    admin.close();
  });
});

describe("the retention job", () => {
  test("purges daily and logs the numbers", async () => {
    await using world = await createWorld({ RETENTION_DAYS: "2" });
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await world.sendText("somchai", "points");
    await world.advanceTime(100);
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
    const listed = await callCommand(["parked", "list"], operator);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 .*text forgotten/) });
    const retried = await callCommand(["parked", "retry", "1"], operator);
    expect(retried).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("what was written in it is forgotten"),
    });
    expect(await callCommand(["parked", "drop", "1"], operator)).toMatchObject({ code: 0 });
  });

  test("purges at the start, and continues after a failed write", async () => {
    await using world = await createWorld();
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await world.sendText("somchai", "points");
    await world.advanceTime(100);
    const file = new DatabaseSync(world.storeFile);
    file.exec("begin immediate");
    world.clock.turn(8 * dayMs);
    await until(() => world.logged.join("").includes("retention purge failed"), "the complaint");
    file.exec("rollback");
    expect(await world.sendText("somchai", "points")).toHaveLength(1);
    await world.restart();
    const body = () => String(file.prepare("select body from inbox where id = 1").get()?.["body"]);
    await until(() => body() === "", "the forgetting");
    file.close();
  });
});
