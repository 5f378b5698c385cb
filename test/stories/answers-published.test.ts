/** How answers of the shop's own are published: from files and drafts, with the history, the undo and the dev channel. */
import { createAnswersWorld, pets, takenMs, type AnswersWorld } from "../support/answers-world.ts";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { settingsKeys } from "../../src/config/settings-keys.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import type { PublishingOverview } from "../../src/studio/server/draft-types.ts";
import { callCommand } from "../support/operator.ts";
import { studioOf } from "../support/studio.ts";
import { stringsOf } from "../support/views.ts";

let shop: AnswersWorld;
beforeEach(async () => {
  shop = await createAnswersWorld();
});
afterEach(() => shop[Symbol.asyncDispose]());

test("an answer is published from a file while the bot runs, listed, and taken back", async () => {
  expect(await shop.asks("pets")).toContain("didn’t understand");
  shop.write("pets", pets);
  const { code, stdout } = await shop.answers("check");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "1 answer: no fault\nwarning: pets.json: its reply has no text in ja, zh-TW\n",
  });
  expect(await shop.asks("pets"), "checked isn't published").not.toContain("welcome");
  const published = await shop.answers("publish", "--by", "Mint");
  expect(published).toMatchObject({ code: 0, stderr: "" });
  await shop.world.advanceTime(takenMs);
  expect(await shop.asks("Are DOGS allowed?")).toBe("Dogs are welcome, Olivia.");
  expect(await shop.asks("ｐｅｔｓ please")).toBe("Dogs are welcome, Olivia.");
  expect(await shop.asks("are dogs allowed in the evening")).not.toContain("welcome");
  await shop.world.restart();
  expect(await shop.asks("pets")).toContain("welcome");
  expect((await shop.answers("list")).stdout).toMatch(
    /^pets +pets, Are dogs allowed, สัตว์เลี้ยง +th, en$/m,
  );
  expect((await shop.answers("history")).stdout).toMatch(/^#1 .* Mint {2}1 answer: answers pets$/m);
  expect(stringsOf(await shop.world.sendText("owner", "/audit 1"))).toMatch(
    /\/answers · published\nMint #1/,
  );
  expect(await shop.answers("undo", "--by", "Ploy")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Undone: #1"),
  });
  await shop.world.advanceTime(takenMs);
  expect(await shop.asks("pets")).not.toContain("welcome");
  expect(await shop.answers("undo")).toMatchObject({ code: 1 });
});

test("a published answer that is faulty to this version is left out and named, and never stops a start", async () => {
  await using store = openSqliteStore(dirname(shop.world.storeFile), shop.world.clock, {
    attach: true,
  });
  const texts = {
    pets: JSON.stringify(pets),
    points: JSON.stringify({ phrases: { en: ["points"] }, reply: { en: "No." } }),
    broken: "{",
  };
  await store.settings.set(settingsKeys.publishedAnswers, JSON.stringify(texts));
  await shop.world.restart();
  expect(await shop.asks("pets")).toContain("welcome");
  expect(await shop.asks("points")).toContain("18,400");
  const logged = shop.world.logged.join("");
  expect(logged).toContain(
    'answers points: phrases.en.0: the bot understands \\"points\\" already',
  );
  expect(logged).toContain("answers broken: ");
});

test("answers are written, published and undone in the studio, and shown in the dev channel before", async () => {
  const { call } = studioOf(shop.world);
  const json = JSON.stringify(pets);
  expect((await call("answers", { name: "pets", text: json })).status).toBe(200);
  await shop.world.advanceTime(takenMs);
  expect(await shop.asks("pets"), "a draft").not.toContain("welcome");
  const inDev = async (text: string): Promise<readonly Message[]> => {
    const channel = embeddedDevAccount.id;
    const event = shop.world.line.compose(
      shop.world.lineId("marketer"),
      { type: "text", text },
      { channel },
    );
    const { webhookEventId } = await shop.world.line.deliver([event], { channel });
    await shop.world.bot.idle();
    return (
      shop.world.line.sent.find((sent) => sent.webhookEventId === webhookEventId)?.messages ?? []
    );
  };
  expect(stringsOf(await inDev("pets"))).toContain("Dogs are welcome");
  expect(stringsOf(await inDev("/preview pets en"))).toContain("Dogs are welcome, ");
  expect(stringsOf(await inDev("/replies"))).toContain("/preview pets");
  const { drafts } = (await (await call("drafts")).json()) as PublishingOverview;
  const seen = { version: drafts[0]?.version, publication: 0 };
  expect((await call("drafts/operator", { do: "publish", seen })).status).toBe(200);
  expect(await shop.asks("pets")).toContain("welcome");
  shop.write("tea", { phrases: { en: ["tea"] }, reply: { en: "Green." } });
  expect(await shop.answers("publish")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("other answers for: answers pets"),
  });
  expect((await call("publications/undo", { publication: 1 })).status).toBe(200);
  expect(await shop.asks("pets")).not.toContain("welcome");
});

test.each([
  [
    "en",
    'phrases.en.0: the bot understands "points" already, as balance',
    "reply.en: has an unknown argument {points}; it may have {name}",
  ],
  [
    "th",
    "phrases.en.0: บอทเข้าใจ “points” อยู่แล้ว เป็น balance",
    "reply.en: ใช้ {points} ที่นี่ไม่ได้ ที่ใช้ได้คือ {name}",
  ],
  [
    "ja",
    "phrases.en.0: 「points」はボットがすでにbalanceとして理解します",
    "reply.en: {points} は使えません。使えるもの：{name}",
  ],
  [
    "zh-TW",
    "phrases.en.0: 機器人已經聽得懂「points」，會當作 balance",
    "reply.en: 這裡不能用 {points}；可用的有：{name}",
  ],
])("the faults of an answer are written in %s in the studio", async (language, phrase, reply) => {
  const { call } = studioOf(shop.world);
  const cookie = `studio-language=${language}`;
  const text = JSON.stringify({ phrases: { en: ["points"] }, reply: { en: "{points}" } });
  const checked = await call("answers/preview", { name: "mine", text }, cookie);
  expect(await checked.json()).toMatchObject({ faults: [reply, phrase] });
  const refused = await call("answers", { name: "mine", text }, cookie);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toEqual({ message: `${reply}; ${phrase}` });
});

test("a draft of which one answer has become faulty isn't published, not even the others in it", async () => {
  const { call } = studioOf(shop.world);
  const tea = { phrases: { en: ["tea"] }, reply: { en: "Green." } };
  for (const [name, answer] of Object.entries({ pets, tea })) {
    expect((await call("answers", { name, text: JSON.stringify(answer) })).status).toBe(200);
  }
  await shop.publish({ drinks: { phrases: { en: ["tea"] }, reply: { en: "Black." } } });
  const { drafts } = (await (await call("drafts")).json()) as PublishingOverview;
  const seen = { version: drafts[0]?.version, publication: 1 };
  const refused = await call("drafts/operator", { do: "publish", seen });
  expect(await refused.json()).toMatchObject({ refusal: "faulty" });
  const looked = await call("drafts/operator", undefined, "studio-language=ja");
  expect(JSON.stringify(await looked.json())).toContain(
    "公開できません：phrases.en.0: 「tea」はdrinksのフレーズでもあります。",
  );
  await shop.world.advanceTime(takenMs);
  expect(await shop.asks("tea")).toBe("Black.");
  expect(await shop.asks("pets")).not.toContain("welcome");
});

test("the dev channel shows the answers in ANSWERS_DIR where there is no draft", async () => {
  shop.write("pets", pets);
  const channel = embeddedDevAccount.id;
  const event = shop.world.line.compose(
    shop.world.lineId("marketer"),
    { type: "text", text: "pets" },
    { channel },
  );
  const { webhookEventId } = await shop.world.line.deliver([event], { channel });
  await shop.world.bot.idle();
  const sent = shop.world.line.sent.find((one) => one.webhookEventId === webhookEventId);
  expect(stringsOf(sent?.messages)).toContain("Dogs are welcome");
});

test("undo takes back the last publication of the same command only", async () => {
  await shop.publish({ pets });
  writeFileSync(join(shop.dir, "en.json"), JSON.stringify({ "balance.number": "Petal number" }));
  rmSync(join(shop.dir, "pets.json"));
  const words = (...args: string[]) =>
    callCommand(["words", ...args], {
      cwd: shop.dir,
      env: { DATA_DIR: dirname(shop.world.storeFile), WORDS_DIR: shop.dir },
    });
  expect(await words("publish")).toMatchObject({ code: 0 });
  await shop.world.advanceTime(takenMs);
  expect(await shop.asks("pets"), "texts leave answers as they are").toContain("welcome");
  expect(await shop.answers("undo")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("#2, changed texts only: words undo takes it back"),
  });
  expect(await words("undo")).toMatchObject({ code: 0 });
  expect(await shop.answers("undo")).toMatchObject({ code: 0 });
});

test("answers are exported as files, never over what somebody wrote", async () => {
  shop.write("hours", pets);
  const { code, stdout } = await shop.answers("export");
  expect(code).toBe(0);
  expect(stdout).toContain(`left ${join(shop.dir, "hours.json")} as it is`);
  expect(stdout).toContain(`wrote ${join(shop.dir, "wifi.json")}`);
  rmSync(join(shop.dir, "hours.json"));
  expect(await shop.answers("check")).toMatchObject({ code: 0 });
});
test("keyword answers come from a CSV file", async () => {
  const file = join(shop.dir, "keywords.csv");
  writeFileSync(
    file,
    'phrase,reply,language\nGift card,"Ask at the till, please",en\ngift cards,"Ask at the till, please",EN\nบัตรของขวัญ,ถามที่ร้าน,th\n',
  );
  expect(await shop.answers("import", file)).toMatchObject({ code: 0, stderr: "" });
  await shop.publish({});
  expect(await shop.asks("gift cards")).toBe("Ask at the till, please");
  expect(await shop.asks("บัตรของขวัญ")).toBe("ถามที่ร้าน");
});
