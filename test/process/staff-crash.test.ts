/** The bot is killed between a staff member's confirmation and the platform's response: the gift is given once, and reported. */
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { until } from "../support/until.ts";

const owner = demoPeople.find(({ label }) => label === "olivia")?.lineId ?? "";
const haltAtWrite = resolve(import.meta.dirname, "../support/halt-at-write.ts");

/** One bot for all tests: each goes on with the process that the former one has started after a kill. */
let bot: BotProcess;
/** Coupons and calls of former tests. */
let before: { given: number; calls: number };
beforeAll(async () => {
  bot = await createBotProcess();
});
afterAll(() => bot[Symbol.asyncDispose]());
beforeEach(() => {
  before = { given: 0, calls: 0 };
  before = { given: given(), calls: calls() };
});

const start = (idempotent: "on" | "off") =>
  bot.start({
    STAFF_OWNER_LINE_IDS: owner,
    CONNECT_IDEMPOTENT: idempotent,
    NODE_OPTIONS: `--import ${haltAtWrite}`,
    HALTS: join(bot.dataDir, "halts"),
  });
/** Where the running process halts; empty = nowhere. */
const haltAt = (where: string) => writeFileSync(join(bot.dataDir, "halts"), where);

const calls = () =>
  bot.platform.requests({ operation: "giveCouponToMemberId" }).length - before.calls;

/** Number of coupons given under the bot's `ref_id`s; demo gifts have none. */
function given(): number {
  using file = new DatabaseSync(join(bot.dataDir, "platform.sqlite"), { readOnly: true });
  const row = file.prepare("select count(*) as n from give where given_ref_id is not null").get();
  return Number(row?.["n"]) - before.given;
}

async function askToGive(): Promise<string> {
  const { webhookEventId } = await bot.line.act(owner, {
    type: "text",
    text: "/gift iced 0800000001",
  });
  const { messages } = await bot.line.nextReply(webhookEventId);
  return buttonIn(messages, /%2Fyes/);
}

/** Confirms a gift whose call gets no response, and kills the bot then. @returns the event of the tap. */
async function killedDuringTheCall(): Promise<string> {
  const data = await askToGive();
  const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
  await until(() => calls() === 1, "the call");
  await bot.kill();
  return webhookEventId;
}

const replyTo = async (webhookEventId: string) =>
  factsOf((await bot.line.nextReply(webhookEventId)).messages);

/** The process was down for a minute: a former send can't be in flight any more. */
function twoMinutesLater(): void {
  using store = new DatabaseSync(join(bot.dataDir, "bot", "bot.sqlite"));
  store.exec(`update orders set steps = json_set(steps, '$[0].sentAt', steps ->> '$[0].sentAt' - 120000)
    where steps ->> '$[0].sentAt' > 0`);
}

async function killedAfterTheWrite(idempotent: "on" | "off"): Promise<void> {
  bot.platform.faults.add({ kind: "latency", ms: 300, operation: "giveCouponToMemberId" });
  const tap = await killedDuringTheCall();
  // The call in flight is performed although nobody waits for it.
  await until(() => given() === 1, "the gift");
  bot.platform.faults.clear();
  await start(idempotent);
  expect(await replyTo(tap)).toContain("Given: 1");
  expect(given()).toBe(1);
}

describe("on a platform with idempotent writes, killed", () => {
  beforeAll(() => start("on"));
  afterAll(() => bot.kill());

  test("after the platform performed the write, before the response arrives", async () => {
    await killedAfterTheWrite("on");
    expect(calls()).toBe(2);
  });

  test("before the platform performed the write: performed once after the restart", async () => {
    bot.platform.faults.add({ kind: "silence", operation: "giveCouponToMemberId" });
    const tap = await killedDuringTheCall();
    bot.platform.faults.clear();
    await start("on");
    expect(await replyTo(tap)).toContain("Given: 1");
    expect(given()).toBe(1);
  });
});

describe("on a platform without idempotent writes, killed", () => {
  beforeAll(() => start("off"));

  test("after the platform performed the write, before the response arrives", async () => {
    await killedAfterTheWrite("off");
    expect(calls()).toBe(1);
  });

  test.each([
    // The first update is the claim, the second the send, the third the outcome.
    ["before the send is stored", "before 2 update orders set", 1],
    ["after the send is stored, before it leaves", "after 2 update orders set", 1],
    ["before the outcome is stored", "before 3 update orders set", 1],
    ["after the outcome is stored", "after 3 update orders set", 1],
  ])("%s", async (_, halts, most) => {
    const data = await askToGive();
    const halted = bot.log().split("halted").length;
    haltAt(halts);
    const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
    await until(() => bot.log().split("halted").length > halted, "the halt");
    await bot.kill();
    haltAt("");
    twoMinutesLater();
    await start("off");
    const { messages } = await bot.line.nextReply(webhookEventId);
    expect(factsOf(messages)).toContain("Given: 1");
    expect(buttonIn(messages, /%2Fundo/)).not.toBe(data);
    expect([given(), calls()]).toEqual([1, most]);
  });

  test("after the send, before the platform performs it: sent once more after two minutes", async () => {
    bot.platform.faults.add({ kind: "silence", operation: "giveCouponToMemberId" });
    const tap = await killedDuringTheCall();
    bot.platform.faults.clear();
    twoMinutesLater();
    await start("off");
    expect(await replyTo(tap)).toContain("Given: 1");
    expect([given(), calls()]).toEqual([1, 2]);
  });

  test("after /cancel has cancelled the newest question: the one before stays open", async () => {
    const older = await askToGive();
    await askToGive();
    const halted = bot.log().split("halted").length;
    haltAt("after update orders set");
    const { webhookEventId } = await bot.line.act(owner, { type: "text", text: "/cancel" });
    await until(() => bot.log().split("halted").length > halted, "the halt");
    await bot.kill();
    haltAt("");
    await start("off");
    expect(await replyTo(webhookEventId)).toContain("Cancelled: 1");
    const tap = await bot.line.act(owner, { type: "postback", data: older });
    expect(await replyTo(tap.webhookEventId)).toContain("Given: 1");
  });

  test("again while the send may be in flight: nothing is sent, and the reply says so", async () => {
    bot.platform.faults.add({ kind: "silence", operation: "giveCouponToMemberId" });
    const tap = await killedDuringTheCall();
    bot.platform.faults.clear();
    await start("off");
    expect(await replyTo(tap)).toContain("don’t know yet");
    expect([given(), calls()]).toEqual([0, 1]);
  });
});
