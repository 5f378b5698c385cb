/** A backup is made beside a running bot, and restored: what it left open is at rest, and nothing happens twice. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backUp } from "../../src/store/sqlite/backup.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import {
  day,
  oneOfMember,
  question as questionOf,
  redemption,
} from "../store/conformance/harness.ts";
import { manualClock } from "../support/clock.ts";
import { callCommand, spawnCommand, type CommandResult } from "../support/operator.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill } from "../support/till.ts";
import { createWorld } from "../support/world.ts";
import { draftOf } from "../store/conformance/drafts.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "backup-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const copy = () => join(dir, "copy.sqlite");
const run = (args: string[], dataDir = join(dir, "data")): Promise<CommandResult> =>
  callCommand(args, { cwd: dir, env: { DATA_DIR: dataDir } });

const event = (id: string) => ({
  webhookEventId: id,
  chat: "U1",
  messageId: `m${id}`,
  event: { webhookEventId: id, message: { id: `m${id}`, type: "text", text: "hello" } },
});

/** A store with an answered event and an open one. */
async function storeWith(first: string, second: string): Promise<void> {
  await using store = openSqliteStore(join(dir, "data"), manualClock());
  const [one] = await store.inbox.insertNew("A", [event(first), event(second)], 1);
  store.inbox.markProcessed(one?.id ?? 0);
}

describe("a backup", () => {
  test("is consistent while the bot writes, readable by its owner only, and overwrites no file", async () => {
    await using world = await createWorld();
    const dataDir = dirname(world.storeFile);
    await world.sendText("somchai", "points");
    let over = false;
    const writing = (async () => {
      let answered = 0;
      while (!over) answered += (await world.sendText("olivia", "help")).length;
      return answered;
    })();
    const env = { DATA_DIR: dataDir };
    const ended = await spawnCommand(["backup", copy()], { cwd: dir, env });
    over = true;
    expect(await writing).toBeGreaterThan(0);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("whole") });
    expect(statSync(copy()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(["copy.sqlite"]);
    const file = new DatabaseSync(copy(), { readOnly: true });
    expect(file.prepare("select count(*) as n from inbox").get()?.["n"]).toBeGreaterThan(0);
    file.close();
    const again = await run(["backup", copy()], dataDir);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("something of that name is there already"),
    });
  });

  test("that fails leaves no file behind", async () => {
    expect(await run(["backup", copy()])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no store at"),
    });
    await storeWith("1", "2");
    const nowhere = await run(["backup", join(dir, "none", "copy.sqlite")]);
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no such file or folder"),
    });
    expect((await run(["backup"])).code).toBe(2);
    expect(existsSync(copy())).toBe(false);
  });
});

describe("restoring", () => {
  test("restores the data, parks open events, and keeps the former store", async () => {
    await storeWith("1", "2");
    expect((await run(["backup", copy()])).code).toBe(0);
    await storeWith("3", "4");
    const ended = await run(["restore", copy()]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("1 event parked") });
    const aside = readdirSync(join(dir, "data")).find((name) => name.startsWith("bot.until-"));
    const former = new DatabaseSync(join(dir, "data", aside ?? ""), { readOnly: true });
    expect(former.prepare("select count(*) as n from event_keys").get()?.["n"]).toBe(4);
    former.close();
    await using store = openSqliteStore(join(dir, "data"), manualClock());
    expect(await store.inbox.open()).toEqual([]);
    expect(await store.inbox.parked()).toMatchObject([{ reason: "restored", hasText: true }]);
    // What was answered before the backup isn't answered again; the rest isn't known.
    expect(await store.inbox.insertNew("A", [event("1"), event("2")], 2)).toEqual([]);
    expect(await store.inbox.insertNew("A", [event("3")], 2)).toHaveLength(1);
  });

  test("declines orders that await approval, and leaves claimed ones for review", async () => {
    const now = Date.parse("2026-11-23T05:00:00Z");
    {
      await using store = openSqliteStore(join(dir, "data"), manualClock(now));
      for (const [id, approval] of [
        ["waits", true],
        ["goes", false],
      ] as const) {
        const question = questionOf(id, now, { approval, input: {}, expiresAt: now + 1000 });
        await store.lineUsers.write("A", [{ kind: "question", question }]);
        await store.orders.confirm("A", id, { by: "U9", eventId: id, at: now }, day);
      }
    }
    {
      await using store = openSqliteStore(join(dir, "data"), manualClock(now));
      const question = redemption("redeemed", now);
      await store.lineUsers.write("A", [{ kind: "question", question }]);
      const tap = { by: "U1", eventId: "redeemed", at: now };
      await store.orders.confirm("A", "redeemed", tap, oneOfMember);
    }
    await backUp(join(dir, "data"), copy());
    const { stdout } = await run(["restore", copy()]);
    expect(stdout).toContain("2 orders left");
    await using store = openSqliteStore(join(dir, "data"), manualClock(now));
    expect(await store.orders.pending("A", now)).toMatchObject([
      { id: "goes", state: "needs_review" },
      { id: "redeemed", state: "needs_review" },
    ]);
    expect(await store.orders.due("A", now + 86_400_000)).toEqual([]);
    expect((await store.audit.all()).slice(3)).toMatchObject([
      { action: "person", confirmation: "goes", facts: { restored: true } },
      { action: "person", confirmation: "redeemed", facts: { restored: true } },
      { action: "declined", confirmation: "waits", facts: { restored: true } },
    ]);
  });

  test("forgets what staff were about to write and publish, log-ins, and which rich menus users have", async () => {
    const expiresAt = Date.now() + 600_000;
    const dialogue = { kind: "dialogue", lineId: "U9", dialogue: "{}", expiresAt } as const;
    const menu = { menu: "richmenu-1", at: 5 };
    const comments = [{ at: 1, by: { id: "U8", name: "Ploy" }, text: "cut \ud83d and \0" }];
    {
      await using store = openSqliteStore(join(dir, "data"), manualClock());
      await store.lineUsers.write("A", [dialogue]);
      await store.menuLinks.replace("A", "U1", menu, null);
      const draft = draftOf("U9", { schedule: { id: "U9", name: "Mint", at: 5 }, comments });
      await store.drafts.change("A", "U9", () => ({ result: null, draft }));
      await store.studioAccess.openForOperator("A", { hash: "s", expiresAt }, 5);
    }
    await backUp(join(dir, "data"), copy());
    expect(await run(["restore", copy()])).toMatchObject({ code: 0 });
    await using store = openSqliteStore(join(dir, "data"), manualClock());
    expect(await store.dialogues.get("A", "U9")).toBeNull();
    expect(await store.menuLinks.get("A", "U1")).toBeNull();
    expect(await store.drafts.due("A", Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(await store.drafts.get("A", "U9")).toEqual(draftOf("U9", { comments }));
    expect(await store.studioAccess.holderOf("A", "s", 5)).toBeNull();
  });

  test("replaces a missing or unreadable store", async () => {
    await storeWith("1", "2");
    await backUp(join(dir, "data"), copy());
    const elsewhere = join(dir, "elsewhere");
    const anew = await run(["restore", copy()], elsewhere);
    expect(anew).toMatchObject({ code: 0, stdout: expect.stringContaining("no store before") });
    expect(statSync(join(elsewhere, "bot.sqlite")).mode & 0o777).toBe(0o600);
    writeFileSync(join(elsewhere, "bot.sqlite"), "broken".repeat(2000));
    expect(await run(["restore", copy()], elsewhere)).toMatchObject({ code: 0 });
    await using store = openSqliteStore(elsewhere, manualClock());
    expect(await store.inbox.parked()).toHaveLength(1);
  });

  test("doesn't apply the journal of a lost store", async () => {
    const file = join(dir, "data", "bot.sqlite");
    await storeWith("1", "2");
    await backUp(join(dir, "data"), copy());
    rmSync(join(dir, "data"), { recursive: true });
    let journal: Buffer;
    {
      await using store = openSqliteStore(join(dir, "data"), manualClock());
      await store.inbox.insertNew("A", [event("3"), event("4"), event("5")], 1);
      journal = readFileSync(`${file}-wal`);
    }
    rmSync(file);
    for (const suffix of ["-wal", "-shm"]) writeFileSync(`${file}${suffix}`, journal);
    const ended = await run(["restore", copy()]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("1 event parked") });
    expect(ended.stdout).toMatch(/kept as .*bot\.until-.*-wal/);
    const aside = readdirSync(join(dir, "data")).filter((name) => /until/.test(name));
    expect(aside).toHaveLength(2);
    await using store = openSqliteStore(join(dir, "data"), manualClock());
    expect(await store.inbox.parked()).toMatchObject([{ reason: "restored" }]);
    expect(await store.inbox.insertNew("A", [event("1"), event("2"), event("3")], 2)).toHaveLength(
      1,
    );
  });

  test("is refused while a bot runs, and leaves the store unchanged", async () => {
    await storeWith("1", "2");
    await backUp(join(dir, "data"), copy());
    await using store = openSqliteStore(join(dir, "data"), manualClock());
    const env = { DATA_DIR: join(dir, "data") };
    expect(await spawnCommand(["restore", copy()], { cwd: dir, env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("another process owns"),
    });
    expect(await store.inbox.open()).toHaveLength(1);
  });

  test("is refused while a command has the store open", async () => {
    await storeWith("1", "2");
    await backUp(join(dir, "data"), copy());
    const file = new DatabaseSync(join(dir, "data", "bot.sqlite"));
    file.prepare("select count(*) from inbox").get();
    const env = { DATA_DIR: join(dir, "data") };
    expect(await spawnCommand(["restore", copy()], { cwd: dir, env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("locked"),
    });
    file.close();
    expect(readdirSync(join(dir, "data")).filter((name) => /restoring|until/.test(name))).toEqual(
      [],
    );
  });

  test.each<[string, (file: string) => void, RegExp]>([
    ["missing", (file) => rmSync(file), /unable to open/],
    ["something else", (file) => writeFileSync(file, "hello".repeat(900)), /not a database/],
    [
      "another database",
      (file) => {
        rmSync(file);
        new DatabaseSync(file).exec("create table t (x)");
      },
      /isn't a store of this bot/,
    ],
    [
      "damaged",
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill("torn", 4096 * 2);
        writeFileSync(file, bytes);
      },
      /damaged|malformed/,
    ],
    [
      "of a newer version",
      (file) => {
        const newer = new DatabaseSync(file);
        newer.exec("pragma user_version = 999");
        newer.close();
      },
      /newer version/,
    ],
  ])("a file that is %s is refused, and the store is what it was", async (_name, spoil, reason) => {
    await storeWith("1", "2");
    await backUp(join(dir, "data"), copy());
    spoil(copy());
    const ended = await run(["restore", copy()]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) });
    await using store = openSqliteStore(join(dir, "data"), manualClock());
    expect(await store.inbox.open()).toHaveLength(1);
  });
});

test("after a restore no write is sent twice: an unknown outcome needs review, and old buttons are expired", async () => {
  await using world = await createWorld();
  await using till = createTill(world);
  const dataDir = dirname(world.storeFile);
  const { uuid: member_uuid } = await till.member("olivia");
  const gives = async () =>
    (await till.connect.getGiveCouponHistory({ member_uuid })).pagination.total;
  const taps = async (data: string) => factsOf(await world.tapButton("manager", data));

  const lost = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  const open = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  world.platform.faults.add({
    kind: "lost-answer",
    operation: "giveCouponToMemberId",
  });
  await world.line.act(world.lineId("manager"), { type: "postback", data: lost });
  await world.settle();
  const before = await gives();
  expect(factsOf(await world.sendText("manager", "/newset Autumn tea"))).toContain("What kind");
  expect(await run(["backup", copy()], dataDir)).toMatchObject({ code: 0 });

  world.platform.faults.clear();
  await settled(world);
  expect(await taps(open)).toContain("Given: 1");
  expect(await gives()).toBe(before + 1);

  await world.restart(async () => {
    const { stdout } = await run(["restore", copy()], dataDir);
    expect(stdout).toContain("1 order left");
    expect(stdout).toContain("1 question cancelled");
  });
  // It may have been answered since the backup.
  expect(factsOf(await world.sendText("manager", "Percent off"))).toContain(
    "isn’t a code or a number",
  );
  await world.advanceTime(30_000);
  expect(await taps(open)).toContain("Cancelled");
  expect(await taps(lost)).not.toContain("Given");
  expect(await gives()).toBe(before + 1);
  const pending = await world.sendText("manager", "/pending");
  expect(await taps(buttonIn(pending, /happened/))).not.toBe("");
  expect(await gives()).toBe(before + 1);
  const audited = await run(["staff", "audit"], dataDir);
  expect(audited.stdout).toContain("person");
});
