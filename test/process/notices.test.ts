/** Notices are delivered once, by a push or by a reply, and only while the recipient's role allows it. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

let world: World;
async function begin(env: Record<string, string> = {}): Promise<void> {
  world = await createWorld(env);
}
afterEach(() => world[Symbol.asyncDispose]());

const withPush = { LINE_PUSH_FALLBACK: "on" };
const roundMs = 5000;

const confirms = async (who: string, order: string): Promise<readonly Message[]> =>
  world.tapButton(who, buttonIn(await world.sendText(who, order), /%2Fyes/));
/** The ways (push or reply) in which a user was sent a text. */
const waysSent = (label: string, words = "A gift for you") =>
  world.line.sent
    .filter(
      ({ chatId, messages }) =>
        chatId === world.lineId(label) && stringsOf(messages).includes(words),
    )
    .map(({ way }) => way);
/** Lets time pass until a condition holds. */
async function comes(isSo: () => boolean): Promise<void> {
  for (let second = 0; !isSo(); second++) {
    if (second === 120) throw new Error("it never came");
    await world.advanceTime(1000);
  }
}
const pushCalls = () => world.logged.filter((line) => line.includes("/v2/bot/message/push")).length;
/** How long each pause of the pushes was, in seconds. */
const pauses = () =>
  world.logged
    .filter((line) => line.includes("notice pushes paused"))
    .map((line) => (JSON.parse(line) as { seconds: number }).seconds);
const rest = () => pauses().length > 0;
const help = async (label: string) => factsOf(await world.sendText(label, "help"));
function waiting(): number {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  return Number(file.prepare("select count(*) as n from notices").get()?.["n"]);
}
/** A user writes; the reply is not awaited. */
const writes = (label: string) =>
  world.line.act(world.lineId(label), { type: "text", text: "help" });

/** The manager joins again with a lower role. */
async function isDemoted(role: string): Promise<void> {
  const made = factsOf(await world.sendText("owner", `/invite ${role}`));
  const joined = factsOf(await world.sendText("manager", /\/join \S+/.exec(made)?.[0] ?? ""));
  expect(joined).toContain(role);
}

describe("by push", () => {
  test("in order, each with its own retry key, also after a restart", async () => {
    await begin(withPush);
    for (const [to, label, words] of [
      ["olivia", "olivia", "A gift for you"],
      ["สมชาย", "somchai", "มีของขวัญให้คุณ"],
    ] as const) {
      await confirms("manager", `/gift iced ${to}`);
      await comes(() => waiting() === 0);
      expect(waysSent(label, words)).toEqual(["push"]);
    }
    await world.restart();
    await confirms("manager", "/gift iced olivia");
    await comes(() => waiting() === 0);
    expect(waysSent("olivia")).toEqual(["push", "push"]);
  });

  test("after a 429 all pushes pause, then each is retried", async () => {
    await begin(withPush);
    world.line.faults.add({ call: "push", answer: 429, times: 1 });
    await confirms("manager", "/gift iced olivia");
    await confirms("manager", "/gift iced สมชาย");
    await comes(rest);
    await world.advanceTime(3 * roundMs);
    expect(pushCalls()).toBe(1);
    await comes(() => waiting() === 0);
    expect(waysSent("olivia")).toEqual(["push"]);
    expect(waysSent("somchai", "มีของขวัญให้คุณ")).toEqual(["push"]);
  });

  test("the pause doubles with each 429, and is the first one again after a push", async () => {
    await begin(withPush);
    world.line.faults.add({ call: "push", answer: 429, times: 3 });
    await confirms("manager", "/gift iced olivia");
    for (const sequence of [[60], [60, 120], [60, 120, 240]]) {
      await comes(() => pauses().length === sequence.length);
      expect(pauses()).toEqual(sequence);
      world.clock.turn((sequence.at(-1) ?? 0) * 1000);
    }
    await comes(() => waiting() === 0);
    world.line.faults.add({ call: "push", answer: 429, times: 1 });
    await confirms("manager", "/gift iced olivia");
    await comes(() => pauses().length === 4);
    expect(pauses()).toEqual([60, 120, 240, 60]);
  });

  test("after a 429 the next reply carries the notice, and it is not pushed any more", async () => {
    await begin(withPush);
    world.line.faults.add({ call: "push", answer: 429, times: 1 });
    await confirms("manager", "/gift iced olivia");
    await comes(rest);
    expect(await help("olivia")).toContain("A gift for you");
    world.clock.turn(60_000);
    await world.advanceTime(2 * roundMs);
    expect(waysSent("olivia")).toEqual(["reply"]);
    expect([pushCalls(), waiting()]).toEqual([1, 0]);
  });

  test("a refused message is not pushed again, not after a restart either; the next reply carries it", async () => {
    await begin(withPush);
    // Once with the unit that LINE would count it under, and once without.
    world.line.faults.add({ call: "push", answer: "invalid_reply_token", times: 2 });
    await confirms("manager", "/gift iced olivia");
    await comes(() => pushCalls() > 1);
    await world.advanceTime(1000);
    await world.restart();
    await world.advanceTime(2 * roundMs);
    expect([waysSent("olivia"), pushCalls()]).toEqual([[], 2]);
    expect(await help("olivia")).toContain("A gift for you");
  });

  test("a reply does not carry a notice whose push is in progress", async () => {
    await begin(withPush);
    world.line.faults.add({ call: "push", answer: "slow", ms: 4000, times: 1 });
    await confirms("manager", "/gift iced olivia");
    await comes(() => world.line.faults.active.length === 0);
    expect(waiting()).toBe(1);
    await writes("olivia");
    await comes(() => waiting() === 0);
    expect(waysSent("olivia")).toEqual(["push"]);
    expect(waysSent("olivia", "How can we help")).toEqual(["reply"]);
  });

  test("while LINE fails, each is kept and pushed afterwards", async () => {
    await begin(withPush);
    const off = world.line.faults.add({ call: "push", answer: 500 });
    await confirms("manager", "/gift iced olivia");
    await confirms("manager", "/gift iced สมชาย");
    await comes(rest);
    expect(waiting()).toBe(2);
    off();
    await comes(() => waiting() === 0);
    expect(waysSent("olivia")).toEqual(["push"]);
    expect(waysSent("somchai", "มีของขวัญให้คุณ")).toEqual(["push"]);
  });

  test("one that fails at LINE doesn't keep the next ones back", async () => {
    await begin(withPush);
    const off = world.line.faults.add({ call: "push", answer: 500 });
    await confirms("manager", "/gift iced olivia");
    await comes(() => pushCalls() > 0);
    await confirms("manager", "/gift iced สมชาย");
    await comes(rest);
    off();
    world.line.faults.add({ call: "push", answer: "silent", times: 2 });
    await comes(() => waiting() === 1);
    expect(waysSent("somchai", "มีของขวัญให้คุณ")).toEqual(["push"]);
  });

  test("one that LINE may have taken isn't told once more, whatever LINE answers next", async () => {
    await begin(withPush);
    const off = world.line.faults.add({ call: "push", answer: 500, takesEffect: true });
    await confirms("manager", "/gift iced olivia");
    await comes(rest);
    off();
    world.line.faults.add({ call: "push", answer: 429, times: 1 });
    await comes(() => pauses().length === 2);
    expect(await help("olivia")).not.toContain("A gift for you");
    await comes(() => waiting() === 0);
    expect(waysSent("olivia")).toEqual(["push"]);
  });

  test.each([false, true])(
    "one that LINE never confirmed (taken: %s) comes with a reply where pushes are off by now",
    async (isTaken) => {
      await begin(withPush);
      const off = world.line.faults.add({ call: "push", answer: 500, takesEffect: isTaken });
      await confirms("manager", "/gift iced olivia");
      await comes(rest);
      off();
      const calls = pushCalls();
      await world.restart(undefined, { LINE_PUSH_FALLBACK: "off" });
      await world.advanceTime(roundMs);
      expect(await help("olivia")).toContain("A gift for you");
      await comes(() => waiting() === 0);
      expect(pushCalls()).toBe(calls);
    },
  );

  test("a push interrupted by a stop is sent again under the same retry key", async () => {
    await begin(withPush);
    world.line.faults.add({ call: "push", answer: "silent", takesEffect: true, times: 1 });
    await confirms("manager", "/gift iced olivia");
    await comes(() => waysSent("olivia").length > 0);
    const stopped = world.restart();
    await world.advanceTime(10_000, stopped);
    await stopped;
    expect(waiting()).toBe(1);
    expect(await help("olivia")).not.toContain("A gift for you");
    await comes(() => waiting() === 0);
    expect(waysSent("olivia")).toEqual(["push"]);
    expect(world.logged.some((line) => line.includes('"status":409'))).toBe(true);
  });
});

describe("by reply", () => {
  test("a notice that a reply carries is not pushed", async () => {
    await begin(withPush);
    await confirms("manager", "/gift iced olivia");
    world.clock.turn(roundMs - 2000);
    world.line.faults.add({ call: "reply", answer: "slow", ms: 4500, times: 1 });
    await writes("olivia");
    await comes(() => waiting() === 0);
    await world.advanceTime(2 * roundMs);
    expect([waysSent("olivia"), pushCalls()]).toEqual([["reply"], 0]);
  });

  test("carries that an order was declined, even if nothing else could be stored", async () => {
    await begin({ GIFT_APPROVAL_ABOVE: "2" });
    await confirms("manager", "/gift iced olivia 3");
    await world.sendText("owner", "help");
    const data = buttonIn(
      world.line.sent.flatMap(({ messages }) => messages),
      /%2Fdecline/,
    );
    using file = new DatabaseSync(world.storeFile);
    file.exec(`create trigger unwritable before update of decided on inbox
      begin select raise(abort, 'not now'); end`);
    await world.line.act(world.lineId("owner"), { type: "postback", data });
    await world.advanceTime(300);
    file.exec("drop trigger unwritable");
    await world.settle();
    expect(await help("manager")).toContain("Declined");
  });

  test("asks for an approval, even if the bot stopped before its asker's reply was stored, and for long", async () => {
    await begin({ GIFT_APPROVAL_ABOVE: "2" });
    const data = buttonIn(await world.sendText("manager", "/gift iced olivia 3"), /%2Fyes/);
    using file = new DatabaseSync(world.storeFile);
    file.exec(`create trigger unwritable before update of decided on inbox
      begin select raise(abort, 'not now'); end`);
    await world.line.act(world.lineId("manager"), { type: "postback", data });
    const order = file.prepare("select state from orders");
    await until(() => order.get()?.["state"] === "awaiting_approval", "the order");
    await world.restart(async () => {
      file.exec("drop trigger unwritable");
      world.clock.turn(25 * 60_000);
    });
    await world.settle();
    expect(await help("owner")).toContain("Olivia");
    expect(await help("owner")).not.toContain("Olivia");
  });

  test("a notice of a refused reply is carried by the next one", async () => {
    await begin();
    await confirms("manager", "/gift iced olivia");
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    expect(await help("olivia")).toBe("");
    expect(await help("olivia")).toContain("A gift for you");
    expect(await help("olivia")).not.toContain("A gift for you");
  });

  test("a notice of a reply that may have been seen is not sent again", async () => {
    await begin();
    await confirms("manager", "/gift iced olivia");
    const off = world.line.faults.add({ call: "reply", answer: 500, takesEffect: true });
    await writes("olivia");
    await world.settle();
    off();
    expect(await help("olivia")).not.toContain("A gift for you");
    expect(waysSent("olivia")).toEqual(["reply"]);
  });

  test("a notice that came after a reply that may have been seen is carried by the next one", async () => {
    await begin();
    const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
    world.line.faults.add({ call: "reply", answer: "cut", takesEffect: true, times: 1 });
    const { webhookEventId } = await writes("olivia");
    const isSent = () => world.line.sent.some((one) => one.webhookEventId === webhookEventId);
    await until(isSent, "the reply");
    await world.line.act(world.lineId("manager"), { type: "postback", data });
    await until(() => waiting() > 0, "the notice");
    await world.restart();
    await world.settle();
    expect(await help("olivia")).toContain("A gift for you");
    expect(waysSent("olivia")).toEqual(["reply"]);
  });

  test("a notice of a reply that a former process stored is sent once, with it", async () => {
    await begin();
    await confirms("manager", "/gift iced olivia");
    const off = world.line.faults.add({ call: "reply", answer: "silent" });
    await writes("olivia");
    const stopped = world.restart(async () => off());
    await world.advanceTime(10_000, stopped);
    await stopped;
    await world.bot.idle();
    expect(await help("olivia")).not.toContain("A gift for you");
    expect(waysSent("olivia")).toEqual(["reply"]);
    expect(waiting()).toBe(0);
  });
});

/** Unlinks the member's LINE account, or links it to another member; a cached lookup has expired then. */
function isLinkedTo(label: string, other: string | null): void {
  const lineId = world.lineId(label);
  using db = new DatabaseSync(world.platformFile, { timeout: 5000 });
  const link = db.prepare("update member set line_id = ? where line_id = ?");
  link.run("", lineId);
  if (other !== null) link.run(lineId, world.lineId(other));
  world.clock.turn(2 * 60_000);
}

describe("a notice to a member whose LINE account", () => {
  test("is unlinked: not carried by a reply", async () => {
    await begin();
    await confirms("manager", "/gift iced olivia");
    isLinkedTo("olivia", null);
    expect(await help("olivia")).not.toContain("A gift for you");
    expect(waiting()).toBe(0);
  });

  test("is another member's: not pushed", async () => {
    await begin(withPush);
    world.line.faults.add({ call: "push", answer: 429, times: 1 });
    await confirms("manager", "/gift iced olivia");
    await comes(rest);
    isLinkedTo("olivia", "somchai");
    await comes(() => waiting() === 0);
    expect([waysSent("olivia"), pushCalls()]).toEqual([[], 1]);
  });

  test("can't be looked up: left for later, by push and by reply", async () => {
    await begin(withPush);
    world.line.faults.add({ call: "push", answer: 429, times: 1 });
    await confirms("manager", "/gift iced olivia");
    await comes(rest);
    world.clock.turn(2 * 60_000);
    world.platform.faults.add({ kind: "empty-body", operation: "getProfile" });
    await world.advanceTime(2 * roundMs);
    expect(await help("olivia")).toContain("How can we help");
    expect([waysSent("olivia"), waiting(), pushCalls()]).toEqual([[], 1, 1]);
    world.platform.faults.clear();
    await comes(() => waiting() === 0);
    expect(waysSent("olivia")).toEqual(["push"]);
  });
});

describe("notices to former staff", () => {
  const removal = "/remove Anan";
  test("a request for approval is not carried by a reply", async () => {
    await begin({ GIFT_APPROVAL_ABOVE: "2" });
    await confirms("owner", "/gift iced olivia 3");
    await confirms("owner", removal);
    expect(await help("manager")).not.toContain("Olivia");
    expect(waiting()).toBe(0);
  });

  test("a request for approval is not pushed", async () => {
    await begin({ GIFT_APPROVAL_ABOVE: "2", ...withPush });
    await confirms("owner", "/gift iced olivia 3");
    await confirms("owner", removal);
    await comes(() => waiting() === 0);
    expect(waysSent("manager", "Olivia")).toEqual([]);
  });

  test("a request for approval is not shown to a cashier who was a manager", async () => {
    await begin({ GIFT_APPROVAL_ABOVE: "2" });
    await confirms("owner", "/gift iced olivia 3");
    // The replies about the order itself are over.
    await isDemoted("cashier");
    expect(waysSent("manager", "Olivia")).toEqual([]);
    expect(waiting()).toBe(0);
  });

  test("the outcome of an order is sent only while the role may give that order", async () => {
    await begin({ GIFT_APPROVAL_ABOVE: "2" });
    await confirms("manager", "/gift iced olivia 3");
    const asked = await world.sendText("owner", "/pending");
    await world.tapButton("owner", buttonIn(asked, /%2Fapprove/));
    expect(waiting()).toBe(2);
    await isDemoted("cashier");
    await help("manager");
    expect(waysSent("manager", "Given: 3")).toEqual([]);
    expect(waiting()).toBe(1);
  });
});
