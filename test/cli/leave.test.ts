/** `leave`: what a shop takes with it, and what is gone at LINE, beside a bot with members, staff and changed texts. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LineBotClient } from "@line/bot-sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buttonIn } from "../support/staff.ts";
import { callCommand } from "../support/operator.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const dataDir = () => dirname(world.storeFile);
const folder = () => join(dataDir(), "left");
const run = (...args: string[]) =>
  callCommand(args, {
    cwd: dataDir(),
    env: {
      DATA_DIR: dataDir(),
      EMBEDDED_LINE_PORT: new URL(world.line.origin).port,
      WORDS_DIR: dataDir(),
    },
  });
const richMenus = () => world.line.richMenus.ofChannel(world.line.accounts.channel().id);
const read = (name: string) => readFileSync(join(folder(), name), "utf8");

const client = () =>
  LineBotClient.fromChannelAccessToken({
    channelAccessToken: world.line.accounts.channel().accessToken,
    apiBaseURL: world.line.origin,
  });

async function useTheBot(): Promise<void> {
  await run("rich-menu");
  const question = await world.sendText("manager", "/gift iced olivia 1");
  await world.tapButton("manager", buttonIn(question, /%2Fyes/));
  writeFileSync(join(dataDir(), "en.json"), JSON.stringify({ "help.title": "At your service" }));
  expect(await run("words", "publish")).toMatchObject({ code: 0 });
  // What is counted is stored once a minute.
  await world.advanceTime(60_000);
}

test("without --yes it tells what would be done, and does nothing", async () => {
  await useTheBot();
  const before = [...richMenus().menus.keys()];
  const { code, stdout } = await run("leave", folder());
  expect(code).toBe(0);
  expect(stdout).toMatch(/^would write \S+audit\.csv$/m);
  expect(stdout).toMatch(/^would write \S+texts\/en\.json$/m);
  expect(stdout).toMatch(/^would remove line-loyalty-bot loyalty-member-en /m);
  expect(stdout).toContain("Nothing was done.");
  expect(existsSync(folder())).toBe(false);
  expect([...richMenus().menus.keys()]).toEqual(before);
});

test("exports what the shop owns, removes its own menus alone, and says what stays", async () => {
  await useTheBot();
  const { richMenuId: theirs } = await client().createRichMenu({
    name: "Summer sale",
    size: { width: 800, height: 400 },
    selected: false,
    chatBarText: "Sale",
    areas: [],
  });
  const { code, stdout } = await run("leave", folder(), "--yes");
  expect(code).toBe(0);
  expect(stdout).toContain("on the platform: all members, cards, points");
  expect([...richMenus().menus.keys()]).toEqual([theirs]);
  expect([...richMenus().aliases]).toEqual([]);
  expect(richMenus().defaultMenu).toBeNull();
  expect(JSON.parse(read("texts/en.json"))).toEqual({ "help.title": "At your service" });
  expect(read("audit.csv")).toMatch(/^\uFEFFat,[^]*,gift,ordered,[^]*,gift,done,/);
  expect(readdirSync(folder()).filter((name) => name.startsWith("statistics-"))).toHaveLength(1);
});

test("what was interrupted goes on when it is called again", async () => {
  await useTheBot();
  const made = richMenus().menus.size;
  world.line.faults.add({ call: "rich_menu", answer: 500, times: 1 });
  expect((await run("leave", folder(), "--yes")).code).toBe(1);
  expect(read("audit.csv")).toContain(",gift,done,");
  expect(richMenus().menus.size).toBe(made);
  // As far as another run came.
  const [[alias = "", menu = ""] = []] = richMenus().aliases;
  await client().cancelDefaultRichMenu();
  await client().deleteRichMenuAlias(alias);
  await client().deleteRichMenu(menu);
  expect((await run("leave", folder(), "--yes")).code).toBe(0);
  expect([richMenus().menus.size, richMenus().aliases.size]).toEqual([0, 0]);
});

test("a folder that can't be written is named before anything is removed", async () => {
  await useTheBot();
  const before = richMenus().menus.size;
  writeFileSync(folder(), "a file");
  const { code, stderr } = await run("leave", folder(), "--yes");
  expect(code).toBe(1);
  expect(stderr).toContain("can't be written");
  expect(richMenus().menus.size).toBe(before);
});
