/** Which menu somebody sees as they join, choose a language, and come to the staff and leave it. */
import { DatabaseSync } from "node:sqlite";
import { encode } from "fast-png";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { languages } from "../../src/config/environment-schema.ts";
import { aliasOf, audiences } from "../../src/rich-menu/menus.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ LOG_LEVEL: "debug" });
});
afterEach(() => world[Symbol.asyncDispose]());

const channelId = () => world.line.accounts.channel().id;
const richMenus = () => world.line.richMenus.ofChannel(channelId());
const png = Buffer.from(
  encode({ width: 800, height: 400, data: new Uint8Array(320_000), channels: 1 }),
);

/** Puts a menu of its alias's name there, without an operator. */
function make(alias: string): string {
  const size = { width: 800, height: 400 };
  const id = richMenus().create({
    name: alias,
    size,
    selected: true,
    chatBarText: "Menu",
    areas: [],
  });
  if (typeof id !== "string") throw new Error("no room for a menu");
  richMenus().upload(id, "image/png", png);
  richMenus().setAlias(alias, id);
  return id;
}

/** All menus, the default among them, found by the bot at its start. */
async function withMenus(): Promise<void> {
  // The reading of the first start still under way would be taken for that after the restart.
  await until(() => calls() === 1, "the reading at the first start");
  for (const language of languages) {
    for (const audience of audiences) make(aliasOf({ audience, language }));
  }
  richMenus().setDefaultMenu(richMenus().aliases.get("loyalty-stranger-th") ?? null);
  await world.restart();
  await until(() => calls() === 2, "the reading of the menus");
}

const logged = (what: RegExp) => world.logged.filter((line) => what.test(line)).length;
const calls = () => logged(/richmenu\/alias\/list.*LINE answered/);
const links = () => logged(/"path":"\/v2\/bot\/user\/…\/richmenu.*LINE answered/);

function menuOf(label: string): string | undefined {
  return world.line.richMenus.shownTo(channelId(), world.lineId(label))?.request.name;
}
const shows = (label: string, alias: string) =>
  until(() => menuOf(label) === alias, `${alias} for ${label}`);

/** Gives somebody the profile of Olivia. */
function becomesMember(label: string): void {
  using database = new DatabaseSync(world.platformFile, { timeout: 5000 });
  database
    .prepare("update member set line_id = ? where line_id = ?")
    .run(world.lineId(label), world.lineId("olivia"));
}

const crawls = () => logged(/profile crawl finished/);

/** Lets time pass until one more crawl of the profiles has finished. */
async function crawlFinished(): Promise<void> {
  const before = crawls();
  for (let left = 200; crawls() === before; left -= 1) {
    if (left === 0) throw new Error("no crawl has finished");
    await world.advanceTime(10_000);
  }
}

test("without menus nobody is given one", async () => {
  await world.sendText("somchai", "แต้ม");
  expect(menuOf("somchai")).toBeUndefined();
  expect(links()).toBe(0);
});

test("a member and a stranger get theirs, in their language, once", async () => {
  await withMenus();
  expect(menuOf("stranger")).toBe("loyalty-stranger-th");
  await world.sendText("somchai", "แต้ม");
  await shows("somchai", "loyalty-member-th");
  await world.sendText("stranger", "points");
  await shows("stranger", "loyalty-stranger-en");
  await world.sendText("stranger", "coupons");
  await world.sendText("somchai", "คูปอง");
  await world.sendText("hina", "ポイント");
  await shows("hina", "loyalty-member-ja");
  await until(() => links() === 3, "the third menu");
  expect(JSON.stringify(world.logged.filter((line) => line.includes("richmenu")))).not.toContain(
    world.lineId("hina"),
  );
  const before = calls();
  await world.restart();
  await until(() => calls() > before, "the reading of the menus");
  await world.sendText("somchai", "คูปอง");
  await world.sendText("takeru", "ポイント");
  await shows("takeru", "loyalty-member-ja");
  await until(() => links() > 3, "the fourth menu");
  expect(links(), "nobody is linked again after a restart").toBe(4);
});

test("who becomes a member gets the members' menu", async () => {
  await withMenus();
  await world.performAction("stranger", { type: "follow" });
  await shows("stranger", "loyalty-stranger-en");
  becomesMember("stranger");
  expect(factsOf(await world.sendText("stranger", "I have registered"))).toContain("Olivia");
  await shows("stranger", "loyalty-member-en");
});

const follows = (label: string, isUnblocked = false) =>
  world.line.act(world.lineId(label), { type: "follow", isUnblocked });

describe("who follows the account", () => {
  test("has their menu before they are answered", async () => {
    await withMenus();
    world.line.faults.add({ call: "reply", answer: "silent" });
    await follows("hina");
    await shows("hina", "loyalty-member-ja");
    expect(world.line.sent).toEqual([]);
    world.line.faults.clear();
    await world.settle();
    expect(world.line.sent).toHaveLength(1);
    expect(links()).toBe(1);
  });

  test("has one in the language of their phone while the platform is down", async () => {
    await withMenus();
    world.platform.faults.add({ kind: "error" });
    await follows("hina");
    await world.settle();
    await shows("hina", "loyalty-stranger-ja");
    world.platform.faults.clear();
    world.clock.turn(10_000);
    await world.sendText("hina", "ポイント");
    await shows("hina", "loyalty-member-ja");
    expect(menuOf("hina")).toBe("loyalty-member-ja");
  });

  test("keeps the menu that they had before they blocked it, while the platform is down", async () => {
    await withMenus();
    await world.sendText("hina", "ポイント");
    await shows("hina", "loyalty-member-ja");
    await world.performAction("hina", { type: "unfollow" });
    const before = calls();
    await world.restart();
    await until(() => calls() > before, "the reading of the menus");
    world.platform.faults.add({ kind: "error" });
    await follows("hina", true);
    await world.settle();
    expect(menuOf("hina")).toBe("loyalty-member-ja");
  });
});

test("who is found among new members by the crawler gets the members' menu without writing", async () => {
  await world[Symbol.asyncDispose]();
  world = await createWorld({ MEMBER_LOOKUP: "index" });
  await withMenus();
  await crawlFinished();
  await world.performAction("stranger", { type: "follow" });
  await shows("stranger", "loyalty-stranger-en");
  becomesMember("stranger");
  const before = world.line.deliveries.length;
  await crawlFinished();
  await shows("stranger", "loyalty-member-en");
  expect(world.line.deliveries).toHaveLength(before);
});

test("who chooses another language gets the menu in it", async () => {
  await withMenus();
  await world.sendText("somchai", "แต้ม");
  await shows("somchai", "loyalty-member-th");
  await world.tapButton("somchai", "do=language&to=zh-TW");
  await shows("somchai", "loyalty-member-zh-tw");
  expect(richMenus().defaultMenu).toBe(richMenus().aliases.get("loyalty-stranger-th"));
});

test("staff get that of their role when they join, and lose it when they are removed", async () => {
  await withMenus();
  await world.sendText("stranger", "points");
  await shows("stranger", "loyalty-stranger-en");
  const [, code = ""] =
    /\/join (\w+)/.exec(factsOf(await world.sendText("owner", "/invite cashier"))) ?? [];
  await shows("owner", "loyalty-manager-en");
  await world.sendText("stranger", `/join ${code}`);
  await shows("stranger", "loyalty-cashier-en");
  await world.tapButton("owner", buttonIn(await world.sendText("owner", "/remove Alex"), /%2Fyes/));
  await world.sendText("stranger", "help");
  await shows("stranger", "loyalty-stranger-en");
  expect(menuOf("owner")).toBe("loyalty-manager-en");
});

test("who comes back in another role has the menu of that role", async () => {
  await withMenus();
  const joinAs = async (role: string) => {
    const invitation = factsOf(await world.sendText("owner", `/invite ${role}`));
    await world.sendText("stranger", `/join ${/\/join (\w+)/.exec(invitation)?.[1] ?? ""}`);
  };
  await joinAs("cashier");
  await shows("stranger", "loyalty-cashier-en");
  await world.tapButton("owner", buttonIn(await world.sendText("owner", "/remove Alex"), /%2Fyes/));
  await joinAs("manager");
  await shows("stranger", "loyalty-manager-en");
  expect(menuOf("stranger")).toBe("loyalty-manager-en");
});

test("a marketer, who orders nothing at the till, keeps a member's or a stranger's menu", async () => {
  await withMenus();
  const invitation = factsOf(await world.sendText("owner", "/invite marketer"));
  await world.sendText("stranger", `/join ${/\/join (\w+)/.exec(invitation)?.[1] ?? ""}`);
  await world.sendText("stranger", "points");
  await shows("stranger", "loyalty-stranger-en");
  expect(richMenus().linkedTo(world.lineId("stranger"))).not.toBeNull();
});

test("a menu that LINE doesn't give is asked for again a minute later, and no answer waits for it", async () => {
  await withMenus();
  world.line.faults.add({ call: "rich_menu", answer: "silent", times: 1 });
  expect(await world.sendText("somchai", "แต้ม")).toHaveLength(1);
  await world.advanceTime(6000);
  expect(logged(/linking a rich menu failed/)).toBe(1);
  await world.sendText("somchai", "แต้ม");
  expect(menuOf("somchai")).toBe("loyalty-stranger-th");
  world.clock.turn(60_000);
  await world.sendText("somchai", "แต้ม");
  await shows("somchai", "loyalty-member-th");
});

test("menus that are made, or made anew, while the bot runs are found within five minutes", async () => {
  await until(() => calls() === 1, "the look at the start");
  make("loyalty-member-th");
  world.clock.turn(300_000);
  await world.sendText("somchai", "แต้ม");
  await until(() => calls() === 2, "another look");
  await world.sendText("somchai", "แต้ม");
  await shows("somchai", "loyalty-member-th");
  const anew = make("loyalty-member-th");
  world.clock.turn(300_000);
  await world.sendText("somchai", "แต้ม");
  await until(() => calls() === 3, "a third look");
  await world.sendText("somchai", "แต้ม");
  await until(() => richMenus().linkedTo(world.lineId("somchai")) === anew, "the new menu");
  expect(calls()).toBe(3);
});

test("a tap that only opens the keyboard is answered with silence", async () => {
  expect(await world.tapButton("owner", "do=nothing")).toEqual([]);
  expect(await world.tapButton("stranger", "do=nothing")).toEqual([]);
});
