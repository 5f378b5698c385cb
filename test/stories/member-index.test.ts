/** A platform whose search doesn't match LINE user ids: members are found through the local member index. */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { demoPeople, openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../support/bot-process.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

const members = 1250;
const pages = 13;
const crawlMs = pages * 200;
const minutes = 60_000;

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** @param to what the platform's search doesn't match. */
async function begin(to: "lineId" | "ids" = "lineId", memberLookup = "index") {
  world = await createWorld(
    (platform) => {
      platform.faults.add({ kind: "blind-search", to });
      return { MEMBER_LOOKUP: memberLookup };
    },
    { members },
  );
}

const crawls = () => world.logged.filter((line) => line.includes("profile crawl finished")).length;

/** Lets time pass until one more crawl has finished. */
async function crawlFinished(): Promise<void> {
  const before = crawls();
  for (let left = 50; crawls() === before; left -= 1) {
    if (left === 0) throw new Error("no crawl has finished");
    await world.advanceTime(500);
  }
}

/** Lets the rest between two crawls pass, and the next crawl. */
async function nextCrawlFinished(): Promise<void> {
  world.clock.turn(61_000);
  await world.advanceTime(100);
  world.clock.turn(14 * minutes);
  await crawlFinished();
}

const seen = async (label: string, text = "points") => stringsOf(await world.sendText(label, text));
const calls = () => world.platform.requests({ operation: "getProfile" }).length;

/** Changes the platform's data directly, as its operator would. */
function onPlatform(sql: string, ...values: string[]): void {
  using db = new DatabaseSync(world.platformFile, { timeout: 5000 });
  db.prepare(sql).run(...values);
  world.noteMembers();
}
const link = (lineId: string, name: string) =>
  onPlatform("update member set line_id = ? where name = ?", lineId, name);
/** A member in the middle of the list, outside the pages where new profiles appear. */
const inTheMiddle = (offset: number) =>
  `id = (select id from member where business_id = 1 order by id limit 1 offset ${offset})`;
const linkOld = (lineId: string) =>
  onPlatform(`update member set line_id = ?, name = 'Old hand' where ${inTheMiddle(640)}`, lineId);

function inStore<Row>(sql: string): Row[] {
  using db = new DatabaseSync(world.storeFile, { readOnly: true });
  return db.prepare(sql).all() as Row[];
}
const cursor = () =>
  inStore<{ crawl: number; next_page: number; is_complete: number }>(
    "select * from member_crawl",
  )[0];

describe.each(["lineId", "ids"] as const)("when the search doesn't match %s", (to) => {
  test("every sender gets the reply that they would get with a working search", async () => {
    await begin(to);
    await crawlFinished();
    expect(await seen("somchai")).toContain("1,250");
    expect(await seen("olivia")).toContain("Olivia");
    expect(await seen("inactive")).toContain("พนักงาน");
    expect(await seen("ambiguous")).toContain("พนักงาน");
    expect(await seen("stranger")).toContain("I have registered");
    for (const line of world.logged) expect(line).not.toMatch(/U[0-9a-f]{32}/);
  });

  test("a profile that was linked to another user is shown to that user only", async () => {
    await begin(to);
    await crawlFinished();
    linkOld(world.lineId("olivia"));
    link("", "Olivia");
    await nextCrawlFinished();
    expect(await seen("olivia")).toContain("Old hand");
    linkOld(world.lineId("stranger"));
    world.clock.turn(61_000);
    expect(await seen("olivia"), "the former user").toContain("I have registered");
    await crawlFinished();
    expect(await seen("stranger")).toContain("Old hand");
    world.clock.turn(11_000);
    expect(await seen("olivia")).toContain("I have registered");
  });

  test("a second profile with the same lineId makes the member ambiguous after the next crawl", async () => {
    await begin(to);
    await crawlFinished();
    linkOld(world.lineId("olivia"));
    await nextCrawlFinished();
    const reply = await seen("olivia");
    expect(reply).not.toMatch(/Olivia|Old hand|I have registered/);
  });
});

test("with MEMBER_LOOKUP=search the member is not found", async () => {
  await begin("lineId", "search");
  expect(await seen("somchai")).not.toContain("1,250");
});

test("nobody is told to register during the first crawl", async () => {
  await begin();
  await world.advanceTime(crawlMs / 2);
  for (const label of ["somchai", "stranger"]) {
    expect(await seen(label)).toMatch(/ยังติดต่อระบบสมาชิกไม่ได้|can’t reach/);
  }
  await crawlFinished();
  expect(await seen("somchai")).toContain("1,250");
});

test("a new profile is found at once on the pages where new profiles appear", async () => {
  await begin();
  await crawlFinished();
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

test("a lookup without a hit shortens the rest, and the next crawl finds an old profile that was linked since", async () => {
  await begin();
  await crawlFinished();
  linkOld(world.lineId("stranger"));
  expect(await seen("stranger")).toContain("I have registered");
  world.clock.turn(61_000);
  await crawlFinished();
  expect(await seen("stranger", "I have registered")).toContain("Old hand");
});

test("concurrent lookups of unknown senders share the reads of the newest pages", async () => {
  await begin();
  await crawlFinished();
  const before = calls();
  const strangers = ["stranger", "owner", "manager", "cashier", "cashier-two"];
  const events = await Promise.all(
    strangers.map((label) => world.line.act(world.lineId(label), { type: "text", text: "card" })),
  );
  await world.settle();
  for (const [index, { webhookEventId }] of events.entries()) {
    const { messages } = await world.line.nextReply(webhookEventId);
    expect(stringsOf(messages)).toContain(index === 0 ? "I have registered" : "Your commands");
  }
  // One for the first of them, and one for all others.
  expect(calls() - before).toBe(6);
});

test("after a restart the crawl continues at its stored page, and a complete index is used at once", async () => {
  await begin();
  await world.advanceTime(1500);
  const halfway = cursor();
  expect(halfway).toMatchObject({ crawl: 1, is_complete: 0 });
  expect(halfway?.next_page).toBeGreaterThan(3);
  const before = calls();
  await world.restart();
  await crawlFinished();
  expect(cursor()).toMatchObject({ crawl: 2, is_complete: 1 });
  // A page that was asked for as the bot stopped may count to before; the last one is empty.
  expect(calls() - before).toBeLessThanOrEqual(pages - (halfway?.next_page ?? 0) + 2);
  expect(await seen("somchai")).toContain("1,250");

  await world.restart();
  expect(await seen("olivia")).toContain("Olivia");
});

test("a failing platform delays the crawl, with one warning", async () => {
  await begin();
  await world.advanceTime(1000);
  world.platform.faults.add({ kind: "rate-limit", retryAfter: 5, operation: "getProfile" });
  await world.advanceTime(8000);
  world.platform.faults.clear();
  world.platform.faults.add({ kind: "blind-search" });
  await crawlFinished();
  expect(await seen("somchai")).toContain("1,250");
  expect(calls()).toBeLessThan(pages + 10);
  const lines = world.logged.map((line) => JSON.parse(line) as { msg: string });
  const count = (msg: string) => lines.filter((line) => line.msg === msg).length;
  expect(count("profile crawl delayed")).toBe(1);
  expect(count("profile crawl resumed")).toBe(1);
});

test("a profile that can't be parsed doesn't keep others out of the index", async () => {
  await begin();
  linkOld(world.lineId("stranger"));
  onPlatform(`update member set active = 7 where ${inTheMiddle(641)}`);
  await crawlFinished();
  expect(await seen("stranger")).toContain("Old hand");
  expect(cursor()).toMatchObject({ crawl: 2, is_complete: 1 });
  const [warning, ...more] = world.logged.filter((line) =>
    line.includes("profiles skipped by the crawl"),
  );
  expect(JSON.parse(warning ?? "")).toMatchObject({ page: 7, lost: 1 });
  expect(more).toEqual([]);
});

const makeOdd = () => onPlatform(`update member set active = 7 where ${inTheMiddle(640)}`);

describe("a member whose own profile can't be read isn't told to register", () => {
  test("when it never could be", async () => {
    await begin();
    linkOld(world.lineId("stranger"));
    makeOdd();
    await crawlFinished();
    expect(await seen("stranger")).toMatch(/can’t/);
    expect(await seen("stranger")).not.toContain("I have registered");
  });

  test.each(["lineId", "ids"] as const)(
    "when it was before, and %s can't be searched",
    async (to) => {
      await begin(to);
      linkOld(world.lineId("stranger"));
      await crawlFinished();
      expect(await seen("stranger")).toContain("Old hand");
      makeOdd();
      world.clock.turn(25 * 60 * minutes);
      for (let round = 0; round < 3; round += 1) {
        expect(await seen("stranger"), `after ${round} crawls`).toMatch(/can’t/);
        expect(await seen("stranger")).not.toContain("I have registered");
        await nextCrawlFinished();
      }
    },
  );
});

test("crawls are repeated, and entries that are gone are deleted", async () => {
  await begin();
  await crawlFinished();
  const known = inStore("select * from member_index").length;
  expect(known).toBeGreaterThan(1000);
  link("", "Olivia");
  expect(await seen("olivia")).toContain("I have registered");
  world.clock.turn(61_000);
  await crawlFinished();
  for (let round = 0; round < 2; round += 1) await nextCrawlFinished();
  expect(cursor()?.crawl).toBe(5);
  expect(inStore("select * from member_index")).toHaveLength(known - 1);
  expect(JSON.stringify(inStore("select * from member_index"))).not.toMatch(/U[0-9a-f]{32}/);
});

test("after a kill the crawl continues at its stored page", async () => {
  await using bot = await createBotProcess();
  using file = openPlatformFile(join(bot.dataDir, "platform.sqlite"), systemClock);
  file.growTo(members);
  bot.platform.faults.add({ kind: "blind-search" });
  const read = () => bot.platform.requests({ operation: "getProfile" }).length;
  const env = { MEMBER_LOOKUP: "index" };
  await bot.start(env);
  await until(() => read() >= 5, "the crawl");
  await bot.kill();
  const before = read();
  await bot.start(env);
  await until(() => bot.log().includes("profile crawl finished"), "the end of the crawl");
  expect(read()).toBeGreaterThanOrEqual(pages);
  expect(read() - before).toBeLessThanOrEqual(pages - before + 3);
  const [somchai] = demoPeople;
  const { webhookEventId } = await bot.line.act(somchai?.lineId ?? "", {
    type: "text",
    text: "points",
  });
  const { messages } = await bot.line.nextReply(webhookEventId);
  expect(stringsOf(messages)).toContain("1,250");
});
