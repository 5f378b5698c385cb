/** Adding the account, registering, blocking and unblocking, through signed HTTP. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { testAsSpecified } from "../support/platform-behaviour.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, stringsOf, textOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ REGISTER_URL: "https://shop.example/join" });
});
afterEach(() => world[Symbol.asyncDispose]());

const follow = (label: string, isUnblocked = false) =>
  world.performAction(label, { type: "follow", isUnblocked });
const lookups = () => world.platform.requests({ operation: "getProfile" }).length;

function isFollowing(label: string): boolean {
  using db = new DatabaseSync(world.storeFile, { readOnly: true });
  const row = db
    .prepare("select following from line_users where line_id = ?")
    .get(world.lineId(label));
  return row?.["following"] !== 0;
}

/** The data of the only button with this label in the messages. */
function buttonData(messages: readonly Message[], label: string): string {
  const data = buttonsOf(messages).find((one) => one.label === label)?.data;
  if (!data) throw new Error(`no button ${label}`);
  return data;
}

describe("a user who adds the account", () => {
  test("is greeted by name if they are a member", async () => {
    const messages = await follow("olivia");
    expect(messages).toMatchObject([
      { type: "text", text: expect.stringContaining("Hello Olivia, welcome to Sakura Cafe") },
    ]);
    expect(messages[0]?.quickReply?.items?.length).toBeGreaterThan(1);
  });

  test("is welcomed back if they had blocked it", async () => {
    const [message] = await follow("olivia", true);
    expect(message).toMatchObject({ text: expect.stringContaining("Welcome back, Olivia") });
  });

  testAsSpecified("counts calls")(
    "is told where to register if they aren't a member, with a button to say that they have",
    async () => {
      const messages = await follow("stranger");
      expect(buttonsOf(messages).map(({ uri }) => uri)).toContain("https://shop.example/join");
      expect(messages).toHaveLength(1);
      const data = buttonData(messages, "I have registered");
      const before = lookups();
      const again = await world.tapButton("stranger", data);
      expect(lookups(), "looked up again at once").toBe(before + 1);
      expect(textOf(again)).toContain("still couldn’t find");
      expect(buttonsOf(again).map(({ uri }) => uri)).toContain("https://shop.example/join");
      await world.tapButton("stranger", data);
      expect(lookups()).toBe(before + 2);
    },
  );

  test.each(["I want to register", "สมัครสมาชิกยังไงคะ", "会員登録したいです", "請問怎麼加入會員？"])(
    "is told where to register if they ask: %s",
    async (question) => {
      const messages = await world.sendText("stranger", question);
      expect(textOf(messages)).toContain("Join us to collect points");
      expect(buttonsOf(messages).map(({ uri }) => uri)).toContain("https://shop.example/join");
    },
  );

  test("is told that they are a member if they ask how to join as one", async () => {
    const messages = await world.sendText("olivia", "how do I join?");
    expect(textOf(messages)).toContain("Olivia, we’ve found you!");
    expect(stringsOf(messages)).not.toContain("shop.example");
  });

  test("is told to ask the staff if there is no address to register at", async () => {
    await using shop = await createWorld();
    const messages = await shop.performAction("stranger", { type: "follow" });
    expect(textOf(messages)).toContain("Our staff will gladly help you join");
  });

  test.each(["ambiguous", "inactive"])("is told to ask the staff if they are %s", async (label) => {
    const messages = await follow(label);
    expect(messages).toMatchObject([{ type: "text", text: expect.stringContaining("พนักงาน") }]);
    expect(stringsOf(messages)).not.toMatch(/วิชัย|อนงค์|shop\.example|registered/);
  });

  test("is greeted without a name while the platform is unavailable", async () => {
    world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
    expect(await follow("olivia")).toMatchObject([
      { text: expect.stringContaining("welcome to Sakura Cafe") },
    ]);
  });
});

test("a member who says that they have registered is looked up again", async () => {
  const [message] = await world.sendText("olivia", "I have registered!");
  expect(message).toMatchObject({ text: expect.stringContaining("Thank you, Olivia") });
});

testAsSpecified("counts calls")(
  "an unknown sender is looked up again after ten seconds",
  async () => {
    await world.sendText("stranger", "points");
    await world.sendText("stranger", "points");
    expect(lookups()).toBe(1);
    world.clock.turn(10_001);
    await world.sendText("stranger", "points");
    expect(lookups()).toBe(2);
  },
);

test("blocking and unblocking the account are stored", async () => {
  expect(await world.performAction("olivia", { type: "unfollow" })).toEqual([]);
  expect(isFollowing("olivia")).toBe(false);
  await follow("olivia", true);
  expect(isFollowing("olivia")).toBe(true);
});

test("unblocking is stored even if its greeting is too late to be sent", async () => {
  await world.performAction("olivia", { type: "unfollow" });
  world.line.faults.add({ call: "reply", answer: "slow", ms: 4500 });
  const waiting = Array.from({ length: 10 }, () =>
    world.line.compose(world.lineId("olivia"), { type: "text", text: "points" }),
  );
  const back = world.line.compose(world.lineId("olivia"), { type: "follow", isUnblocked: true });
  await world.line.deliver([...waiting, back]);
  await world.settle(100_000);
  expect(textOf(world.line.sent.at(-1)?.messages)).toContain("very busy");
  expect(isFollowing("olivia")).toBe(true);
});
