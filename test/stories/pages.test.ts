/** A platform with small pages or a search without effect: nobody is taken for the only match unless every page was read. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { createProxy, type ProxyHooks, type Proxy } from "../support/proxy.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";

let world: World;
let proxy: Proxy;
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

/** A bot with a proxy in front of the platform that changes its answers. */
async function begin(hooks: ProxyHooks, env: Record<string, string> = {}): Promise<void> {
  let target = "";
  proxy = await createProxy(() => target, { hooks });
  world = await createWorld(
    ({ baseUrl }) => {
      const { origin, pathname } = new URL(baseUrl);
      target = origin;
      return { CONNECT_BASE_URL: proxy.origin + pathname, ...env };
    },
    { asReal: true },
  );
}

/** Cuts pages to a number of rows, while the answer states the requested size. */
function capped(most: number): ProxyHooks {
  const asked = new WeakMap<object, number>();
  return {
    before(request) {
      const { searchParams } = request.url;
      const size = Number(searchParams.get("size") ?? 20);
      asked.set(request, size);
      if (size > most && request.method === "GET") searchParams.set("size", String(most));
    },
    after(request, answer) {
      const body = JSON.parse(answer.body) as { pagination?: { size: number } };
      if (!body.pagination) return;
      body.pagination.size = asked.get(request) ?? body.pagination.size;
      answer.body = JSON.stringify(body);
    },
  };
}

const unsearched: ProxyHooks = { before: ({ url }) => url.searchParams.delete("search") };

function grow(total: number): void {
  using file = openPlatformFile(world.platformFile, world.clock);
  file.growTo(total);
}

test("a second profile on the second page makes the member ambiguous", async () => {
  await begin(capped(1));
  const words = stringsOf(await world.sendText("ambiguous", "points"));
  expect(words).not.toMatch(/640|วิชัย/);
  expect(words).toContain("พนักงาน");
  const choice = await world.sendText("cashier", "/member 0800000013");
  expect(stringsOf(choice)).toContain("Who do you mean?");
  expect(buttonsOf(choice).filter(({ data }) => data)).toHaveLength(2);
});

test("all of a member's coupons and transactions are read from small pages", async () => {
  await begin(capped(3));
  const small = [
    await world.sendText("olivia", "coupons"),
    await world.sendText("olivia", "history"),
  ];
  proxy.hooks.before = () => {};
  expect(small.map(factsOf)).toEqual(
    [await world.sendText("olivia", "coupons"), await world.sendText("olivia", "history")].map(
      factsOf,
    ),
  );
});

test("all transactions of a reference are voided, however many pages they are on", async () => {
  await begin(capped(1));
  await using till = createTill(world);
  const card_no = (await till.member("olivia")).cards[0]?.card_no ?? "";
  const { id } = await till.connect.addPoint({ card_no, method: 2, points: 50, ref_no: "R-2" });
  await till.connect.burnPoint({ card_no, points: 20, ref_no: "R-2" });
  expect(factsOf(await world.sendText("manager", "/void ref:R-2"))).toContain("18,430 → 18,400");
  expect(factsOf(await world.sendText("manager", `/void ${id}`))).toContain("· +50 ·");
});

test("a command for a member who may not be the only match is refused and asks for more of the name", async () => {
  await begin(unsearched);
  grow(1250);
  for (const order of ["/member สมชาย", "/gift iced สมชาย", "/find Nobody At All"]) {
    const said = await world.sendText("manager", order);
    expect(factsOf(said)).toContain("be more specific");
    expect(stringsOf(said)).not.toContain("%2Fyes");
  }
  const found = factsOf(await world.sendText("manager", "/find สมชาย"));
  expect(found).toContain("สมชาย ใจดี");
  expect(found).toContain("others may match, too");
  // And nobody is told to join.
  expect(stringsOf(await world.sendText("olivia", "points"))).toMatch(/can’t reach/);
});

test("a search without effect is replaced by reading all members, if they can all be read", async () => {
  await begin(unsearched);
  expect(stringsOf(await world.sendText("cashier", "/member 0800000001"))).toContain("1,250");
  expect(stringsOf(await world.sendText("somchai", "points"))).toContain("1,250");
});

test("names in different scripts both match, and one member is chosen", async () => {
  await begin({
    after(_request, answer) {
      // The search finds a number as it is stored, and in no other writing.
      const body = JSON.parse(answer.body) as { data?: { phoneNumber?: string }[] };
      if (body.data?.[0]?.phoneNumber === undefined) return;
      const search = _request.url.searchParams.get("search") ?? "";
      const data = body.data.filter(({ phoneNumber }) => phoneNumber === search);
      const page = { total: data.length, page: 1, size: 100 };
      if (/^\d+$/.test(search)) answer.body = JSON.stringify({ pagination: page, data });
    },
  });
  const choice = stringsOf(await world.sendText("cashier", "/member 0800000013"));
  expect(choice).toContain("Who do you mean?");
});

test("the member index is complete only after every small page was read", async () => {
  await begin(capped(20), { MEMBER_LOOKUP: "index" });
  grow(400);
  using db = new DatabaseSync(world.platformFile, { timeout: 5000 });
  const link = db.prepare(`update member set line_id = ?, name = 'Old hand'
    where id = (select id from member where business_id = 1 order by id limit 1 offset ?)`);
  link.run(world.lineId("stranger"), 200);
  world.noteMembers();
  const crawls = () =>
    world.logged.filter((line) => line.includes("profile crawl finished")).length;
  await world.advanceTime(2000);
  expect(stringsOf(await world.sendText("stranger", "points"))).not.toContain("I have registered");
  for (let left = 50; crawls() === 0 && left > 0; left -= 1) await world.advanceTime(500);
  expect(crawls()).toBe(1);
  world.clock.turn(11_000);
  expect(stringsOf(await world.sendText("stranger", "points"))).toContain("Old hand");
  // Who is new at the list's end is found at once.
  link.run("", 200);
  db.prepare(`update member set line_id = ?, name = 'Newcomer'
    where id = (select max(id) from member where business_id = 1)`).run(world.lineId("stranger"));
  world.clock.turn(61_000);
  expect(stringsOf(await world.sendText("stranger", "I have registered"))).toContain("Newcomer");
});

test("a choice has a button for each match, however long the other arguments are", async () => {
  await begin({});
  const name = "ณัฐพงศ์ สุวรรณรัตน์โชติกุลวัฒนา ".repeat(3).trim();
  using db = new DatabaseSync(world.platformFile, { timeout: 5000 });
  db.prepare("update member set name = ?, name_key = ? where name = 'Olivia'").run(
    name,
    name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, ""),
  );
  const choice = await world.sendText("manager", `/gift ลด "${name}"`);
  expect(factsOf(choice)).toContain("Which");
  const data = buttonsOf(choice).flatMap((one) => one.data ?? []);
  expect(data.length).toBeGreaterThan(1);
  for (const one of data) expect(one.length).toBeLessThanOrEqual(300);
  const first = data[0] ?? "";
  expect(factsOf(await world.tapButton("manager", first))).toContain("Give this?");
  // It is its asker's, for ten minutes.
  expect(factsOf(await world.tapButton("owner", first))).toContain("expired");
  expect(buttonIn(choice, /gift/)).toBe(first);
  world.clock.turn(600_001);
  expect(factsOf(await world.tapButton("manager", first))).toContain("expired");
});
