/** Chats of a whole demo saved as stories through the studio's addresses, and played. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoGroup } from "../../../src/app/embedded-line.ts";
import type { ActionResult, ChatView, UserAction } from "../../../src/studio/server/chat-types.ts";
import type { StoryRun } from "../../../src/studio/server/story-types.ts";
import { writtenName } from "../../../src/studio/stories/person-named.ts";
import { actionsIn } from "../../../src/studio/stories/visible-lines.ts";
import type { Action } from "../../../src/line/messages/message-types.ts";
import { lineIdOf } from "../../support/world.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let bot: StudioBot;
beforeAll(async () => {
  bot = await startStudioBot();
});
afterAll(() => bot[Symbol.asyncDispose]());

const members = "1000000001";
const dev = "1000000002";

function post(path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json", origin: new URL(bot.url).origin };
  return fetch(new URL(path, bot.url), { method: "POST", headers, body: JSON.stringify(body) });
}

interface Chat {
  account?: string;
  chatId: string;
  /** Who acts in a group. */
  as?: string;
}

const addressOf = ({ account = members, chatId }: Chat) => `chats/${account}/${chatId}`;

async function itemsOf(chat: Chat): Promise<ChatView["items"]> {
  const response = await fetch(new URL(addressOf(chat), bot.url));
  return ((await response.json()) as ChatView).items;
}

/** @returns the entry of the action, after the bot has answered it. */
async function act(chat: Chat, action: UserAction): Promise<ActionResult["item"]> {
  const answers = async () => (await itemsOf(chat)).filter(({ from }) => from === "account").length;
  const before = await answers();
  const path = `${addressOf(chat)}/actions?as=${chat.as ?? chat.chatId}`;
  const { item } = (await (await post(path, action)).json()) as ActionResult;
  if (action.type !== "edit") {
    await expect.poll(answers, { timeout: 20_000 }).toBeGreaterThan(before);
  }
  return item;
}

const write = (chat: Chat, text: string) => act(chat, { type: "text", text });

/** The postbacks of the newest message. */
async function buttonsIn(chat: Chat): Promise<(Action & { type: "postback" })[]> {
  const last = (await itemsOf(chat)).findLast(({ from }) => from === "account");
  const shown = last?.from === "account" ? actionsIn([last.message]) : [];
  return shown.filter((one) => one.type === "postback");
}

async function tap(chat: Chat, button: (Action & { type: "postback" }) | undefined): Promise<void> {
  const { data = "", displayText = "" } = button ?? {};
  await act(chat, { type: "postback", data, displayText });
}

/** @returns the text without the date, and what came of the story. */
async function saveAndPlay({ account = members, chatId }: Chat) {
  const saved = await post("stories/from-chat", { account, chatId });
  const { name } = (await saved.json()) as { name: string };
  const text = readFileSync(join(bot.storiesDir, `${name}.txt`), "utf8");
  const run = await post("stories/run", { name, language: "own" });
  const { steps } = (await run.json()) as StoryRun;
  return {
    lines: text.split("\n").filter((line) => line !== "" && !line.startsWith("(it is")),
    faults: steps.flatMap(({ fault }) => fault ?? []),
    steps,
  };
}

test("an edited message is written as the bot got it", async () => {
  const chat = { chatId: demoGroup.chatId, as: lineIdOf("olivia") };
  const sent = await write(chat, "points");
  await act(chat, { type: "edit", messageId: sent?.id ?? "", text: "hello there" });
  const { lines, faults } = await saveAndPlay(chat);
  expect(lines).toEqual([
    "# Coffee friends – points",
    "in the group: Olivia Brown: points",
    "bot: group",
  ]);
  expect(faults).toEqual([]);
});

test("a name that a line can't begin with is no name in a story", () => {
  const odd = { label: "markup", displayName: '<b>&" https://example.com' };
  expect(writtenName(odd, [odd])).toBe("markup");
});

test.each(["one-phone", "one-phone-again"])(
  "%s is written so that nobody else is meant, and the story can be played",
  async (label) => {
    const chat = { chatId: lineIdOf(label) };
    await write(chat, "points");
    const { lines, faults } = await saveAndPlay(chat);
    expect(lines[1]).toBe(`${label}: points`);
    expect(lines[2]).toMatch(/^bot: balance/);
    expect(faults).toEqual([]);
  },
);

test("a button that isn't the first of its label is written with its number", async () => {
  const chat = { chatId: lineIdOf("olivia") };
  await write(chat, "rewards");
  const [first, second] = (await buttonsIn(chat)).filter(({ label }) => label === "Redeem");
  expect(second?.data).not.toBe(first?.data);
  await tap(chat, second);
  const { lines, faults, steps } = await saveAndPlay(chat);
  expect(lines.filter((line) => line.includes("taps"))).toEqual(["Olivia Brown taps: Redeem (2)"]);
  expect(faults).toEqual([]);
  const [shown, played] = [(await itemsOf(chat)).at(-1), steps.findLast(({ reply }) => reply)];
  expect(shown).toMatchObject({ message: { altText: expect.any(String) } });
  const altTexts = [shown?.from === "account" && shown.message, played?.reply?.at(-1)].map(
    (message) => message && "altText" in message && message.altText,
  );
  expect(altTexts[1]).toBe(altTexts[0]);
});

test("of a balance the points are expected, and no part of the card's number", async () => {
  const chat = { chatId: lineIdOf("somchai") };
  await write(chat, "points");
  const { lines, faults } = await saveAndPlay(chat);
  expect(lines.at(-1)).toBe("bot: balance, 1,250, 750");
  expect(faults).toEqual([]);
});

test("only a chat with the members' account is saved", async () => {
  const chat = { account: dev, chatId: lineIdOf("marketer") };
  await write(chat, "points");
  const refused = await post("stories/from-chat", chat);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining("members’") });
});
