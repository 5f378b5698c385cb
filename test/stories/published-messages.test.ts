/** Overrides of messages, from the draft folder to the chat: the operator's commands next to a running bot. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingsKeys } from "../../src/config/settings-keys.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import type { PublishingOverview } from "../../src/studio/server/draft-types.ts";
import { callCommand } from "../support/operator.ts";
import { studioOf } from "../support/studio.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

let dir: string;
let world: World;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "words-"));
  world = await createWorld({ WORDS_DIR: dir });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const draft = (name: string, texts: unknown) =>
  writeFileSync(join(dir, name), typeof texts === "string" ? texts : JSON.stringify(texts));
const words = (...args: string[]) =>
  callCommand(["words", ...args], {
    cwd: dir,
    env: { DATA_DIR: dirname(world.storeFile), WORDS_DIR: dir },
  });
const hears = async () => {
  world.clock.turn(60_001);
  return stringsOf(await world.sendText("olivia", "what now"));
};

/** The longest time until members get what was published. */
const takenMs = 5000;
const points = async () => stringsOf(await world.sendText("olivia", "points"));

test("a draft is published while the bot runs, and members get it within 5 seconds", async () => {
  const onlyOther = "{points, plural, other {# petals}}";
  draft("en.json", {
    "unknown.body": "Beg your pardon?",
    "balance.number": "Petal number",
    "balance.points": onlyOther,
  });
  mkdirSync(join(dir, "stories"));
  writeFileSync(join(dir, "stories", "points.txt"), "# Points\nOlivia: points\nbot: balance\n");
  const { code, stdout } = await words("check");
  expect(code).toBe(0);
  expect(stdout).toContain("3 messages");
  expect(stdout).toContain('warning: en balance.points: {points} lacks the plural form "one"');
  await world.restart();
  expect(await hears(), "checked isn't published").not.toContain("Beg your pardon?");
  // Twice: the first reply of a lookup isn't cached.
  for (let times = 0; times < 2; times++) expect(await points()).not.toContain("Petal number");
  const published = await words("publish");
  expect(published).toMatchObject({ code: 0, stderr: "" });
  expect(published.stdout).toMatch(/The texts change 1 of 1 story:\nchanges {2}points {2}Points\n/);
  expect(published.stdout).toContain("    + Petal number");
  await world.advanceTime(takenMs);
  const shown = await points();
  expect(shown, "the cached reply has the old text").toContain("Petal number");
  expect(shown).toContain("18,400 petals");
  expect(await hears()).toContain("Beg your pardon?");
  const catalogues = await fetch(`${world.bot.origin}/studio/catalogues`);
  expect(await catalogues.json(), "the studio's").toMatchObject({
    rows: expect.arrayContaining([
      expect.objectContaining({
        key: "balance.number",
        texts: expect.objectContaining({
          en: expect.objectContaining({ published: "Petal number" }),
        }),
      }),
    ]),
  });
  await world.restart();
  expect(await hears()).toContain("Beg your pardon?");

  draft("en.json", { "unknown.body": "{" });
  await world.restart();
  expect(await hears(), "the last published messages stay").toContain("Beg your pardon?");
  expect(world.logged.join("")).toContain("en unknown.body: not a valid ICU message");
});

test("publications are listed with who and what, and undone within 5 seconds", async () => {
  expect(await words("undo")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no publication is left"),
  });
  draft("en.json", { "balance.number": "Petal number" });
  await words("publish", "--by", "Mint");
  await world.advanceTime(takenMs);
  expect(await points()).toContain("Petal number");
  expect(await words("undo", "--by", "Ploy")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Undone: #1"),
  });
  await world.advanceTime(takenMs);
  expect(await points()).not.toContain("Petal number");
  const { stdout } = await words("history");
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(
      /^#2 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+07:00 {2}Ploy {2}undoes #1, 1 message: en balance\.number$/,
    ),
    expect.stringMatching(/^#1 .* \+07:00 {2}Mint {2}1 message: en balance\.number$/),
  ]);
  const audit = stringsOf(await world.sendText("owner", "/audit 2"));
  expect(audit).toMatch(/\/words · undid the publication\n#1/);
  expect(audit).toMatch(/\/words · published\nMint #1/);
});

test("what the studio has published is taken back by --replace only", async () => {
  const { call } = studioOf(world);
  await call("catalogues", { language: "en", key: "balance.number", text: "Petal number" });
  const { drafts } = (await (await call("drafts")).json()) as PublishingOverview;
  const seen = { version: drafts[0]?.version, publication: 0 };
  expect((await call("drafts/operator", { do: "publish", seen })).status).toBe(200);
  draft("en.json", { "unknown.body": "Beg your pardon?" });
  expect(await words("publish")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("other texts for: en balance.number"),
  });
  expect(await words("publish", "--replace")).toMatchObject({ code: 0 });
  const { stdout } = await words("history");
  expect(stdout).toMatch(/#2 .*en balance\.number/);
});

const publish = async (texts: Record<string, string>) => {
  await using store = openSqliteStore(dirname(world.storeFile), world.clock, { attach: true });
  await store.settings.set(settingsKeys.publishedOverrides, JSON.stringify({ en: texts }));
};

test("a reply that is being made when others are published isn't kept for later", async () => {
  await publish({ "balance.number": "Petal number" });
  world.platform.faults.add({ kind: "silence", operation: "getProfile", times: 1 });
  const reply = points();
  await world.advanceTime(takenMs, reply);
  expect(world.logged.join("")).toContain("published texts taken");
  await reply;
  expect(await points()).toContain("Petal number");
});

test("faulty published texts are left out with a log line", async () => {
  await publish({ "balance.number": "{", "unknown.body": "Beg your pardon?" });
  await world.advanceTime(takenMs);
  expect(await hears()).toContain("Beg your pardon?");
  expect(await points()).not.toContain("{");
  expect(world.logged.join("")).toContain("en balance.number: not a valid ICU message");
});

describe("a draft that can't be published is refused with the fault", () => {
  test.each<[string, string, unknown, RegExp]>([
    ["a broken message", "th.json", { "help.title": "{name" }, /th help\.title: not a valid ICU/],
    ["an unknown argument", "en.json", { "help.title": "{name}" }, /unknown argument \{name\}/],
    ["an unknown message", "ja.json", { "help.titel": "x" }, /ja help\.titel: no such message/],
    ["an empty text", "ja.json", { "help.title": " " }, /ja help\.title: missing/],
    [
      "a text that is none",
      "en.json",
      { "help.title": 7 },
      /en\.json: help\.title: must be a text/,
    ],
    ["a file that isn't JSON", "en.json", "nonsense", /en\.json: /],
    ["a file that is a list", "en.json", ["x"], /en\.json: /],
    ["a language that we don't speak", "zh-CN.json", {}, /zh-CN\.json: no language/],
    [
      "no plural form for the rest",
      "en.json",
      { "balance.points": "{points, plural, one {point}}" },
      /en balance\.points: not a valid ICU message/,
    ],
  ])("%s", async (_name, file, texts, fault) => {
    draft(file, texts);
    const { code, stderr } = await words("publish");
    expect(stderr).toMatch(fault);
    expect(stderr).not.toMatch(/ at .*\.ts:/);
    expect(code).toBe(1);
    await world.restart();
    expect(await hears()).toContain("didn’t understand");
    expect(world.logged.join("")).toMatch(fault);
  });
});

test("the built-in messages are exported as a draft, and existing files are not overwritten", async () => {
  draft("en.json", { "help.title": "Mine" });
  expect((await words("export")).code).toBe(0);
  expect(JSON.parse(readFileSync(join(dir, "en.json"), "utf8"))).toEqual({ "help.title": "Mine" });
  expect(JSON.parse(readFileSync(join(dir, "th.json"), "utf8"))).toHaveProperty(["help.title"]);
  expect(await words("check")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 message"),
  });
});

test("an empty draft folder isn't published", async () => {
  expect(await words("publish")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no words yet"),
  });
});
