/** The command `rich-menu`, beside a running bot. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { LineBotClient } from "@line/bot-sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callCommand } from "../support/operator.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

/** The log line of the bot's own look at the menus. */
const isRead = (line: string) => /richmenu\/alias\/list.*LINE answered/.test(line);

let world: World;
beforeEach(async () => {
  world = await createWorld();
  // So that the faults of a test strike what the operator asks, not what the bot does.
  await until(() => world.logged.some(isRead), "the bot's own look at the menus");
});
afterEach(() => world[Symbol.asyncDispose]());

const dataDir = () => dirname(world.storeFile);
const port = () => new URL(world.line.origin).port;
const run = (args: string[], env: Record<string, string> = {}) =>
  callCommand(["rich-menu", ...args], {
    cwd: dataDir(),
    env: { DATA_DIR: dataDir(), EMBEDDED_LINE_PORT: port(), BUSINESS_LANGUAGES: "th,en", ...env },
  });
const richMenus = () => world.line.richMenus.ofChannel(world.line.accounts.channel().id);
const ids = () => [...richMenus().menus.keys()];
const aliases = () => Object.fromEntries(richMenus().aliases);
const lines = (stdout: string) => stdout.trim().split("\n");

test("a first run creates the menus, a second changes nothing, a change replaces the menus and moves users", async () => {
  const first = await run([]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(lines(first.stdout)).toHaveLength(9);
  expect(Object.keys(aliases()).toSorted()).toEqual([
    "loyalty-cashier-en",
    "loyalty-cashier-th",
    "loyalty-manager-en",
    "loyalty-manager-th",
    "loyalty-member-en",
    "loyalty-member-th",
    "loyalty-stranger-en",
    "loyalty-stranger-th",
  ]);
  expect(richMenus().defaultMenu).toBe(aliases()["loyalty-stranger-th"]);
  for (const { image } of richMenus().menus.values()) expect(image?.type).toBe("image/png");

  const before = ids();
  expect(await run([])).toMatchObject({ code: 0, stdout: "Nothing has to change.\n" });
  expect(ids()).toEqual(before);

  const old = aliases()["loyalty-member-en"] ?? "";
  richMenus().link(world.lineId("somchai"), old);
  const client = LineBotClient.fromChannelAccessToken({
    channelAccessToken: world.line.accounts.channel().accessToken,
    apiBaseURL: world.line.origin,
  });
  const { richMenuId: theirs } = await client.createRichMenu({
    name: "Summer sale",
    size: { width: 800, height: 400 },
    selected: false,
    chatBarText: "Sale",
    areas: [],
  });
  // A brand from the add-on's subscription goes before this one, so a page to join at changes instead.
  const page = { REGISTER_URL: "https://shop.example/join" };

  const told = await run(["--dry-run"], page);
  expect(told.code).toBe(0);
  expect(told.stdout).toMatch(/would make loyalty-stranger-en\n/);
  expect(told.stdout).not.toMatch(/member/);
  expect(ids()).toEqual([...before, theirs]);

  richMenus().link(world.lineId("stranger"), aliases()["loyalty-stranger-en"] ?? "");
  expect(await run([], page)).toMatchObject({ code: 0 });
  expect(ids()).toHaveLength(9);
  expect(ids()).toContain(theirs);
  expect(richMenus().linkedTo(world.lineId("somchai"))).toBe(old);
  expect(richMenus().linkedTo(world.lineId("stranger"))).toBe(aliases()["loyalty-stranger-en"]);
  expect(before).not.toContain(aliases()["loyalty-stranger-en"]);
  expect(richMenus().defaultMenu).toBe(aliases()["loyalty-stranger-th"]);

  expect(await run(["remove", "--dry-run"])).toMatchObject({ code: 0 });
  expect(ids()).toHaveLength(9);
  expect(await run(["remove"])).toMatchObject({ code: 0 });
  expect(ids()).toEqual([theirs]);
  expect(aliases()).toEqual({});
  expect(await run(["remove"])).toMatchObject({ code: 0, stdout: "There is none of ours.\n" });
});

test("with the real LINE the channel's own token is used", async () => {
  const channel = world.line.accounts.channel();
  const env = {
    LINE_CHANNEL_SECRET: channel.secret,
    LINE_CHANNEL_ACCESS_TOKEN: channel.accessToken,
    LINE_API_BASE_URL: world.line.origin,
    LINE_DATA_API_BASE_URL: world.line.origin,
    STUDIO: "off",
    BUSINESS_LANGUAGES: "ja",
  };
  expect(await run([], env)).toMatchObject({ code: 0, stderr: "" });
  expect(Object.keys(aliases())).toHaveLength(4);
  expect(await run([], env)).toMatchObject({ stdout: "Nothing has to change.\n" });

  world.line.faults.add({ call: "rich_menu", answer: 401, times: 3 });
  const refused = await run([], env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^GET \/v2\/bot\/.*: 401 Authentication failed/);
});

test("the next run completes an interrupted one", async () => {
  const page = { BUSINESS_LANGUAGES: "en" };
  world.line.faults.add({ call: "rich_menu", answer: 500, times: 1 });
  expect((await run([], page)).code).toBe(1);
  expect(await run([], page)).toMatchObject({ code: 0, stderr: "" });
  // An image that doesn't get there leaves no menu behind.
  await run(["remove"], page);
  const channel = world.line.accounts.channel().id;
  const upload = world.line.richMenus.ofChannel(channel).upload;
  Object.assign(richMenus(), { upload: () => ({ status: 500, body: { message: "no" } }) });
  expect((await run([], page)).code).toBe(1);
  expect(ids()).toEqual([]);
  Object.assign(richMenus(), { upload });
  expect((await run([], page)).code).toBe(0);
  expect(ids()).toHaveLength(4);
});

test("--out writes the images without calling LINE", async () => {
  const out = join(dataDir(), "menus");
  const ended = await run(["--out", out], { EMBEDDED_LINE_PORT: "1", BUSINESS_LANGUAGES: "zh-TW" });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(out).toSorted()).toEqual([
    "loyalty-cashier-zh-tw.png",
    "loyalty-manager-zh-tw.png",
    "loyalty-member-zh-tw.png",
    "loyalty-stranger-zh-tw.png",
  ]);
});

test("what isn't understood is refused", async () => {
  for (const args of [["x"], ["remove", "--out", "y"], ["--dry-run", "--out", "y"], ["--what"]]) {
    expect(await run(args), `for ${args.join(" ")}`).toMatchObject({ code: 2 });
  }
});
