/** Answered messages are marked as read, in an account whose chat is on. */
import { afterEach, expect, test } from "vitest";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** Whether each message of somebody is read, oldest first. */
const areRead = (label: string) =>
  world.line
    .chat(world.lineId(label))
    .flatMap((item) => (item.kind === "from_person" ? [item.isRead === true] : []));
const calls = (outcome = /./) =>
  world.logged.filter((line) => line.includes("/v2/bot/chat/markAsRead") && outcome.test(line))
    .length;
const writes = (label: string, text: string) =>
  world.line.act(world.lineId(label), { type: "text", text });

test("a message is marked once its answer has arrived, and those before it", async () => {
  world = await createWorld({}, { hasChat: true });
  world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
  await writes("olivia", "points");
  await world.bot.idle();
  expect(areRead("olivia"), "not answered").toEqual([false]);
  await writes("olivia", "card");
  await until(() => areRead("olivia").every(Boolean), "the mark");
  expect(areRead("olivia")).toEqual([true, true]);
  await until(() => calls() === 1, "the only call");
  const metrics = await (await fetch(`${world.bot.origin}/metrics`)).text();
  expect(metrics).toMatch(
    /line_call_seconds_count\{path="\/v2\/bot\/chat\/markAsRead",outcome="200"\} 1/,
  );
});

test("no answer waits for it, and a failure isn't tried again", async () => {
  world = await createWorld({}, { hasChat: true });
  world.line.faults.add({ call: "mark_as_read", answer: "silent", times: 1 });
  expect(await world.sendText("olivia", "points")).toHaveLength(1);
  expect(await world.sendText("olivia", "card")).toHaveLength(1);
  await world.advanceTime(6000);
  expect(calls(/no_answer/)).toBe(1);
  // The mark of the next message covers it.
  expect(areRead("olivia")).toEqual([true, true]);
});

test("where the chat is off, LINE does it by itself", async () => {
  world = await createWorld();
  await world.sendText("olivia", "points");
  await world.advanceTime(1000);
  expect(areRead("olivia")).toEqual([true]);
  expect(calls()).toBe(0);
});

test("a tap has nothing to mark", async () => {
  world = await createWorld({}, { hasChat: true });
  await world.tapButton("olivia", "do=balance");
  await world.advanceTime(1000);
  expect(calls()).toBe(0);
});
