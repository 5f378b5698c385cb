/** The faults of answers in files: each is named by file and place, and no store is needed. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callCommand } from "../support/operator.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "answers-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const write = (name: string, answer: unknown) =>
  writeFileSync(
    join(dir, `${name}.json`),
    typeof answer === "string" ? answer : JSON.stringify(answer),
  );
const answers = (...args: string[]) =>
  callCommand(["answers", ...args], { cwd: dir, env: { DATA_DIR: dir, ANSWERS_DIR: dir } });

const pets = { phrases: { en: ["pets"] }, reply: { en: "Dogs are welcome." } };

describe("faults name the file and what is wrong, and nothing is published", () => {
  const reply = { en: "Yes." };
  const faulty: [what: string, files: Record<string, unknown>, fault: RegExp][] = [
    ["no JSON", { a: "{" }, /^a\.json: /],
    ["no object", { a: [1] }, /^a\.json: /],
    ["a name", { "A b": pets }, /^A b\.json: its name must be of lower-case letters/],
    ["no phrase", { a: { reply } }, /^a\.json: phrases: must have one at least/],
    [
      "a phrase of the bot",
      { a: { phrases: { en: ["points"] }, reply } },
      /^a\.json: phrases\.en\.0: the bot understands "points" already, as balance/,
    ],
    [
      "its polite form",
      { a: { phrases: { en: ["x", "show me my points please"] }, reply } },
      /^a\.json: phrases\.en\.1: .*as balance/,
    ],
    [
      "a question that the bot answers",
      { a: { phrases: { en: ["how do i collect points"] }, reply } },
      /^a\.json: .*question collect-points/,
    ],
    [
      "a command",
      { a: { phrases: { en: ["/gift"] }, reply } },
      /^a\.json: phrases\.en\.0: .*command/,
    ],
    [
      "a command in words",
      { a: { phrases: { en: ["undo"] }, reply } },
      /^a\.json: phrases\.en\.0: .*\/undo/,
    ],
    [
      "a phrase of two answers",
      { a: pets, b: { phrases: { ja: ["PETS!"] }, reply } },
      /^b\.json: phrases\.ja\.0: "pets" is a phrase of a, too/,
    ],
    [
      "a phrase twice",
      { a: { phrases: { en: ["x", "X!"] }, reply } },
      /^a\.json: phrases\.en\.1: is the same as en\.0/,
    ],
    [
      "101 phrases",
      {
        a: {
          phrases: {
            en: Array.from(
              { length: 101 },
              (_, i) => `word ${"abcdefghijk".at(i % 10)}${"abcdefghijk".at(Math.floor(i / 10))}`,
            ),
          },
          reply,
        },
      },
      /^a\.json: phrases: must be 100 at most/,
    ],
    ["an unknown language", { a: { phrases: { fr: ["x"] }, reply } }, /^a\.json: phrases/],
    [
      "a phrase of nothing",
      { a: { phrases: { en: ["?!"] }, reply } },
      /^a\.json: phrases\.en\.0: must have a letter/,
    ],
    ["no reply", { a: { phrases: { en: ["x"] } } }, /^a\.json: reply/],
    [
      "an empty reply",
      { a: { phrases: { en: ["x"] }, reply: { en: " " } } },
      /^a\.json: reply\.en: is empty/,
    ],
    [
      "a long reply",
      { a: { phrases: { en: ["x"] }, reply: { en: "a".repeat(5001) } } },
      /^a\.json: reply\.en: must have 5000 characters/,
    ],
    [
      "a reply that a long name makes too long",
      { a: { phrases: { en: ["x"] }, reply: { en: `${"a".repeat(4950)}{name}` } } },
      /^a\.json: reply\.en: must have 5000 .* with the longest name/,
    ],
    [
      "an argument",
      { a: { phrases: { en: ["x"] }, reply: { en: "{points}" } } },
      /^a\.json: reply\.en: has an unknown argument \{points\}/,
    ],
    [
      "a picture by http",
      { a: { ...pets, picture: "http://shop.example/a.png" } },
      /^a\.json: picture: must be an https address/,
    ],
    [
      "five buttons",
      {
        a: {
          ...pets,
          buttons: Array.from({ length: 5 }, () => ({ label: reply, intent: "card" })),
        },
      },
      /^a\.json: buttons: must be 4 at most/,
    ],
    [
      "a button by http",
      { a: { ...pets, buttons: [{ label: reply, url: "http://shop.example/" }] } },
      /^a\.json: buttons\.0\.url: must be an https, tel or line address/,
    ],
    [
      "a script",
      { a: { ...pets, buttons: [{ label: reply, url: "javascript:alert(1)" }] } },
      /^a\.json: buttons\.0\.url: /,
    ],
    [
      "an unknown intent",
      { a: { ...pets, buttons: [{ label: reply, intent: "coupon" }] } },
      /^a\.json: buttons\.0\.intent: there is no intent coupon/,
    ],
    [
      "neither",
      { a: { ...pets, buttons: [{ label: reply }] } },
      /^a\.json: buttons\.0: must have either a url or an intent/,
    ],
    [
      "a long label",
      { a: { ...pets, buttons: [{ label: { en: "a".repeat(41) }, intent: "card" }] } },
      /^a\.json: buttons\.0\.label\.en: must have 40 characters/,
    ],
    ["no date", { a: { ...pets, from: "2026-02-30" } }, /^a\.json: from: must be a date/],
    [
      "an end before its beginning",
      { a: { ...pets, from: "2026-12-02", until: "2026-12-01" } },
      /^a\.json: until: must not be before from/,
    ],
    ["no hours", { a: { ...pets, hours: "9-18" } }, /^a\.json: hours: must be two times of day/],
    ["something unknown", { a: { ...pets, replies: 1 } }, /^a\.json: has an unknown replies/],
    [
      "all of them, whatever they are",
      {
        a: {
          phrases: { en: [1, "points"] },
          reply: {},
          buttons: [{ intent: "coupon" }],
          from: "2026-12-02",
          until: "2026-12-01",
        },
      },
      /en\.0: must be a text[^]*\breply: must have[^]*\.label: [^]*until: must not[^]*en\.1: the bot[^]*no intent coupon/,
    ],
    [
      "phrases of the fallback",
      { fallback: pets },
      /^fallback\.json: phrases: the fallback has none/,
    ],
  ];
  test.each(faulty)("%s", async (_what, files, fault) => {
    for (const [name, answer] of Object.entries(files)) write(name, answer);
    for (const action of ["check", "publish"]) {
      const { code, stderr } = await answers(action);
      expect(code).toBe(1);
      expect(stderr).toMatch(fault);
    }
  });

  test("more than 500 answers, and none", async () => {
    expect(await answers("check")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has no answers yet"),
    });
    for (let index = 0; index < 501; index += 1) {
      write(`a${index}`, {
        phrases: {
          en: [
            `thing ${"abcdefghij".at(index % 10)}${"abcdefghij".at(Math.floor(index / 10) % 10)}${"abcdefghij".at(Math.floor(index / 100))}`,
          ],
        },
        reply,
      });
    }
    expect(await answers("check")).toMatchObject({
      code: 1,
      stderr: "there may be 500 answers at most\n",
    });
  });
});

test.each([
  ["phrase,reply\nx,y\n", "line 1: it has no column language"],
  ["phrase,reply,language\n", "it has no row"],
  ["phrase,reply,language\nx,y,xx\n", "line 2: the language must be one of"],
  ['phrase,reply,language\r\nx,"y\r\nz",en\r\nv,w,xx\r\n', "line 4: the language must be"],
  ["phrase,reply,language\npoints,y,en\n", 'line 2: phrases.en.0: the bot understands "points"'],
  ["phrase;reply;language\nx;a, b;en\nX!;c;en\n", "is a phrase of"],
  ["phrase,reply,language,name\nx,a,en,one\nz,b,en,one\n", "line 3: one has another reply"],
])("a CSV file: %j", async (csv, fault) => {
  const file = join(dir, "keywords.csv");
  writeFileSync(file, csv);
  const { code, stderr } = await answers("import", file);
  expect(code).toBe(1);
  expect(stderr).toContain(fault);
  expect(readdirSync(dir)).toEqual(["keywords.csv"]);
});
