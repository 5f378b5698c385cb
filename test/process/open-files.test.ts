/** A bot that may open no more files: it says so, keeps what it has accepted, and goes on by itself. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../support/bot-process.ts";
import { until } from "../support/until.ts";

test("events are stored while no file can be opened, and each is answered once when that has ended", async () => {
  await using bot = await createBotProcess();
  await bot.start();
  const limit = (count: string) =>
    execFileSync("prlimit", ["--pid", String(bot.pid), `--nofile=${count}:`]);
  // LINE's connection is kept; one to the platform isn't there yet.
  const [first, ...others] = demoPeople.slice(0, 5);
  const greeting = await bot.line.act(first?.lineId ?? "", { type: "text", text: "help" });
  await bot.line.nextReply(greeting.webhookEventId);
  limit(String(readdirSync(`/proc/${bot.pid}/fd`).length));
  const asked = await Promise.all(
    others.map(({ lineId }) => bot.line.act(lineId, { type: "text", text: "points" })),
  );
  await until(() => bot.log().includes("too many files are open"), "the reason in the log");
  limit("4096");
  for (const { webhookEventId, status } of asked) {
    // Connections that could not be accepted: LINE sends again.
    const redeliver = () => bot.line.redeliver(webhookEventId).then((again) => again.status);
    if (status !== 200) await expect.poll(redeliver, { timeout: 20_000 }).toBe(200);
    await bot.line.nextReply(webhookEventId);
  }
  const answered = bot.line.sent.map(({ webhookEventId }) => String(webhookEventId)).toSorted();
  expect(answered).toEqual(
    [greeting, ...asked].map(({ webhookEventId }) => webhookEventId).toSorted(),
  );
  expect((await fetch(`${bot.origin}/readyz`)).status).toBe(200);
  expect(await bot.stop()).toBe(0);
});
