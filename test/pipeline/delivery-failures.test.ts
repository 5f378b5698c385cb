/** Delivery under failures: LINE fails, the bot is overloaded, the store is locked, the clock is moved. */
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LineFault } from "../../src/emulators/line/faults.ts";
import { statesIn } from "../support/inbox.ts";
import { callCommand } from "../support/operator.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
async function begin(env: Record<string, string> = {}): Promise<void> {
  world = await createWorld(env);
}
beforeEach(() => begin());
afterEach(() => world[Symbol.asyncDispose]());

const sendText = (label: string, text = "points") =>
  world.line.act(world.lineId(label), { type: "text", text });
const sentTo = (id: string) => world.line.sent.filter((sent) => sent.webhookEventId === id);
const outcomes = () =>
  world.logged
    .map((line) => JSON.parse(line) as { msg: string; outcome?: string; parked?: string })
    .filter(({ msg }) => msg === "event")
    .map(({ outcome, parked }) => (parked ? `${outcome}, parked: ${parked}` : outcome));

/** Counts from now on how often the bot tries to send a reply. */
function countReplyCalls(): () => number {
  let count = 0;
  world.line.watch((change) => {
    if (change.kind === "call" && change.made.call === "reply") count += 1;
  });
  return () => count;
}

/** Runs the CLI's `parked`, with the push fallback on or off. */
const runParked = (args: string[], push = "off") =>
  callCommand(["parked", ...args], {
    cwd: tmpdir(),
    env: { DATA_DIR: dirname(world.storeFile), LINE_PUSH_FALLBACK: push },
  });

describe("delivery when LINE", () => {
  test.each<[string, LineFault, string]>([
    [
      "fails once, and has not accepted the reply",
      { call: "reply", answer: 500, times: 1 },
      "sent",
    ],
    [
      "fails once, and has accepted the reply",
      { call: "reply", answer: 500, takesEffect: true, times: 1 },
      "arrived",
    ],
    [
      "closes the socket after it accepted the reply",
      { call: "reply", answer: "cut", takesEffect: true, times: 1 },
      "arrived",
    ],
    [
      "closes the socket before it accepted the reply",
      { call: "reply", answer: "cut", times: 1 },
      "sent",
    ],
    [
      "is silent after it accepted the reply",
      { call: "reply", answer: "silent", takesEffect: true, times: 1 },
      "arrived",
    ],
    ["is slow", { call: "reply", answer: "slow", ms: 3000, times: 1 }, "sent"],
    ["answers 429 twice", { call: "reply", answer: 429, times: 2 }, "sent"],
  ])("%s: answered once", async (_name, fault, outcome) => {
    world.line.faults.add(fault);
    const { webhookEventId } = await sendText("somchai");
    await world.settle();
    expect(sentTo(webhookEventId)).toHaveLength(1);
    expect(outcomes()).toEqual([outcome]);
  });

  test("fails for half a minute: answered once, when it works again", async () => {
    world.line.faults.add({ call: "reply", answer: 500 });
    const { webhookEventId } = await sendText("somchai");
    await world.advanceTime(30_000);
    world.line.faults.clear();
    await world.settle();
    expect(sentTo(webhookEventId)).toHaveLength(1);
    expect(outcomes()).toEqual(["sent"]);
  });

  test("fails: the replies that wait for another attempt don't keep other chats waiting", async () => {
    const writers = Array.from(
      { length: 200 },
      (_, index) => `U${String(index).padStart(32, "0")}`,
    );
    for (const userId of writers) world.line.accounts.addPerson({ userId, displayName: "Kim" });
    world.line.faults.add({ call: "reply", answer: 500, times: writers.length });
    const tried = countReplyCalls();
    for (const userId of writers) await world.line.act(userId, { type: "text", text: "help" });
    await until(() => tried() === writers.length, "a first attempt for everybody");
    await world.settle();
    expect(world.line.sent).toHaveLength(writers.length);
  });

  test("fails: a stop of the bot doesn't wait for the next attempt, which follows after the start", async () => {
    world.line.faults.add({ call: "reply", answer: 500, times: 1 });
    const tried = countReplyCalls();
    const { webhookEventId } = await sendText("somchai");
    await until(() => tried() === 1, "the first attempt");
    await world.restart();
    await world.bot.idle();
    expect(sentTo(webhookEventId)).toHaveLength(1);
  });

  test("refuses the reply token at the first attempt: parked, not pushed", async () => {
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    const { webhookEventId } = await sendText("somchai");
    await world.bot.idle();
    expect(sentTo(webhookEventId)).toEqual([]);
    expect(outcomes()).toEqual(["refused, parked: refused"]);
  });

  test("always fails: parked as unknown, since the reply may have been shown", async () => {
    world.line.faults.add({ call: "reply", answer: 500 });
    await sendText("somchai");
    await world.settle();
    expect(outcomes()).toEqual(["unknown, parked: unknown"]);
  });
});

describe("push fallback", () => {
  beforeEach(async () => {
    await world[Symbol.asyncDispose]();
    await begin({ LINE_PUSH_FALLBACK: "on" });
  });

  test("pushes a reply that was certainly not delivered", async () => {
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await sendText("somchai");
    await world.bot.idle();
    expect(world.line.sent).toMatchObject([
      { way: "push", chatId: world.lineId("somchai"), aggregationUnit: "reply_balance" },
    ]);
    expect(outcomes()).toEqual(["sent"]);
  });

  test("does not push a reply that may have been shown", async () => {
    world.line.faults.add({ call: "reply", answer: 500, takesEffect: true });
    await sendText("somchai");
    await world.settle();
    expect(world.line.sent.map(({ way }) => way)).toEqual(["reply"]);
  });
});

describe("order", () => {
  test("20 messages of one chat are answered in order, and a slow chat delays no other", async () => {
    await world.sendText("olivia", "help");
    world.platform.faults.add({ kind: "latency", ms: 2000, operation: "getProfile", times: 1 });
    const slow = await sendText("hina");
    const words = Array.from({ length: 20 }, (_, index) => (index % 2 ? "help" : "language"));
    const events = words.map((text) =>
      world.line.compose(world.lineId("olivia"), { type: "text", text }),
    );
    for (const event of events) await world.line.deliver([event]);
    await until(() => events.every(({ webhookEventId }) => sentTo(webhookEventId).length > 0));
    expect(sentTo(slow.webhookEventId)).toEqual([]);
    const order = world.line.sent
      .map(({ webhookEventId }) =>
        events.findIndex((event) => event.webhookEventId === webhookEventId),
      )
      .filter((index) => index >= 0);
    expect(order).toEqual(events.map((_, index) => index));
    await world.advanceTime(2500);
    expect(sentTo(slow.webhookEventId)).toHaveLength(1);
  });

  test("all events of one webhook request are answered, of different users", async () => {
    const events = ["somchai", "olivia", "somchai", "hina"].map((label) =>
      world.line.compose(world.lineId(label), { type: "text", text: "help" }),
    );
    await world.line.deliver(events);
    await world.bot.idle();
    for (const { webhookEventId } of events) expect(sentTo(webhookEventId)).toHaveLength(1);
  });
});

describe("overload", () => {
  test("a late question gets a button, and one past its token's life is parked", async () => {
    await world.sendText("olivia", "help");
    world.line.faults.add({ call: "reply", answer: "slow", ms: 4500 });
    const events = Array.from({ length: 16 }, () =>
      world.line.compose(world.lineId("olivia"), { type: "text", text: "coupons" }),
    );
    await world.line.deliver(events);
    await world.settle(100_000);
    const replies = events.map(({ webhookEventId }) => JSON.stringify(sentTo(webhookEventId)));
    const kinds = replies.map((text) =>
      text.includes("Get my answer") ? "short" : text === "[]" ? "parked" : "answered",
    );
    // In order: in time, late, too late.
    expect(kinds).toEqual(
      kinds.toSorted((a, b) => "asp".indexOf(a[0] ?? "") - "asp".indexOf(b[0] ?? "")),
    );
    expect(new Set(kinds)).toEqual(new Set(["answered", "short", "parked"]));
    const tooLate = kinds.filter((kind) => kind === "parked").length;
    const parked = outcomes().filter((outcome) => outcome?.includes("parked"));
    expect(parked.filter((outcome) => outcome?.includes("too late"))).toHaveLength(tooLate);
    await world.advanceTime(100);
    await until(() => statesIn(world.storeFile)["parked"] === parked.length, "the parking");
    const listed = await runParked(["list"]);
    expect(listed.stdout.match(/too late/g)).toHaveLength(tooLate);
  });
});

describe("a store that can't be written", () => {
  test("the webhook and readyz answer 503, nothing is stored in part, and both recover", async () => {
    await world.sendText("somchai", "points");
    const file = new DatabaseSync(world.storeFile);
    file.exec("begin immediate");
    const before = world.line.sent.length;
    const refused = await sendText("somchai");
    expect(refused.status).toBe(503);
    expect((await fetch(`${world.bot.origin}/readyz`)).status).toBe(503);
    file.exec("rollback");
    file.close();
    expect(world.line.sent).toHaveLength(before);
    expect((await fetch(`${world.bot.origin}/readyz`)).status).toBe(200);
    const again = await world.line.redeliver(refused.webhookEventId);
    expect(again.status).toBe(200);
    await world.bot.idle();
    expect(sentTo(refused.webhookEventId)).toHaveLength(1);
  });
});

describe("the clock", () => {
  test.each([-3_600_000, 3_600_000])("moved by %i ms: new messages are answered", async (ms) => {
    await world.sendText("somchai", "points");
    world.clock.move(ms);
    expect(await world.sendText("somchai", "points")).toHaveLength(1);
    expect(await world.sendText("olivia", "points")).toHaveLength(1);
  });
});

describe("a parked event", () => {
  test("is retried by the CLI's `parked retry`", async () => {
    await world[Symbol.asyncDispose]();
    await begin({ LINE_PUSH_FALLBACK: "on" });
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    world.line.faults.add({ call: "push", answer: 429 });
    await sendText("somchai");
    await world.settle();
    await world.advanceTime(100);
    expect(outcomes().at(-1)).toContain("parked");
    world.line.faults.clear();
    const listed = await runParked(["list"]);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 .* refused/) });
    expect(listed.stdout).not.toContain(world.lineId("somchai"));
    expect((await runParked(["show", "1"], "on")).stdout).toMatch(/delivery +possible/);
    expect((await runParked(["retry", "7"], "on")).code).toBe(1);
    expect(await runParked(["retry", "1"], "on")).toMatchObject({
      code: 0,
      stdout: "1 is taken up again.\n",
    });
    await world.advanceTime(11_000);
    await until(() => world.line.sent.length > 0, "the delivery");
    await world.bot.idle();
    expect(world.line.sent).toHaveLength(1);
  });

  test("whose reply token is expired is parked again without push fallback, and the CLI says why", async () => {
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token" });
    await sendText("somchai");
    await world.bot.idle();
    await world.advanceTime(100);
    const obstacle = "its reply token is dead, and LINE_PUSH_FALLBACK is off";
    expect((await runParked(["show", "1"])).stdout).toContain(obstacle);
    const { code, stdout } = await runParked(["retry", "1"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(obstacle)]);
    await world.advanceTime(11_000);
    await world.bot.idle();
    expect(outcomes()).toEqual(["refused, parked: refused", "refused, parked: refused"]);
  });
});
