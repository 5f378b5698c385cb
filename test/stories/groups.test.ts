/** Groups and rooms: no reply, or a link to the 1:1 chat; through signed HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtInCatalogues } from "../../src/bot/i18n/translate.ts";
import { languages } from "../../src/config/environment-schema.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
/** Keeps the chats below the rate limit. */
beforeEach(() => world.clock.turn(10_000));

const address = (messages: readonly Message[]) =>
  buttonsOf(messages).find(({ uri }) => uri !== undefined)?.uri;
const typed = (word: string) =>
  `https://line.me/R/oaMessage/%40embedded/?${encodeURIComponent(word)}`;

/** The language of a reply, by the label of its button. */
const languageOf = (messages: readonly Message[]) =>
  languages.find(
    (language) => buttonsOf(messages)[0]?.label === builtInCatalogues[language]["group.button"],
  );
/** LINE tells no profile of somebody who has blocked the account. */
const setBlocked = (blocked: boolean) =>
  world.line.accounts.setBlocked(
    world.line.accounts.channel().id,
    world.lineId("stranger"),
    blocked,
  );

describe.each(["group", "room"])("in a %s", (type) => {
  const chat = () => world.groups.find((group) => group.type === type)!.chatId;
  const replyTo = (text: string) => world.performAction("olivia", { type: "text", text }, chat());

  test.each([
    ["points", "points"],
    ["แต้ม", "แต้ม"],
    ["Points!", "Points!"],
    ["@Sakura Cafe points", "points"],
    ["please @Sakura Cafe", "help"],
    ["@Sakura Cafe", "help"],
    ["@Sakura Cafe what have I got?", "help"],
    ["ポイント @Sakura Cafe", "ポイント"],
    ["@Sakura Cafe check ABC-123x", "check ABC-123x"],
    ["@Sakura Cafe can I see my coupons please", "can I see my coupons please"],
  ])(
    "%s gets a link to the 1:1 chat, in the language of the writer's phone",
    async (text, word) => {
      const messages = await replyTo(text);
      expect(messages).toHaveLength(1);
      expect(address(messages)).toBe(typed(word));
      expect(languageOf(messages)).toBe("en");
      expect(stringsOf(messages)).not.toMatch(/Olivia|18,400|PLATINUM/);
    },
  );

  test.each([
    "hello all",
    "I joined",
    "登録しました",
    "@All points",
    "how many points do we have",
    "COUPON-123",
    "check",
    "確認",
    "check COUPON-123",
    "can I see my coupons please",
    "メニューください",
    "/help",
    "@สมชาย ใจดี points",
  ])("%s gets no reply", async (text) => {
    expect(await replyTo(text)).toEqual([]);
  });

  test("stickers, postbacks, and members who join or leave get no reply", async () => {
    expect(await world.performAction("olivia", { type: "sticker" }, chat())).toEqual([]);
    expect(
      await world.performAction("olivia", { type: "postback", data: "do=balance" }, chat()),
    ).toEqual([]);
    expect(await world.performAction("olivia", { type: "memberJoined" }, chat())).toEqual([]);
    expect(await world.performAction("olivia", { type: "memberLeft" }, chat())).toEqual([]);
  });

  test("an invitation gets a short greeting", async () => {
    const messages = await world.performAction("olivia", { type: "join" }, chat());
    expect(messages).toHaveLength(1);
    expect(address(messages)).toBe(typed("ช่วยเหลือ"));
  });

  test("the writer's choice of a language holds here, too", async () => {
    await world.tapButton("olivia", "do=language&to=ja");
    expect(languageOf(await replyTo("แต้ม"))).toBe("ja");
    await world.tapButton("olivia", "do=language&to=en");
    expect(languageOf(await replyTo("แต้ม"))).toBe("en");
  });

  describe("of somebody whose language LINE doesn't tell", () => {
    beforeAll(() => setBlocked(true));
    afterAll(() => setBlocked(false));

    test.each([
      ["@Sakura Cafe โปรวันนี้มีอะไร", "th"],
      ["@Sakura Cafe こんにちは", "ja"],
      ["@Sakura Cafe ポイント", "ja"],
      ["履歴", "ja"],
      ["紀錄", "zh-TW"],
      ["@Sakura Cafe 今天有開嗎", "zh-TW"],
      ["@Sakura Cafe are you open?", "en"],
      ["@Sakura Cafe", "th"],
      ["@Sakura Cafe 123", "th"],
    ])("%s is answered in the language of the text: %s", async (text, language) => {
      expect(
        languageOf(await world.performAction("stranger", { type: "text", text }, chat())),
      ).toBe(language);
    });
  });

  test("LINE is asked for nobody's profile where the account isn't addressed", async () => {
    const profiles = () => world.logged.filter((line) => line.includes("/v2/bot/profile/")).length;
    await world.restart();
    const before = profiles();
    const writes = (text: string) => world.performAction("somchai", { type: "text", text }, chat());
    await writes("hello all");
    await world.performAction("somchai", { type: "sticker" }, chat());
    expect(profiles()).toBe(before);
    await writes("points");
    expect(profiles()).toBe(before + 1);
  });

  test("the platform is never called", async () => {
    const before = world.platform.requests().length;
    await replyTo("points");
    expect(world.platform.requests()).toHaveLength(before);
  });
});
