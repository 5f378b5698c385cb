/** A full disk under the running bot: 503 until there is space again. */
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../support/bot-process.ts";

test("503 while the disk is full, and every event is answered afterwards", async () => {
  await using bot = await createBotProcess();
  await bot.start();
  const [person] = demoPeople;
  const askForHelp = () => bot.line.act(person?.lineId ?? "", { type: "text", text: "help" });
  /** The system lets the bot's files grow no further. */
  const limit = (bytes: string) =>
    execFileSync("prlimit", ["--pid", String(bot.pid), `--fsize=${bytes}:`]);
  const accepted = [await askForHelp()];
  const journal = join(bot.dataDir, "bot", "bot.sqlite-wal");
  limit(String(statSync(journal).size + 40_000));
  let refused = await askForHelp();
  while (refused.status === 200) {
    accepted.push(refused);
    refused = await askForHelp();
  }
  expect(refused.status).toBe(503);
  // What was too little for an event may be enough for less: from now on there is no room at all.
  limit("1");
  const ready = await fetch(`${bot.origin}/readyz`);
  expect(ready.status).toBe(503);
  expect((await fetch(`${bot.origin}/healthz`)).status).toBe(200);
  limit("unlimited");
  expect((await fetch(`${bot.origin}/readyz`)).status).toBe(200);
  accepted.push(await bot.line.redeliver(refused.webhookEventId));
  for (const { status, webhookEventId } of accepted) {
    expect(status).toBe(200);
    await bot.line.nextReply(webhookEventId);
  }
  const sent = (id: string) => bot.line.sent.filter((one) => one.webhookEventId === id).length;
  expect(accepted.filter(({ webhookEventId }) => sent(webhookEventId) !== 1)).toEqual([]);
  expect(await bot.stop()).toBe(0);
});
