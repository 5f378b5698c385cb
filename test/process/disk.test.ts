/** A failing fdatasync: what is on the disk is unknown then, so the process exits and the next one reads what is there. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../support/bot-process.ts";
import { until } from "../support/until.ts";

const failingDisk = resolve(import.meta.dirname, "../support/failing-disk.ts");

test("the process exits with the reason, and no accepted event is lost", async () => {
  await using bot = await createBotProcess();
  await bot.start({ NODE_OPTIONS: `--import ${failingDisk}` });
  const [person] = demoPeople;
  const askForHelp = () => bot.line.act(person?.lineId ?? "", { type: "text", text: "help" });
  const before = await askForHelp();
  await bot.line.nextReply(before.webhookEventId);
  const ended = bot.signal("SIGUSR2");
  await until(() => bot.log().includes("the disk fails from now on"), "the fault");
  const during = await askForHelp();
  expect(during.status).not.toBe(200);
  expect(await ended).toBe(1);
  expect(bot.log()).toContain("the disk failed to keep the store: EIO");
  await bot.start();
  // LINE gives up after 2 s, which a first request on a busy machine may take, and sends again.
  const redelivered = () => bot.line.redeliver(during.webhookEventId).then(({ status }) => status);
  await expect.poll(redelivered, { timeout: 20_000 }).toBe(200);
  await bot.line.nextReply(during.webhookEventId);
  const sent = bot.line.sent.map(({ webhookEventId }) => webhookEventId);
  expect(sent).toEqual([before.webhookEventId, during.webhookEventId]);
  expect(await bot.stop()).toBe(0);
});
