/** Groups and rooms: no reply, or a link to the 1:1 chat; through signed HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const address = (messages: readonly Message[]) =>
  buttonsOf(messages).find(({ uri }) => uri !== undefined)?.uri;
const typed = (word: string) =>
  `https://line.me/R/oaMessage/%40embedded/?${encodeURIComponent(word)}`;

describe.each(["group", "room"])("in a %s", (type) => {
  const chat = () => world.groups.find((group) => group.type === type)!.chatId;
  const says = (text: string) => world.does("olivia", { type: "text", text }, chat());

  test.each([
    ["points", "points"],
    ["แต้ม", "แต้ม"],
    ["Points!", "Points!"],
    ["@Sakura Cafe points", "points"],
    ["please @Sakura Cafe", "ช่วยเหลือ"],
    ["@Sakura Cafe", "ช่วยเหลือ"],
    ["@Sakura Cafe what have I got?", "ช่วยเหลือ"],
    ["ポイント @Sakura Cafe", "ポイント"],
    ["@Sakura Cafe check ABC-123x", "check ABC-123x"],
  ])("%s gets a link to the 1:1 chat, in the account's language", async (text, word) => {
    const messages = await says(text);
    expect(messages).toHaveLength(1);
    expect(address(messages)).toBe(typed(word));
    expect(buttonsOf(messages).map(({ label }) => label)).toContain("เปิดแชท");
    expect(stringsOf(messages)).not.toMatch(/Olivia|18,400|PLATINUM/);
  });

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
    "/help",
    "@สมชาย ใจดี points",
  ])("%s gets no reply", async (text) => {
    expect(await says(text)).toEqual([]);
  });

  test("stickers, postbacks, and members who join or leave get no reply", async () => {
    expect(await world.does("olivia", { type: "sticker" }, chat())).toEqual([]);
    expect(await world.does("olivia", { type: "postback", data: "do=balance" }, chat())).toEqual(
      [],
    );
    expect(await world.does("olivia", { type: "memberJoined" }, chat())).toEqual([]);
    expect(await world.does("olivia", { type: "memberLeft" }, chat())).toEqual([]);
  });

  test("an invitation gets a short greeting", async () => {
    const messages = await world.does("olivia", { type: "join" }, chat());
    expect(messages).toHaveLength(1);
    expect(address(messages)).toBe(typed("ช่วยเหลือ"));
  });

  test("the platform is never called", async () => {
    const before = world.platform.requests().length;
    await says("points");
    expect(world.platform.requests()).toHaveLength(before);
  });
});
