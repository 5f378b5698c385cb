/** The bot is killed at chosen and random moments: each accepted event is answered exactly once. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { seed } from "../support/seed.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";
import { statesIn } from "../support/inbox.ts";
import { until } from "../support/until.ts";
import { textOf } from "../support/views.ts";

let bot: BotProcess;
beforeEach(async () => {
  bot = await createBotProcess();
  await bot.start();
});
afterEach(() => bot[Symbol.asyncDispose]());

const somchai = demoPeople[0]?.lineId ?? "";
const repliesTo = (id: string) => bot.line.sent.filter((sent) => sent.webhookEventId === id).length;
const askForPoints = (userId: string) => bot.line.act(userId, { type: "text", text: "points" });

const inbox = () => statesIn(join(bot.dataDir, "bot", "bot.sqlite"));

describe("killed", () => {
  test("after the 200, before the platform answers the lookup", async () => {
    bot.platform.faults.add({ kind: "silence", operation: "getProfile" });
    const { status, webhookEventId } = await askForPoints(somchai);
    expect(status).toBe(200);
    await bot.kill();
    expect(inbox()).toEqual({ open: 1 });
    bot.platform.faults.clear();
    await bot.start();
    const { messages } = await bot.line.nextReply(webhookEventId);
    expect(textOf(messages)).toContain("1,250");
  });

  test("after LINE accepted the reply, before the bot gets the response", async () => {
    bot.line.faults.add({ call: "reply", answer: "silent", takesEffect: true, times: 1 });
    const { webhookEventId } = await askForPoints(somchai);
    await bot.line.nextReply(webhookEventId);
    await bot.kill();
    expect(inbox()).toEqual({ open: 1 });
    await bot.start();
    const next = await askForPoints(somchai);
    // In the same chat, so it is answered after what was open.
    await bot.line.nextReply(next.webhookEventId);
    expect(repliesTo(webhookEventId)).toBe(1);
    expect(await bot.stop()).toBe(0);
    // The new process can't know that it arrived.
    expect(inbox()).toEqual({ parked: 1, done: 1 });
  });

  test("repeatedly by the same event: only that event is parked", async () => {
    const lookups = () => bot.platform.requests({ operation: "getProfile" }).length;
    bot.platform.faults.add({ kind: "silence", operation: "getProfile" });
    const { webhookEventId } = await askForPoints(somchai);
    const behind = await askForPoints(somchai);
    await until(() => lookups() > 0, "the first try");
    await bot.kill();
    for (let life = 2; life <= 4; life++) {
      const before = lookups();
      await bot.start();
      await until(() => lookups() > before, "another try");
      await bot.kill();
    }
    bot.platform.faults.clear();
    await bot.start();
    const { messages } = await bot.line.nextReply(webhookEventId);
    expect(textOf(messages)).toContain("ขออภัย");
    const next = await bot.line.nextReply(behind.webhookEventId);
    expect(textOf(next.messages)).toContain("1,250");
    expect(await bot.stop()).toBe(0);
    expect(inbox()).toEqual({ parked: 1, done: 1 });
  });

  test(`at random moments under load: no event is lost or answered twice (seed ${seed})`, async () => {
    let state = seed;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
    const accepted: string[] = [];
    for (let round = 0; round < 4; round++) {
      let dead = false;
      const people = demoPeople.map(async ({ lineId }) => {
        while (!dead) {
          const { status, webhookEventId } = await askForPoints(lineId);
          if (status === 200) accepted.push(webhookEventId);
        }
      });
      const end = accepted.length + 20 + Math.floor(random() * 200);
      await until(() => accepted.length >= end, "the load");
      await bot.kill();
      dead = true;
      await Promise.all(people);
      await bot.start();
    }
    await until(() => accepted.every((id) => repliesTo(id) > 0), "every answer");
    expect(accepted.filter((id) => repliesTo(id) !== 1)).toEqual([]);
    // What was stored just before a kill, and never accepted, is answered as well.
    await until(() => !inbox()["open"], "the end of the rest");
    expect(await bot.stop()).toBe(0);
  });
});

describe("stopped by SIGTERM", () => {
  test("under load: accepts no more, finishes the events in progress, and exits with 0", async () => {
    const accepted: string[] = [];
    let isStopping = false;
    let over = false;
    const people = demoPeople.map(async ({ lineId }) => {
      while (!over) {
        const { status, webhookEventId } = await askForPoints(lineId);
        if (status === 200) accepted.push(webhookEventId);
        // Before the stop, only a connection of before the restart can be broken.
        else if (status === null && isStopping) over = true;
      }
    });
    await until(() => accepted.length > 100, "the load");
    isStopping = true;
    const code = await bot.stop();
    over = true;
    await Promise.all(people);
    expect(code).toBe(0);
    const { open = 0, done = 0 } = inbox();
    const unanswered = accepted.filter((id) => repliesTo(id) === 0);
    expect(unanswered.length).toBeLessThanOrEqual(open);
    expect(done).toBeGreaterThan(0);
    await bot.start();
    await until(() => accepted.every((id) => repliesTo(id) === 1), "the rest's answers");
  });
});
