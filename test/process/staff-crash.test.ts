/** The bot is killed between a staff member's confirmation and the platform's response: the gift is given once, and reported. */
import { DatabaseSync } from "node:sqlite";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { until } from "../support/until.ts";

const owner = demoPeople.find(({ label }) => label === "olivia")?.lineId ?? "";
const calls = () => bot.platform.requests({ operation: "giveCouponToMemberId" }).length;

let bot: BotProcess;
beforeEach(async () => {
  bot = await createBotProcess();
});
afterEach(() => bot[Symbol.asyncDispose]());

async function askToGive(): Promise<string> {
  const { webhookEventId } = await bot.line.act(owner, {
    type: "text",
    text: "/gift iced 0800000001",
  });
  const { messages } = await bot.line.nextReply(webhookEventId);
  return buttonIn(messages, /%2Fyes/);
}

/** Number of coupons given under the bot's `ref_id`s; demo gifts have none. */
function given(): number {
  const file = new DatabaseSync(join(bot.dataDir, "platform.sqlite"), { readOnly: true });
  const row = file.prepare("select count(*) as n from give where given_ref_id is not null").get();
  file.close();
  return Number(row?.["n"]);
}

describe.each(["on", "off"])("with CONNECT_IDEMPOTENT %s", (idempotent) => {
  const env = { STAFF_OWNER_LINE_IDS: owner, CONNECT_IDEMPOTENT: idempotent };

  test("killed after the platform performed the write, before the response arrives", async () => {
    await bot.start(env);
    const data = await askToGive();
    bot.platform.faults.add({ kind: "latency", ms: 300, operation: "giveCouponToMemberId" });
    const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
    await until(() => calls() === 1, "the call");
    await bot.kill();
    // The call in flight is performed although nobody waits for it.
    await until(() => given() === 1, "the gift");
    bot.platform.faults.clear();
    await bot.start(env);
    const { messages } = await bot.line.nextReply(webhookEventId);
    expect(factsOf(messages)).toContain("Given: 1");
    expect(given()).toBe(1);
    expect(calls()).toBe(idempotent === "on" ? 2 : 1);
  });
});

test("killed before the platform performed the write: performed once after the restart", async () => {
  const env = { STAFF_OWNER_LINE_IDS: owner, CONNECT_IDEMPOTENT: "on" };
  await bot.start(env);
  const data = await askToGive();
  bot.platform.faults.add({ kind: "silence", operation: "giveCouponToMemberId" });
  const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
  await until(() => calls() === 1, "the call");
  await bot.kill();
  bot.platform.faults.clear();
  await bot.start(env);
  const { messages } = await bot.line.nextReply(webhookEventId);
  expect(factsOf(messages)).toContain("Given: 1");
  expect(given()).toBe(1);
});

const haltAtWrite = resolve(import.meta.dirname, "../support/halt-at-write.ts");

/** The process was down for a minute: a former send can't be in flight any more. */
function twoMinutesLater(): void {
  using store = new DatabaseSync(join(bot.dataDir, "bot", "bot.sqlite"));
  store.exec("update confirmations set sent_at = sent_at - 120000");
}

describe("on a platform without idempotent writes, killed", () => {
  const env = { STAFF_OWNER_LINE_IDS: owner, CONNECT_IDEMPOTENT: "off" };

  test.each([
    ["before the send is stored", "before update confirmations set sends", 1],
    ["after the send is stored, before it leaves", "after update confirmations set sends", 1],
    ["before the outcome is stored", "before update confirmations set state = ?, outcome", 1],
    ["after the outcome is stored", "after update confirmations set state = ?, outcome", 1],
  ])("%s", async (_, halts, most) => {
    await bot.start({ ...env, NODE_OPTIONS: `--import ${haltAtWrite}`, HALTS: halts });
    const data = await askToGive();
    const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
    await until(() => bot.log().includes("halted"), "the halt");
    await bot.kill();
    twoMinutesLater();
    await bot.start(env);
    const { messages } = await bot.line.nextReply(webhookEventId);
    expect(factsOf(messages)).toContain("Given: 1");
    expect(buttonIn(messages, /%2Fundo/)).not.toBe(data);
    expect([given(), calls()]).toEqual([1, most]);
  });

  test("after the send, before the platform performs it: sent once more after two minutes", async () => {
    await bot.start(env);
    const data = await askToGive();
    bot.platform.faults.add({ kind: "silence", operation: "giveCouponToMemberId" });
    const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
    await until(() => calls() === 1, "the call");
    await bot.kill();
    bot.platform.faults.clear();
    twoMinutesLater();
    await bot.start(env);
    const { messages } = await bot.line.nextReply(webhookEventId);
    expect(factsOf(messages)).toContain("Given: 1");
    expect([given(), calls()]).toEqual([1, 2]);
  });

  test("again while the send may be in flight: nothing is sent, and the reply says so", async () => {
    await bot.start(env);
    const data = await askToGive();
    bot.platform.faults.add({ kind: "silence", operation: "giveCouponToMemberId" });
    const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
    await until(() => calls() === 1, "the call");
    await bot.kill();
    bot.platform.faults.clear();
    await bot.start(env);
    const { messages } = await bot.line.nextReply(webhookEventId);
    expect(factsOf(messages)).toContain("don’t know yet");
    expect([given(), calls()]).toEqual([0, 1]);
  });
});
