/** The addresses of the stories: who saves over somebody else's text, and how long a story may be. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoryList } from "../../../src/studio/server/story-types.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let bot: StudioBot;
beforeAll(async () => {
  bot = await startStudioBot();
});
afterAll(() => bot[Symbol.asyncDispose]());

async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(new URL(path, bot.url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(bot.url).origin },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function textOf(name: string): Promise<string | undefined> {
  const response = await fetch(new URL("stories", bot.url));
  const { stories } = (await response.json()) as StoryList;
  return stories.find((story) => story.name === name)?.text;
}

test("a story that somebody else has changed or deleted meanwhile isn't written over", async () => {
  const name = "shared";
  const from = "# Shared\n";
  expect(await post("stories", { text: from })).toEqual({ status: 200, body: { name } });
  const first = "# Shared\n\nOlivia: points\n";
  const second = "# Shared\n\nOlivia: coupons\n";
  const changed = { status: 409, body: { message: "Somebody has changed this story" } };

  expect(await post("stories", { name, text: first, from })).toMatchObject({ status: 200 });
  expect(await post("stories", { name, text: second, from })).toEqual(changed);
  expect(await textOf(name)).toBe(first);
  expect(await post("stories", { name, text: second })).toMatchObject({ status: 400 });

  expect(await post("stories/delete", { name })).toMatchObject({ status: 200 });
  expect(await post("stories", { name, text: second, from: first })).toEqual(changed);
  expect(await textOf(name)).toBeUndefined();
});

test("50,000 characters of any script are saved, and more are too long", async () => {
  const tooLong = {
    status: 413,
    body: { message: "The story is too long: 50,000 characters are the most" },
  };
  for (const letter of ["a", "แ", "😀"]) {
    const text = letter.repeat(49_999);
    const name = `story-${letter.codePointAt(0)}`;
    const from = `# ${name}\n`;
    expect(await post("stories", { text: from })).toMatchObject({ body: { name } });
    expect(await post("stories", { name, text, from })).toMatchObject({ status: 200 });
    const again = { name, text: `${letter}${text}`, from: `${text}\n` };
    expect(await post("stories", again)).toMatchObject({ status: 200 });
    const more = { name, text: `${letter.repeat(2)}${text}`, from: `${letter}${text}\n` };
    expect(await post("stories", more)).toEqual(tooLong);
  }
  expect(await post("stories", { text: "แ".repeat(400_000) })).toEqual(tooLong);
});

test.each([
  ["❤️ Loyal members", "loyal-members"],
  ["☀️", "story"],
  [`a${"𠮷".repeat(60)}`, `a${"𠮷".repeat(49)}`],
])("a story with the title %s gets a file", async (title, name) => {
  const text = `# ${title}\n\nOlivia: points\n`;
  expect(await post("stories", { text })).toEqual({ status: 200, body: { name } });
  expect(await textOf(name)).toBe(text);
});

test("a story of a year for which no demo data can be made names its line", async () => {
  const text = "# Long ago\n\n(it is 1 Jan 1926 10:00)\nOlivia: points\n";
  await post("stories", { text });
  const run = await post("stories/run", { name: "long-ago", language: "own" });
  expect(run).toMatchObject({
    status: 200,
    body: {
      outcome: "failed",
      steps: [{ fault: expect.stringMatching(/^line 3: expected a date .* not before 2000$/) }],
    },
  });
});
