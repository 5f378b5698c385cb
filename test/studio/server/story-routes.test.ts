/** The addresses of the stories: who saves over somebody else's text, and how long a story may be. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoryList, StoryRun } from "../../../src/studio/server/story-types.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let bot: StudioBot;
beforeAll(async () => {
  bot = await startStudioBot();
});
afterAll(() => bot[Symbol.asyncDispose]());

async function post(
  path: string,
  body: object,
  language = "en",
): Promise<{ status: number; body: unknown }> {
  const headers = {
    "content-type": "application/json",
    origin: new URL(bot.url).origin,
    cookie: `studio-language=${language}`,
  };
  const response = await fetch(new URL(path, bot.url), {
    method: "POST",
    headers,
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

const faulty = "# Faulty\n\nOlivia:\n(LINE is odd)\n";

test.each([
  [
    "en",
    "line 3: expected what Olivia writes behind the colon",
    "line 4: expected LINE to be down, slow or working",
  ],
  [
    "th",
    "บรรทัด 3: กรุณาเขียนสิ่งที่ Olivia พิมพ์ไว้หลังเครื่องหมาย :",
    "บรรทัด 4: สถานะของ LINE ต้องเป็น down, slow หรือ working",
  ],
  [
    "ja",
    "3行目：コロンの後に、Oliviaが書く内容を入れてください",
    "4行目：LINEの状態はdown、slow、workingのいずれかです",
  ],
  [
    "zh-TW",
    "第 3 行：請在冒號後寫出 Olivia 輸入的內容",
    "第 4 行：LINE 的狀態須為 down、slow 或 working",
  ],
])(
  "the faults of a story are written in %s, before it is saved, in the list and when it is played",
  async (language, ...faults) => {
    const checked = await post("stories/check", { text: faulty }, language);
    expect(checked).toEqual({ status: 200, body: { faults } });
    const { body } = await post("stories", { text: faulty }, language);
    const { name } = body as { name: string };
    const cookie = `studio-language=${language}`;
    const response = await fetch(new URL("stories", bot.url), { headers: { cookie } });
    const { stories } = (await response.json()) as StoryList;
    expect(stories.find((story) => story.name === name)).toMatchObject({ faults });
    expect(await post("stories/run", { name, language: "own" }, language)).toMatchObject({
      body: { outcome: "failed", steps: faults.map((fault) => ({ fault })) },
    });
  },
);

test.each([
  [
    "th",
    /^ไม่มีปุ่มชื่อ Rocket ที่มีคือ /,
    "บอทตอบด้วย balance ไม่ใช่ coupons",
    "ข้อความตอบไม่มี 9998 และ 9999",
    "ไม่มีวันที่นี้",
  ],
  [
    "ja",
    /^Rocketというボタンはありません。あるもの：/,
    "返信はcouponsではなくbalanceでした",
    "返信に9998と9999がありません",
    "その日付はありません",
  ],
])(
  "what isn't true in a story that is played is said in %s",
  async (language, button, ...others) => {
    const text =
      "# Wrong\nOlivia taps: Rocket\nOlivia: points\nbot: coupons\nbot: balance, 9998, 9999\n(it is 30 Feb)\n";
    const { body } = await post("stories", { text });
    const { name } = body as { name: string };
    const run = await post("stories/run", { name, language: "own" }, language);
    const { steps } = run.body as StoryRun;
    expect(steps.flatMap(({ fault }) => fault ?? [])).toEqual([
      expect.stringMatching(button),
      ...others,
    ]);
  },
);
