/** Greetings, thanks and the wish to talk to a person, in every language, through signed HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

const contactUrl = "tel:+6620000000";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const smallTalk: [label: string, text: string, answer: RegExp][] = [
  ["olivia", "Hello!", /^Hello Olivia! How can we help/],
  ["somchai", "สวัสดีค่ะ", /^สวัสดีค่ะ คุณสมชาย/],
  ["hina", "こんにちは", /^田中様、いつもありがとうございます/],
  ["yijun", "你好", /^林怡君 您好！/],
  ["olivia", "thanks a lot", /^You’re very welcome/],
  ["somchai", "ขอบคุณครับ", /^ด้วยความยินดีค่ะ/],
  ["hina", "ありがとうございます！", /^こちらこそ/],
  ["yijun", "謝謝", /^不客氣/],
];
test("who says hello or thanks is answered in their language, with buttons", async () => {
  for (const [label, text, answer] of smallTalk) {
    const messages = await world.sendText(label, text);
    expect(textOf(messages), `for ${text}`).toMatch(answer);
    expect(buttonsOf(messages).length, `for ${text}`).toBeGreaterThan(3);
  }
});

test("a stranger who says hello is told how to join, and who thanks is answered", async () => {
  expect(textOf(await world.sendText("stranger", "hello"))).toContain("Welcome to Sakura Cafe");
  expect(textOf(await world.sendText("stranger", "thank you"))).toContain("very welcome");
});

test("hello is answered without a name while the platform is unavailable", async () => {
  world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
  expect(textOf(await world.sendText("olivia", "hi"))).toBe("Hello! How can we help you?");
});

const wishes: [label: string, text: string, hours: RegExp][] = [
  ["olivia", "talk to a person", /opening hours/],
  ["somchai", "ขอคุยกับพนักงาน", /ในเวลาทำการ/],
  ["hina", "スタッフと話したい", /営業時間内/],
  ["yijun", "我要找客服", /營業時間/],
  ["stranger", "contact", /opening hours/],
];
describe("who wishes to talk to a person", () => {
  test("is told when the shop can be asked if there is no contact address", async () => {
    for (const [label, text, hours] of wishes) {
      expect(textOf(await world.sendText(label, text)), `for ${text}`).toMatch(hours);
    }
  });

  test("gets the contact address as a button", async () => {
    await using reachable = await createWorld({ CONTACT_URL: contactUrl });
    for (const [label, text, hours] of wishes) {
      const [message] = await reachable.sendText(label, text);
      expect(message, `for ${text}`).toMatchObject({ type: "flex" });
      expect(
        buttonsOf(message).filter(({ uri }) => uri === contactUrl),
        `for ${text}`,
      ).toHaveLength(1);
      expect(textOf(message), `for ${text}`).not.toMatch(hours);
    }
  });
});
