/** Somebody who writes faster than anybody reads: answered, told once, then passed over, and no trouble to others. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import { buttonIn } from "../support/staff.ts";
import { createTill } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { textOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const compose = (label: string, count: number, text = "points", chat?: string) =>
  Array.from({ length: count }, () =>
    world.line.compose(
      world.lineId(label),
      { type: "text", text },
      chat === undefined ? {} : { chat },
    ),
  );
const repliesTo = (events: readonly LineEvent[]) => {
  const ids = new Set(events.map(({ webhookEventId }) => webhookEventId));
  return world.line.sent.filter(({ webhookEventId }) => ids.has(webhookEventId ?? ""));
};
const textsOf = (events: readonly LineEvent[]) =>
  textOf(repliesTo(events).flatMap(({ messages }) => messages));
const lookups = () => world.platform.requests({ operation: "getProfile" }).length;

async function deliver(events: readonly LineEvent[]): Promise<void> {
  await world.line.deliver([...events]);
  await world.bot.idle();
}

test.each<[string, RegExp]>([
  ["somchai", /รบกวนรอสักครึ่งนาที/],
  ["hina", /30秒ほど/],
  ["olivia", /half a minute/],
  ["yijun", /請稍等半分鐘/],
])(
  "%s sends 300: 20 are answered, one line is said, and nothing is left behind",
  async (label, words) => {
    const flood = compose(label, 300);
    const other = compose("takeru", 1);
    await deliver([...flood.slice(0, 200), ...other, ...flood.slice(200)]);
    expect(repliesTo(flood)).toHaveLength(21);
    expect(repliesTo(flood).at(-1)?.webhookEventId).toBe(flood[20]?.webhookEventId);
    expect(textsOf(flood.slice(20, 21))).toMatch(words);
    expect(lookups()).toBe(2);
    expect(repliesTo(other)).toHaveLength(1);

    await world.restart();
    await world.bot.idle();
    expect(repliesTo(flood)).toHaveLength(21);
  },
);

test("others are answered while the flood waits for a silent platform", async () => {
  await world.sendText("olivia", "points");
  world.platform.faults.add({ kind: "silence", operation: "getProfile", times: 1 });
  const flood = compose("somchai", 300);
  await world.line.deliver(flood);
  const { webhookEventId } = await world.line.act(world.lineId("olivia"), {
    type: "text",
    text: "points",
  });
  const { messages } = await world.line.nextReply(webhookEventId);
  expect(textOf(messages)).toContain("18,400");
  expect(repliesTo(flood)).toEqual([]);
  await world.settle();
  expect(repliesTo(flood)).toHaveLength(21);
});

test("nobody is told again while the flood lasts; whoever stops is answered again", async () => {
  const answered = [];
  for (let second = 0; second < 60; second++) {
    const events = compose("olivia", 5);
    await deliver(events);
    answered.push(...repliesTo(events));
    world.clock.turn(1000);
  }
  expect(answered).toHaveLength(25);
  expect(textOf(answered.flatMap(({ messages }) => messages)).match(/half a minute/g)).toHaveLength(
    1,
  );

  world.clock.turn(30_000);
  expect(textOf(await world.sendText("olivia", "points"))).toContain("18,400");
  const again = compose("olivia", 50);
  await deliver(again);
  expect(textsOf(again).match(/half a minute/g)).toHaveLength(1);
});

test("a staff member's yes is always taken", async () => {
  await using till = createTill(world);
  const { point = 0, card_no = "" } = (await till.member("olivia")).cards[0] ?? {};
  const question = await world.sendText("manager", `/add ${card_no} 5`);
  await deliver(compose("manager", 100));
  expect(await world.sendText("manager", `/add ${card_no} 7`)).toEqual([]);
  const done = await world.tapButton("manager", buttonIn(question, /yes/));
  expect(done).not.toEqual([]);
  expect((await till.member("olivia")).cards[0]?.point).toBe(point! + 5);
});

test("what is delivered again isn't counted again", async () => {
  const events = compose("olivia", 20);
  for (let time = 1; time <= 5; time++) await deliver(events);
  expect(repliesTo(events)).toHaveLength(20);
  expect(textsOf(events)).not.toContain("half a minute");
});

test("a busy group is never told, and only its own chat falls silent", async () => {
  const group = world.groups[0]?.chatId;
  const chatter = compose("olivia", 100, "points", group);
  await deliver(chatter);
  expect(repliesTo(chatter)).toHaveLength(20);
  expect(textsOf(chatter)).not.toContain("half a minute");
  expect(textOf(await world.sendText("olivia", "points"))).toContain("18,400");
});

test("follow, unfollow and unsend are no messages: they are always minded", async () => {
  await deliver(compose("olivia", 100));
  await world.performAction("olivia", { type: "unfollow" });
  expect(await world.performAction("olivia", { type: "follow" })).not.toEqual([]);
});
