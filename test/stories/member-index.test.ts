/** A platform whose search doesn't match a LINE user id: members are found by an index of our own. */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { demoPeople, openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../support/bot-process.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

const members = 1250;
const pages = 13;
const walkMs = pages * 200;
const minutes = 60_000;

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** @param to what the platform's search misses. */
async function begin(to: "lineId" | "ids" = "lineId", memberLookup = "index") {
  world = await createWorld((platform) => {
    platform.faults.add({ kind: "blind-search", to });
    return { MEMBER_LOOKUP: memberLookup };
  });
  using file = openPlatformFile(world.platformFile, world.clock);
  file.growTo(members);
}

const walks = () => world.logged.filter((line) => line.includes("profile crawl finished")).length;

/** Lets time go by until one more walk is over. */
async function walked(): Promise<void> {
  const before = walks();
  for (let left = 50; walks() === before; left -= 1) {
    if (left === 0) throw new Error("no walk has ended");
    await world.letPass(500);
  }
}

/** Lets the rest between two walks go by, and the next walk. */
async function rested(): Promise<void> {
  world.clock.turn(61_000);
  await world.letPass(100);
  world.clock.turn(14 * minutes);
  await walked();
}

const seen = async (label: string, text = "points") =>
  JSON.stringify(await world.says(label, text));
const calls = () => world.platform.requests({ operation: "getProfile" }).length;

/** Changes what the platform knows, as its own people do. */
function onPlatform(sql: string, ...values: string[]): void {
  using db = new DatabaseSync(world.platformFile, { timeout: 5000 });
  db.prepare(sql).run(...values);
}
const link = (lineId: string, name: string) =>
  onPlatform("update member set line_id = ? where name = ?", lineId, name);
/** Somebody in the middle, whom no look at where new ones appear sees. */
const inTheMiddle = (offset: number) =>
  `id = (select id from member where business_id = 1 order by id limit 1 offset ${offset})`;
const linkOld = (lineId: string) =>
  onPlatform(`update member set line_id = ?, name = 'Old hand' where ${inTheMiddle(640)}`, lineId);

function inStore<Row>(sql: string): Row[] {
  using db = new DatabaseSync(world.storeFile, { readOnly: true });
  return db.prepare(sql).all() as Row[];
}
const place = () =>
  inStore<{ walk: number; next_page: number; whole: number }>("select * from member_walk")[0];

describe.each(["lineId", "ids"] as const)("where the search misses %s", (to) => {
  test("everybody is told what a search would tell", async () => {
    await begin(to);
    await walked();
    expect(await seen("somchai")).toContain("1,250");
    expect(await seen("olivia")).toContain("Olivia");
    expect(await seen("inactive")).toContain("พนักงาน");
    expect(await seen("ambiguous")).toContain("พนักงาน");
    expect(await seen("stranger")).toContain("I have registered");
    for (const line of world.logged) expect(line).not.toMatch(/U[0-9a-f]{32}/);
  });

  test("a profile that was given to somebody else is shown to them alone", async () => {
    await begin(to);
    await walked();
    linkOld(world.lineId("olivia"));
    link("", "Olivia");
    await rested();
    expect(await seen("olivia")).toContain("Old hand");
    linkOld(world.lineId("stranger"));
    world.clock.turn(61_000);
    expect(await seen("olivia"), "who had it before").toContain("I have registered");
    await walked();
    expect(await seen("stranger")).toContain("Old hand");
    world.clock.turn(11_000);
    expect(await seen("olivia")).toContain("I have registered");
  });

  test("a second profile with one's lineId ends what is shown, with the next walk", async () => {
    await begin(to);
    await walked();
    linkOld(world.lineId("olivia"));
    await rested();
    const told = await seen("olivia");
    expect(told).not.toMatch(/Olivia|Old hand|I have registered/);
  });
});

test("the search alone would miss them", async () => {
  await begin("lineId", "search");
  expect(await seen("somchai")).not.toContain("1,250");
});

test("nobody is told to register while the first walk is on", async () => {
  await begin();
  await world.letPass(walkMs / 2);
  for (const label of ["somchai", "stranger"]) {
    expect(await seen(label)).toMatch(/ยังติดต่อระบบสมาชิกไม่ได้|can’t reach/);
  }
  await walked();
  expect(await seen("somchai")).toContain("1,250");
});

test("who has just registered is found at once, wherever new profiles appear", async () => {
  await begin();
  await walked();
  expect(await seen("stranger")).toContain("I have registered");
  world.clock.turn(1000);
  onPlatform(
    `insert into member (business_id, uuid, name, last_name, phone_code, phone_number, verified, otp_verified,
       line_verified, active, picture, line_id, other_data, created_at, name_key, last_name_key)
     select business_id, 'c0ffee00-0000-4000-8000-000000000000', 'Newcomer', last_name, phone_code, '5550100', 1, 1,
       1, 1, '', ?, '[]', created_at + 1e9, 'newcomer', '' from member order by id desc limit 1`,
    world.lineId("stranger"),
  );
  expect(await seen("stranger", "I have registered")).toContain("Newcomer");
});

test("who was linked to an old profile is found after a short walk, as somebody was missing", async () => {
  await begin();
  await walked();
  linkOld(world.lineId("stranger"));
  expect(await seen("stranger")).toContain("I have registered");
  world.clock.turn(61_000);
  await walked();
  expect(await seen("stranger", "I have registered")).toContain("Old hand");
});

test("strangers who come together share a look", async () => {
  await begin();
  await walked();
  const before = calls();
  const strangers = ["stranger", "owner", "manager", "cashier", "cashier-two"];
  const events = await Promise.all(
    strangers.map((label) => world.line.act(world.lineId(label), { type: "text", text: "card" })),
  );
  await world.settle();
  for (const { webhookEventId } of events) {
    const { messages } = await world.line.nextReply(webhookEventId);
    expect(JSON.stringify(messages)).toContain("I have registered");
  }
  // One for the first of them, and one for all others.
  expect(calls() - before).toBe(6);
});

test("a walk goes on where it was when the bot stopped, and knows at once who it knew", async () => {
  await begin();
  await world.letPass(1500);
  const halfway = place();
  expect(halfway).toMatchObject({ walk: 1, whole: 0 });
  expect(halfway?.next_page).toBeGreaterThan(3);
  const before = calls();
  await world.restart();
  await walked();
  expect(place()).toMatchObject({ walk: 2, whole: 1 });
  // A page that was asked for as the bot stopped may count to before; the last one is empty.
  expect(calls() - before).toBeLessThanOrEqual(pages - (halfway?.next_page ?? 0) + 2);
  expect(await seen("somchai")).toContain("1,250");

  await world.restart();
  expect(await seen("olivia")).toContain("Olivia");
});

test("a failing platform makes the walk wait, with one warning", async () => {
  await begin();
  await world.letPass(1000);
  world.platform.faults.add({ kind: "rate-limit", retryAfter: 5, operation: "getProfile" });
  await world.letPass(8000);
  world.platform.faults.clear();
  world.platform.faults.add({ kind: "blind-search" });
  await walked();
  expect(await seen("somchai")).toContain("1,250");
  expect(calls()).toBeLessThan(pages + 10);
  const lines = world.logged.map((line) => JSON.parse(line) as { msg: string });
  const told = (msg: string) => lines.filter((line) => line.msg === msg).length;
  expect(told("profile crawl delayed")).toBe(1);
  expect(told("profile crawl resumed")).toBe(1);
});

test("a profile that can't be understood keeps no other out of the index", async () => {
  await begin();
  linkOld(world.lineId("stranger"));
  onPlatform(`update member set other_data = '"odd"' where ${inTheMiddle(641)}`);
  await walked();
  expect(await seen("stranger")).toContain("Old hand");
  expect(place()).toMatchObject({ walk: 2, whole: 1 });
  const [warning, ...more] = world.logged.filter((line) =>
    line.includes("profiles skipped by the crawl"),
  );
  expect(JSON.parse(warning ?? "")).toMatchObject({ page: 7, lost: 1 });
  expect(more).toEqual([]);
});

test("walks are repeated, and who is gone is forgotten", async () => {
  await begin();
  await walked();
  const known = inStore("select * from member_index").length;
  expect(known).toBeGreaterThan(1000);
  link("", "Olivia");
  expect(await seen("olivia")).toContain("I have registered");
  world.clock.turn(61_000);
  await walked();
  for (let round = 0; round < 2; round += 1) await rested();
  expect(place()?.walk).toBe(5);
  expect(inStore("select * from member_index")).toHaveLength(known - 1);
  expect(JSON.stringify(inStore("select * from member_index"))).not.toMatch(/U[0-9a-f]{32}/);
});

test("killed on its way, the walk goes on where it was", async () => {
  await using bot = await createBotProcess();
  using file = openPlatformFile(join(bot.dataDir, "platform.sqlite"), systemClock);
  file.growTo(members);
  bot.platform.faults.add({ kind: "blind-search" });
  const read = () => bot.platform.requests({ operation: "getProfile" }).length;
  const env = { MEMBER_LOOKUP: "index" };
  await bot.start(env);
  await until(() => read() >= 5, "the walk");
  await bot.kill();
  const before = read();
  await bot.start(env);
  await until(() => bot.log().includes("profile crawl finished"), "the walk's end");
  expect(read()).toBeGreaterThanOrEqual(pages);
  expect(read() - before).toBeLessThanOrEqual(pages - before + 3);
  const [somchai] = demoPeople;
  const { webhookEventId } = await bot.line.act(somchai?.lineId ?? "", {
    type: "text",
    text: "points",
  });
  const { messages } = await bot.line.nextReply(webhookEventId);
  expect(JSON.stringify(messages)).toContain("1,250");
});
