/** LINE in trouble, order, overload, and a store that is full: what delivery makes of each. */
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LineFault } from "../../src/emulators/line/faults.ts";
import { statesIn } from "../support/inbox.ts";
import { operatorRuns } from "../support/operator.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
async function begin(env: Record<string, string> = {}): Promise<void> {
  world = await createWorld(env);
}
beforeEach(() => begin());
afterEach(() => world[Symbol.asyncDispose]());

const asks = (label: string, text = "points") =>
  world.line.act(world.lineId(label), { type: "text", text });
const sentTo = (id: string) => world.line.sent.filter((sent) => sent.webhookEventId === id);
const outcomes = () =>
  world.logged
    .map((line) => JSON.parse(line) as { msg: string; outcome?: string; parked?: string })
    .filter(({ msg }) => msg === "event")
    .map(({ outcome, parked }) => (parked ? `${outcome}, parked: ${parked}` : outcome));

/** The operator's `parked`, in an environment that allows pushing or doesn't. */
const operates = (args: string[], push = "off") =>
  operatorRuns(["parked", ...args], {
    cwd: tmpdir(),
    env: { DATA_DIR: dirname(world.storeFile), LINE_PUSH_FALLBACK: push },
  });

describe("LINE", () => {
  test.each<[string, LineFault, string]>([
    ["fails once and hasn't taken it", { call: "reply", answer: 500, times: 1 }, "sent"],
    [
      "fails once and has taken it",
      { call: "reply", answer: 500, takesEffect: true, times: 1 },
      "arrived",
    ],
    [
      "closes the socket after it took it",
      { call: "reply", answer: "cut", takesEffect: true, times: 1 },
      "arrived",
    ],
    ["closes the socket before it took it", { call: "reply", answer: "cut", times: 1 }, "sent"],
    [
      "is silent after it took it",
      { call: "reply", answer: "silent", takesEffect: true, times: 1 },
      "arrived",
    ],
    ["is slow", { call: "reply", answer: "slow", ms: 3000, times: 1 }, "sent"],
    ["asks for patience", { call: "reply", answer: 429, times: 2 }, "sent"],
  ])("%s: answered once", async (_name, fault, outcome) => {
    world.line.faults.add(fault);
    const { webhookEventId } = await asks("somchai");
    await world.settle();
    expect(sentTo(webhookEventId)).toHaveLength(1);
    expect(outcomes()).toEqual([outcome]);
  });

  test("refuses the token from the first: parked, and nothing is pushed", async () => {
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    const { webhookEventId } = await asks("somchai");
    await world.bot.idle();
    expect(sentTo(webhookEventId)).toEqual([]);
    expect(outcomes()).toEqual(["refused, parked: refused"]);
  });

  test("never answers: parked as unknown, since it may have been shown", async () => {
    world.line.faults.add({ call: "reply", answer: 500 });
    await asks("somchai");
    await world.settle();
    expect(outcomes()).toEqual(["unknown, parked: unknown"]);
  });
});

describe("push, where the operator allows it", () => {
  beforeEach(async () => {
    await world[Symbol.asyncDispose]();
    await begin({ LINE_PUSH_FALLBACK: "on" });
  });

  test("stands in for a reply that LINE certainly didn't show", async () => {
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await asks("somchai");
    await world.bot.idle();
    expect(world.line.sent).toMatchObject([{ way: "push", chatId: world.lineId("somchai") }]);
    expect(outcomes()).toEqual(["sent"]);
  });

  test("never follows a reply that may have been shown", async () => {
    world.line.faults.add({ call: "reply", answer: 500, takesEffect: true });
    await asks("somchai");
    await world.settle();
    expect(world.line.sent.map(({ way }) => way)).toEqual(["reply"]);
  });
});

describe("order", () => {
  test("one person's 20 quick messages are answered in order, while a slow one delays nobody", async () => {
    await world.says("olivia", "help");
    world.platform.faults.add({ kind: "latency", ms: 2000, operation: "getProfile", times: 1 });
    const slow = await asks("hina");
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
    await world.letPass(2500);
    expect(sentTo(slow.webhookEventId)).toHaveLength(1);
  });

  test("several events of one request, of different people, are all answered", async () => {
    const events = ["somchai", "olivia", "somchai", "hina"].map((label) =>
      world.line.compose(world.lineId(label), { type: "text", text: "help" }),
    );
    await world.line.deliver(events);
    await world.bot.idle();
    for (const { webhookEventId } of events) expect(sentTo(webhookEventId)).toHaveLength(1);
  });
});

describe("overload", () => {
  test("what waited long gets one short line, and what waited too long is parked", async () => {
    await world.says("olivia", "help");
    world.line.faults.add({ call: "reply", answer: "slow", ms: 4500 });
    const events = Array.from({ length: 16 }, () =>
      world.line.compose(world.lineId("olivia"), { type: "text", text: "points" }),
    );
    await world.line.deliver(events);
    await world.settle(100_000);
    const said = events.map(({ webhookEventId }) => JSON.stringify(sentTo(webhookEventId)));
    const kinds = said.map((text) =>
      text.includes("18,400") ? "answered" : text.includes("very busy") ? "short" : "parked",
    );
    // In order: in time, late, too late.
    expect(kinds).toEqual(
      kinds.toSorted((a, b) => "asp".indexOf(a[0] ?? "") - "asp".indexOf(b[0] ?? "")),
    );
    expect(new Set(kinds)).toEqual(new Set(["answered", "short", "parked"]));
    const tooLate = kinds.filter((kind) => kind === "parked").length;
    const parked = outcomes().filter((outcome) => outcome?.includes("parked"));
    expect(parked.filter((outcome) => outcome?.includes("too late"))).toHaveLength(tooLate);
    await world.letPass(100);
    await until(() => statesIn(world.storeFile)["parked"] === parked.length, "the parking");
    const listed = await operates(["list"]);
    expect(listed.said.match(/too late/g)).toHaveLength(tooLate);
  });
});

describe("a store that can't be written", () => {
  test("503 at the webhook, nothing half-stored, readyz says so, and it recovers by itself", async () => {
    await world.says("somchai", "points");
    const file = new DatabaseSync(world.storeFile);
    file.exec("begin immediate");
    const before = world.line.sent.length;
    const refused = await asks("somchai");
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
    await world.says("somchai", "points");
    world.clock.move(ms);
    expect(await world.says("somchai", "points")).toHaveLength(1);
    expect(await world.says("olivia", "points")).toHaveLength(1);
  });
});

describe("a parked event", () => {
  test("is tried again on the operator's word", async () => {
    await world[Symbol.asyncDispose]();
    await begin({ LINE_PUSH_FALLBACK: "on" });
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    world.line.faults.add({ call: "push", answer: 429 });
    await asks("somchai");
    await world.settle();
    await world.letPass(100);
    expect(outcomes().at(-1)).toContain("parked");
    world.line.faults.clear();
    const listed = await operates(["list"]);
    expect(listed).toMatchObject({ code: 0, said: expect.stringMatching(/^1 .* refused/) });
    expect(listed.said).not.toContain(world.lineId("somchai"));
    expect((await operates(["show", "1"], "on")).said).toMatch(/delivery +possible/);
    expect((await operates(["retry", "7"], "on")).code).toBe(1);
    expect(await operates(["retry", "1"], "on")).toMatchObject({
      code: 0,
      said: "1 is taken up again.\n",
    });
    await world.letPass(11_000);
    await until(() => world.line.sent.length > 0, "the delivery");
    await world.bot.idle();
    expect(world.line.sent).toHaveLength(1);
  });

  test("whose answer can reach nobody without a push says so, and is parked again", async () => {
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token" });
    await asks("somchai");
    await world.bot.idle();
    await world.letPass(100);
    const obstacle = "its reply token is dead, and LINE_PUSH_FALLBACK is off";
    expect((await operates(["show", "1"])).said).toContain(obstacle);
    const { code, said } = await operates(["retry", "1"]);
    expect([code, said]).toEqual([0, expect.stringContaining(obstacle)]);
    await world.letPass(11_000);
    await world.bot.idle();
    expect(outcomes()).toEqual(["refused, parked: refused", "refused, parked: refused"]);
  });
});
