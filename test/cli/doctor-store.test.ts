/** What the doctor finds in the store, with faults planted; and what an operator sees of a parked event. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { callCommand } from "../support/operator.ts";
import { examine } from "./doctor-world.ts";

const somebody = "U00000000000000000000000000000001";
const account = "U00000000000000000000000000000002";

let dir: string;
let file: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "doctor-"));
  file = join(dir, "bot.sqlite");
  await openSqliteStore(dir, systemClock)[Symbol.asyncDispose]();
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Of the neighbours nothing is looked at. */
const env = () => ({
  DATA_DIR: dir,
  PORT: "0",
  EMBEDDED_LINE_PORT: "0",
  EMBEDDED_CONNECT_PORT: "0",
});
const look = () => examine(env());

const show = (id: string) => callCommand(["parked", "show", id], { cwd: dir, env: env() });

function sql(statements: string): void {
  const db = new DatabaseSync(file);
  db.exec(statements);
  db.close();
}

test("a healthy store while a bot owns it", async () => {
  await using _bot = openSqliteStore(dir, systemClock);
  const report = await look();
  expect(report.code).toBe(0);
  const found = report.checks.filter(({ area }) => area === "store");
  expect(found.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
});

test("a read-only store", async () => {
  // Byte 18 of the file says who may write it; 3 is nobody that SQLite knows of.
  sql("pragma journal_mode = delete");
  const held = openSync(file, "r+");
  writeSync(held, Uint8Array.of(3), 0, 1, 18);
  closeSync(held);
  const report = await look();
  expect(report.code).toBe(1);
  const found = report.checks.find(({ area, status }) => area === "store" && status === "fault");
  expect(found).toMatchObject({
    tells: expect.stringContaining("readonly"),
    remedy: expect.stringContaining("DATA_DIR"),
  });
});

test("a file that is no database", async () => {
  rmSync(file);
  writeFileSync(file, "no database, but long enough to look like one".repeat(20));
  expect((await look()).of("store", "migrations")).toMatchObject({
    status: "fault",
    tells: expect.stringContaining("not a database"),
  });
});

test("a store of a newer version is left unchanged", async () => {
  sql("pragma user_version = 999");
  const report = await look();
  expect(report.code).toBe(1);
  expect(report.of("store", "migrations")).toMatchObject({
    status: "fault",
    tells: expect.stringContaining("schema 999"),
  });
  expect(report.of("store", "writable").status).toBe("skipped");
});

test("an older schema is left to the bot to migrate", async () => {
  rmSync(file);
  sql("pragma user_version = 0; create table something (id integer)");
  const report = await look();
  expect(report.code).toBe(0);
  expect(report.of("store", "migrations")).toMatchObject({
    status: "hint",
    remedy: expect.stringContaining("restart"),
  });
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare("select name from sqlite_master").all()).toEqual([{ name: "something" }]);
  db.close();
});

test("a folder that can't be created", async () => {
  const report = await examine({ ...env(), DATA_DIR: join(file, "data") });
  expect(report.of("store", "migrations").status).toBe("fault");
});

test("parked events are counted, and shown without text and sender", async () => {
  {
    await using store = openSqliteStore(dir, systemClock);
    const event = {
      type: "message",
      webhookEventId: "01EVENT",
      message: { id: "7", type: "text", text: "the secret wish of a member" },
      source: { type: "user", userId: somebody },
      deliveryContext: { isRedelivery: false },
    };
    const incoming = { webhookEventId: "01EVENT", chat: somebody, messageId: "7", event };
    const [row] = await store.inbox.insertNew(
      account,
      [incoming],
      Date.parse("2026-11-20T10:00:00Z"),
    );
    store.inbox.park(row?.id ?? 0, "too late");
  }
  expect((await look()).of("store", "parked events")).toMatchObject({
    status: "hint",
    tells: "1 waits for a person, since 2026-11-20 17:00:00 +07:00",
    remedy: expect.stringContaining("parked list"),
  });
  const { code, stdout } = await show("1");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^reason +too late$/m);
  expect(stdout).toMatch(/^event +message \(text\)$/m);
  expect(stdout).toMatch(/^received +2026-11-20 17:00:00 \+07:00$/m);
  expect(stdout).toMatch(/^answer +not decided on$/m);
  for (const hidden of [somebody, account, "secret wish"]) expect(stdout).not.toContain(hidden);
  sql("update inbox set body = ''");
  expect((await show("1")).stdout).toMatch(/^event +no longer kept$/m);
  expect(await show("2")).toMatchObject({ code: 1, stderr: expect.stringContaining("id 2") });
});
