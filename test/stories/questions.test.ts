/** The programme's own questions, small words and a named language, in every language, through signed HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

const contactUrl = "tel:+6620000000";
const didNotUnderstand = /didn’t understand|ยังไม่เข้าใจ|理解できません|不太明白/;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const smallWords: [label: string, texts: string[], answer: RegExp][] = [
  ["olivia", ["ok", "Yes", "no", "bye!", "good night", "haha"], /here whenever you need us/],
  ["somchai", ["ค่ะ", "ครับ", "จ้า", "555", "โอเคค่ะ", "ฝันดีนะคะ"], /ทักมาได้เสมอ/],
  ["hina", ["はい", "了解です", "笑", "おやすみなさい"], /いつでもお声がけください/],
  ["yijun", ["好的", "哈哈", "掰掰", "收到"], /隨時告訴我們/],
];
test("small words are answered kindly, never as something that isn't understood", async () => {
  for (const [label, texts, answer] of smallWords) {
    for (const text of texts) {
      const messages = await world.sendText(label, text);
      expect(textOf(messages), `for ${text}`).toMatch(answer);
      expect(buttonsOf(messages).length, `for ${text}`).toBeGreaterThan(3);
    }
  }
});

const forPeople: [label: string, text: string, answer: RegExp][] = [
  ["olivia", "My points are missing!", /receipt/],
  ["olivia", "I have a new phone number", /change your phone number/],
  ["olivia", "I lost my phone", /Your points are safe/],
  ["somchai", "ขอยกเลิกสมาชิกค่ะ", /ยกเลิกสมาชิกให้/],
  ["somchai", "ขอคืนเงินค่ะ", /ใบเสร็จ/],
  ["hina", "苦情があります", /スタッフがお話を承ります/],
  ["hina", "配信停止", /通知は/],
  ["yijun", "點數不見了", /收據/],
  ["yijun", "我換手機了", /點數都還在/],
];
describe("a question that only a person can settle", () => {
  test("is answered with a sentence about it, and the way to one", async () => {
    for (const [label, text, answer] of forPeople) {
      const messages = await world.sendText(label, text);
      expect(textOf(messages), `for ${text}`).toMatch(answer);
      const data = buttonsOf(messages).map((button) => button.data);
      expect(data, `for ${text}`).toContain("do=contact");
    }
  });

  test("has the contact address as a button where there is one", async () => {
    await using reachable = await createWorld({ CONTACT_URL: contactUrl });
    for (const [label, text, answer] of forPeople) {
      const [message] = await reachable.sendText(label, text);
      expect(message, `for ${text}`).toMatchObject({ type: "flex" });
      expect(textOf(message), `for ${text}`).toMatch(answer);
      const uris = buttonsOf(message).map(({ uri }) => uri);
      expect(uris.filter((uri) => uri === contactUrl)).toHaveLength(1);
    }
  });

  test("gets the same answer from who isn't a member", async () => {
    expect(textOf(await world.sendText("stranger", "refund please"))).toMatch(/receipt at hand/);
  });
});

test("how points are collected is explained with the card", async () => {
  const messages = await world.sendText("hina", "ポイントの貯め方は？");
  expect(textOf(messages)).toMatch(/会員証をご提示ください/);
  expect(buttonsOf(messages).map(({ data }) => data)).toContain("do=card");
});

test("using a coupon and gifts lead to the coupons, the next reward to the rewards", async () => {
  const coupons = textOf(await world.sendText("olivia", "coupons"));
  expect(textOf(await world.sendText("olivia", "How do I use my coupon?"))).toBe(coupons);
  expect(textOf(await world.sendText("olivia", "my gifts"))).toBe(coupons);
  const rewards = textOf(await world.sendText("olivia", "rewards"));
  expect(textOf(await world.sendText("olivia", "How far to the next reward?"))).toBe(rewards);
});

describe("when points expire", () => {
  const questions: [label: string, text: string, unknown: RegExp][] = [
    ["olivia", "When do my points expire?", /isn’t shown here/],
    ["somchai", "แต้มหมดอายุเมื่อไหร่คะ", /ยังไม่แสดงวันหมดอายุ/],
    ["hina", "ポイントの有効期限は？", /こちらではご案内できません/],
    ["yijun", "點數什麼時候到期？", /無法顯示點數的到期日/],
  ];
  test("isn't guessed: who doesn't see it is told who knows", async () => {
    for (const [label, text, unknown] of questions) {
      const messages = await world.sendText(label, text);
      expect(textOf(messages), `for ${text}`).toMatch(unknown);
      expect(buttonsOf(messages).map(({ data }) => data)).toContain("do=contact");
    }
  });

  test("is what the platform tells of it, as far as members see it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "expiry-facts-"));
    const file = join(folder, "facts.json");
    const label = { en: "Points end", th: "แต้มหมดอายุ", ja: "期限", "zh-TW": "到期" };
    const fact = { label, kind: "expiry", place: "below" };
    // The demo's members have a birthdate, which stands for an expiry here.
    writeFileSync(file, JSON.stringify({ "otherData.birthdate": fact }));
    await using told = await createWorld({ CARD_FACTS: file });
    expect(textOf(await told.sendText("olivia", "When do my points expire?"))).toBe(
      "This is when your points expire:\n\nPoints end: 4 Jul 1991",
    );
    writeFileSync(file, JSON.stringify({ "otherData.birthdate": { ...fact, place: "staff" } }));
    await using hidden = await createWorld({ CARD_FACTS: file });
    expect(textOf(await hidden.sendText("olivia", "When do my points expire?"))).toMatch(
      /isn’t shown here/,
    );
    rmSync(folder, { recursive: true });
  });
});

describe("who names a language", () => {
  const named: [text: string, confirmed: RegExp, afterwards: RegExp][] = [
    ["日本語でお願いします", /これからは日本語/, /カード番号/],
    ["英文", /write to you in English/, /Card number/],
    ["ขอภาษาไทยค่ะ", /ต่อไปเราจะตอบเป็นภาษาไทย/, /หมายเลขบัตร/],
    ["chinese please", /之後會以繁體中文/, /卡號/],
    ["speak english", /write to you in English/, /Card number/],
  ];
  test("gets it at once, confirmed in it", async () => {
    for (const [text, confirmed, afterwards] of named) {
      expect(textOf(await world.sendText("olivia", text)), `for ${text}`).toMatch(confirmed);
      expect(textOf(await world.sendText("olivia", "points")), `for ${text}`).toMatch(afterwards);
    }
  });

  test("that isn't offered is shown those that are", async () => {
    await using small = await createWorld({ BUSINESS_LANGUAGES: "en,ja" });
    expect(textOf(await small.sendText("olivia", "ภาษาไทย"))).toMatch(/Which language/);
  });
});

test("the third unknown text in a minute is answered with words and the way to a person", async () => {
  await using reachable = await createWorld({ CONTACT_URL: contactUrl });
  for (const label of ["olivia", "somchai", "hina", "yijun"]) {
    expect(textOf(await reachable.sendText(label, "zzz first"))).toMatch(didNotUnderstand);
    await reachable.sendText(label, "zzz second");
    const third = await reachable.sendText(label, "zzz third");
    expect(textOf(third).length).toBeGreaterThan(15);
    expect(buttonsOf(third).map(({ uri }) => uri)).toContain(contactUrl);
  }
});
