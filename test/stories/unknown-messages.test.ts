/** Stickers, pictures, unknown texts, unsent and edited messages, through signed HTTP. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const bodies = () => {
  using db = new DatabaseSync(world.storeFile, { readOnly: true });
  return db
    .prepare("select body from inbox order by id")
    .all()
    .map((row) => String(row["body"]));
};

describe("the fallback reply with buttons", () => {
  const actions: [name: string, action: PersonAction][] = [
    ["a sticker", { type: "sticker" }],
    ["an image", { type: "image" }],
    ["a video", { type: "video" }],
    ["a voice message", { type: "audio" }],
    ["a file", { type: "file" }],
    ["a place", { type: "location" }],
    ["emoji alone", { type: "text", text: "😀😀" }],
    ["unknown text", { type: "text", text: "where do you park" }],
    ["a button that nothing answers to", { type: "postback", data: "do=vanished" }],
  ];
  test("answers whatever asks for nothing", async () => {
    for (const [name, action] of actions) {
      world.clock.turn(61_000);
      const reply = await world.performAction("olivia", action);
      const expected = { type: "text", quickReply: { items: expect.any(Array) } };
      expect(reply, `for ${name}`).toMatchObject([expected]);
    }
  });

  test("has the contact button if CONTACT_URL is set", async () => {
    await using reachable = await createWorld({ CONTACT_URL: "tel:+6620000000" });
    for (const [label, text] of [
      ["olivia", "where do you park"],
      ["olivia", "check NOBODYS-CODE"],
      ["stranger", "points"],
      ["ambiguous", "points"],
    ] as const) {
      const buttons = buttonsOf(await reachable.sendText(label, text));
      expect(buttons.map(({ uri }) => uri)).toContain("tel:+6620000000");
    }
  });

  const inLanguages: [label: string, full: RegExp, short: RegExp, person: RegExp][] = [
    ["olivia", /can only read text/, /^Sorry, please choose/, /^Our staff can help you/],
    ["somchai", /อ่านได้เฉพาะข้อความ/, /^ขออภัยค่ะ/, /^เรื่องนี้พนักงาน/],
    ["hina", /文字のメッセージのみ/, /^恐れ入りますが/, /^こちらはスタッフが/],
    ["yijun", /只看得懂文字訊息/, /^不好意思，請/, /^這部分歡迎洽詢/],
  ];
  test("is sent in full once a minute, then as a line, then as the way to a person", async () => {
    const sticker = { type: "sticker" } as const;
    for (const [label, full, short, person] of inLanguages) {
      world.clock.turn(61_000);
      expect(textOf(await world.performAction(label, sticker))).toMatch(full);
      expect(textOf(await world.sendText(label, "hmm"))).toMatch(short);
      const third = await world.sendText(label, "are you there");
      expect(textOf(third)).toMatch(person);
      expect(buttonsOf(third)).toHaveLength(10);
      expect(textOf(await world.performAction(label, sticker))).toMatch(person);
      const other = label === "olivia" ? "hina" : "olivia";
      expect(textOf(await world.performAction(other, sticker)).length).toBeGreaterThan(20);
      expect(await world.sendText(label, "points"), "what is asked is answered").toHaveLength(1);
      world.clock.turn(60_001);
      expect(textOf(await world.performAction(label, sticker))).toMatch(full);
    }
  });
});

test("a person whose user id LINE doesn't tell is answered and looked up nowhere", async () => {
  const event = world.line.compose(world.lineId("olivia"), { type: "text", text: "points" });
  const messages = await world.deliverEvent({ ...event, source: { type: "user" } });
  expect(textOf(messages)).toContain("Our staff will gladly help you");
  expect(buttonsOf(messages)).toHaveLength(2);
  expect(world.platform.requests({ operation: "getProfile" })).toEqual([]);
});

test("an unsent message's text is deleted from the store", async () => {
  await world.sendText("olivia", "my secret thoughts");
  expect(bodies().join()).toContain("my secret thoughts");
  const item = world.line.chat(world.lineId("olivia")).find(({ kind }) => kind === "from_person");
  expect(
    await world.performAction("olivia", { type: "unsend", messageId: item?.id ?? "" }),
  ).toEqual([]);
  expect(bodies().join()).not.toContain("my secret thoughts");
});

test("an edited message is ignored", async () => {
  const { chatId } = world.groups[0]!;
  const event = world.line.compose(world.lineId("olivia"), { type: "text", text: "hm" });
  const edited = await world.performAction(
    "olivia",
    { type: "edit", messageId: event.message?.id ?? "", text: "points" },
    chatId,
  );
  expect(edited).toEqual([]);
  expect(await world.deliverEvent({ ...event, type: "messageEdited" })).toEqual([]);
});

test("events of types that ask for nothing are ignored, unknown ones, too", async () => {
  const types = ["videoPlayComplete", "beacon", "accountLink", "membership", "things", "supernova"];
  for (const type of types) {
    const event = world.line.compose(world.lineId("olivia"), { type: "text", text: "points" });
    const { message: _message, ...rest } = event;
    expect(await world.deliverEvent({ ...rest, type }), `for ${type}`).toEqual([]);
  }
});

test("LINE emoji around a phrase are ignored", async () => {
  const event = world.line.compose(world.lineId("olivia"), {
    type: "text",
    text: "(brown)points(moon wink)",
  });
  const emojis = [
    { index: 0, length: 7, productId: "5ac1bfd5040ab15980c9b435", emojiId: "001" },
    { index: 13, length: 11, productId: "5ac1bfd5040ab15980c9b435", emojiId: "002" },
  ];
  const listed = { ...event, message: { ...event.message!, emojis } };
  expect(await world.deliverEvent(listed)).toMatchObject([{ type: "flex" }]);
  expect(await world.sendText("olivia", "points (hello)"), "unlisted").toMatchObject([
    { type: "flex" },
  ]);
});
