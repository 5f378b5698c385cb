/** Questions whose answer isn't ready while their reply token is valid: a button asks again, with a fresh token. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { statesIn } from "../support/inbox.ts";
import { buttonIn } from "../support/staff.ts";
import { until } from "../support/until.ts";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const sentTo = (event: LineEvent) =>
  world.line.sent.filter(({ webhookEventId }) => webhookEventId === event.webhookEventId);
const quotaUsed = () => world.line.sent.filter(({ way }) => way === "push").length;

/** Events of one chat arrive; the bot stops before the first is answered, and starts again after this time. */
async function areTakenUpAfter(ms: number, ...events: LineEvent[]): Promise<void> {
  const receivedAt = world.clock.now();
  world.platform.faults.add({ kind: "silence" });
  world.line.faults.add({ call: "reply", answer: "silent" });
  await world.line.deliver(events);
  const stopped = world.bot[Symbol.asyncDispose]();
  await world.advanceTime(20_000, stopped);
  await stopped;
  world.line.faults.clear();
  world.platform.faults.clear();
  world.clock.turn(receivedAt + ms - world.clock.now());
}

const textFrom = (label: string, text: string) =>
  world.line.compose(world.lineId(label), { type: "text", text });

/** The button of a late answer. */
function lateButton(messages: readonly Message[] | undefined) {
  const [button, ...others] = buttonsOf(messages);
  expect(others).toEqual([]);
  expect(button?.label).toBe("Get my answer");
  return button;
}

test("a number that no command asked for is a question like any other, and an unknown text is answered late", async () => {
  const [code, unknown] = [textFrom("olivia", "123456"), textFrom("stranger", "qwertz")];
  await areTakenUpAfter(45_000, code, unknown);
  await world.restart();
  await world.settle();
  expect(lateButton(sentTo(code)[0]?.messages)?.data).toContain("123456");
  expect(textOf(sentTo(unknown)[0]?.messages)).toContain("didn’t understand");
});

test("a question that is taken up 45 seconds late gets a button; its tap gets the answer of that moment", async () => {
  const event = textFrom("olivia", "points");
  await areTakenUpAfter(45_000, event);
  await world.restart();
  await world.settle();
  const [late] = sentTo(event);
  expect(textOf(late?.messages)).not.toContain("18,400");
  const { data = "", displayText } = lateButton(late?.messages) ?? {};
  expect([data, displayText]).toEqual(["do=balance", "Get my answer"]);
  // The tap may come much later, when the token of the question is long dead.
  world.clock.turn(600_000);
  expect(textOf(await world.tapButton("olivia", data))).toContain("18,400");
  expect(quotaUsed()).toBe(0);
  await world.advanceTime(100);
  expect(statesIn(world.storeFile)).toEqual({ done: 2 });
});

test("a question that is being answered as its token is about to expire gets the button, and nothing after it", async () => {
  const event = textFrom("olivia", "points");
  const receivedAt = world.clock.now();
  await areTakenUpAfter(37_000, event);
  world.platform.faults.add({ kind: "latency", ms: 6000, operation: "getProfile", times: 1 });
  await world.restart();
  await world.settle();
  expect(sentTo(event)).toHaveLength(1);
  const [late] = sentTo(event);
  expect((late?.at ?? 0) - receivedAt).toBe(40_000);
  lateButton(late?.messages);
});

test("the tap asks what was asked, and only for who taps", async () => {
  const event = textFrom("olivia", "check SAKURA-0001");
  await areTakenUpAfter(45_000, event);
  await world.restart();
  await world.settle();
  const { data = "" } = lateButton(sentTo(event)[0]?.messages) ?? {};
  expect(data).toBe("do=check&code=SAKURA-0001");
  const ofSomebodyElse = await world.tapButton("stranger", data);
  expect(textOf(ofSomebodyElse)).not.toMatch(/Olivia|SAKURA/);
});

test("an answer that needs no call is given however late it is", async () => {
  const event = textFrom("olivia", "help");
  await areTakenUpAfter(45_000, event);
  await world.restart();
  await world.settle();
  expect(textOf(sentTo(event)[0]?.messages)).toContain("your cards and points");
});

test("a crash after the button was sent sends nothing else", async () => {
  const event = textFrom("olivia", "points");
  await areTakenUpAfter(45_000, event);
  world.line.faults.add({ call: "reply", answer: "silent", takesEffect: true, times: 1 });
  await world.restart();
  await until(() => sentTo(event).length === 1, "the button");
  const stopped = world.bot[Symbol.asyncDispose]();
  await world.advanceTime(20_000, stopped);
  await stopped;
  await world.restart();
  await world.settle();
  expect(sentTo(event)).toHaveLength(1);
  lateButton(sentTo(event)[0]?.messages);
});

test("a question from a text that doesn't fit a postback is asked for again in words", async () => {
  const event = textFrom("olivia", `เช็ค ${"ก".repeat(40)}1`);
  await areTakenUpAfter(45_000, event);
  await world.restart();
  await world.settle();
  expect(textOf(sentTo(event)[0]?.messages)).toContain("once more");
});

test("a staff write that is taken up late isn't carried out, and gets no button that would", async () => {
  const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  const tap = world.line.compose(world.lineId("manager"), { type: "postback", data });
  await areTakenUpAfter(45_000, textFrom("manager", "points"), tap);
  await world.restart();
  await world.settle();
  expect(sentTo(tap)).toHaveLength(1);
  expect(textOf(sentTo(tap)[0]?.messages)).toContain("once more");
  expect(buttonsOf(sentTo(tap)[0]?.messages).filter(({ data: again }) => again === data)).toEqual(
    [],
  );
  expect(world.platform.requests({ operation: "giveCouponToMemberId" })).toEqual([]);
  expect(textOf(await world.tapButton("manager", data))).toContain("Given");
});

test("a staff command that has begun is never given up", async () => {
  const event = textFrom("manager", "/find olivia");
  const receivedAt = world.clock.now();
  await areTakenUpAfter(38_000, event);
  world.platform.faults.add({ kind: "latency", ms: 2900, operation: "getProfile", times: 1 });
  await world.restart();
  await world.settle();
  expect(sentTo(event)).toHaveLength(1);
  expect(textOf(sentTo(event)[0]?.messages)).toContain("Olivia");
  expect((sentTo(event)[0]?.at ?? 0) - receivedAt).toBeGreaterThan(40_000);
});
