/** What the LINE emulator keeps is bounded by its size, whatever passes through it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNewest } from "../../../src/emulators/line/newest.ts";
import type { LineEmulator } from "../../../src/emulators/line/index.ts";
import { manualClock } from "../../support/clock.ts";
import { accessToken, createLineWorld, somchai, yuki, type LineWorld } from "./line-world.ts";

let world: LineWorld;
let line: LineEmulator;
beforeAll(async () => {
  world = await createLineWorld(manualClock());
  line = world.line;
});
afterAll(() => world[Symbol.asyncDispose]());

/** As JSON, as the emulator counts it. */
const maxCharacters = 20_000_000;
const charactersIn = (items: readonly unknown[]) =>
  items.reduce<number>((sum, item) => sum + JSON.stringify(item).length, 0);
const longText = (number: number) => ({
  type: "text" as const,
  text: `${number} ${"x".repeat(4000)}`,
});
const call = (path: string, body: object) =>
  fetch(`${line.origin}/v2/bot/message/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  });

test("the newest stay, by their number and their size, and one that grows counts anew", () => {
  const kept = createNewest<string>({ items: 3, characters: 10 });
  expect(kept.add("a", 4)).toEqual([]);
  expect(kept.add("b", 4)).toEqual([]);
  expect(kept.add("c", 4)).toEqual(["a"]);
  expect(kept.grow("a", 100)).toEqual([]);
  expect(kept.grow("c", 3)).toEqual(["b"]);
  expect(kept.add("d", 50)).toEqual(["c"]);
  expect(kept.items).toEqual(["d"]);
  expect(["e", "f", "g", "h"].map((one) => kept.add(one, 1))).toEqual([["d"], [], [], ["e"]]);
});

test("deliveries with large bodies", async () => {
  for (let number = 0; number < 60; number += 1) {
    await line.deliver(Buffer.from(JSON.stringify({ number, text: "x".repeat(500_000) })));
  }
  expect(charactersIn(line.deliveries.map(({ body }) => body))).toBeLessThan(21_000_000);
  expect(line.deliveries.length).toBeGreaterThan(30);
  expect(line.deliveries.at(-1)?.body).toMatch(/^\{"number":59,/);
});

test("replies, with the events that they answer", async () => {
  const before = line.deliveries.length;
  for (let number = 0; number < 1500; number += 1) {
    const event = line.compose(number % 2 ? somchai : yuki, { type: "text", text: "points" });
    await line.deliver([event]);
    const messages = [1, 2, 3, 4, 5].map(() => longText(number));
    expect((await call("reply", { replyToken: event.replyToken, messages })).status).toBe(200);
  }
  const newest = line.deliveries.at(-1);
  expect(newest?.reply?.messages).toHaveLength(5);
  expect(line.deliveries.length).toBeLessThan(before + 1500);
  const replies = line.deliveries.map(({ body, reply }) => [body, reply?.messages]);
  expect(charactersIn(replies)).toBeLessThan(maxCharacters * 1.1);
  expect(charactersIn(line.sent.map(({ messages }) => messages))).toBeLessThanOrEqual(
    maxCharacters,
  );
  const chats = [somchai, yuki].map((person) => line.chat(person));
  expect(charactersIn(chats.flat())).toBeLessThan(maxCharacters * 1.2);
});

test("of all chats together, the quiet ones first, and what was cleared or changed counts no more", () => {
  const chatIds = Array.from({ length: 12 }, (_, index) => `chat-${index}`);
  const kept = () => chatIds.filter((id) => line.chat(id).length > 0);
  for (const id of chatIds) {
    for (let number = 0; number < 500; number += 1) line.showMessages(id, [longText(number)]);
  }
  expect(kept().length).toBeLessThan(12);
  expect(charactersIn(chatIds.flatMap((id) => line.chat(id)))).toBeLessThan(maxCharacters * 1.1);
  expect(line.chat("chat-11")).toHaveLength(500);
  for (const id of kept()) line.clearChat(id);
  for (const id of chatIds.slice(0, 9)) {
    for (let number = 0; number < 500; number += 1) line.showMessages(id, [longText(number)]);
  }
  expect(kept()).toEqual(chatIds.slice(0, 9));
  expect(chatIds.slice(0, 9).map((id) => line.chat(id).length)).toEqual(Array(9).fill(500));
});
