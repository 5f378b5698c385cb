/** Overrides of messages, from the draft folder to the chat: the operator's commands next to a running bot. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { operatorRuns } from "../support/operator.ts";
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
const words = (action: string) =>
  operatorRuns(["words", action], {
    cwd: dir,
    env: { DATA_DIR: dirname(world.storeFile), WORDS_DIR: dir },
  });
const hears = async () => {
  world.clock.turn(60_001);
  return stringsOf(await world.says("olivia", "what now"));
};

test("a draft is published while the bot runs, and used from its next start", async () => {
  draft("en.json", { "unknown.body": "Beg your pardon?", "help.title": "How can we help?" });
  expect(await words("check")).toMatchObject({
    code: 0,
    said: expect.stringContaining("1 message"),
  });
  await world.restart();
  expect(await hears(), "checked isn't published").not.toContain("Beg your pardon?");
  expect(await words("publish")).toMatchObject({ code: 0, complained: "" });
  expect(await hears(), "still running").not.toContain("Beg your pardon?");
  await world.restart();
  expect(await hears()).toContain("Beg your pardon?");

  draft("en.json", { "unknown.body": "{" });
  await world.restart();
  expect(await hears(), "the last published messages stay").toContain("Beg your pardon?");
  expect(world.logged.join("")).toContain("en unknown.body: not a valid ICU message");
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
      "a plural form that the language needs",
      "en.json",
      { "balance.points": "{points, plural, other {points}}" },
      /\{points\} lacks the plural form/,
    ],
  ])("%s", async (_name, file, texts, fault) => {
    draft(file, texts);
    const { code, complained } = await words("publish");
    expect(complained).toMatch(fault);
    expect(complained).not.toMatch(/ at .*\.ts:/);
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
    said: expect.stringContaining("1 message"),
  });
});

test("an empty draft folder isn't published", async () => {
  expect(await words("publish")).toMatchObject({
    code: 1,
    complained: expect.stringContaining("no words yet"),
  });
});
