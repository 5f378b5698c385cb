/** A disk of its own under the bot, full or read-only. Needs a user who may mount; the others' disk is limited in `full.test.ts`. */
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";

const mount = (...args: string[]) => execFileSync("mount", args, { stdio: "pipe" });
const unmount = (folder: string) => spawnSync("umount", ["--lazy", folder]);

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "mount-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]);
  if (status === 0) unmount(folder);
  rmSync(folder, { recursive: true });
  return status === 0;
}

/** A file system of its own where the bot keeps its data. */
function smallDisk({ dataDir }: Pick<BotProcess, "dataDir">): Disposable & { folder: string } {
  const folder = join(dataDir, "bot");
  mkdirSync(folder);
  mount("-t", "tmpfs", "-o", "size=64m", "tmpfs", folder);
  return { folder, [Symbol.dispose]: () => void unmount(folder) };
}

describe.runIf(mayMount())("a small disk", () => {
  test("that is full answers 503, loses nothing, and goes on by itself once there is room", async () => {
    await using bot = await createBotProcess();
    using disk = smallDisk(bot);
    const { folder } = disk;
    await bot.start();
    const [person] = demoPeople;
    const askForHelp = () => bot.line.act(person?.lineId ?? "", { type: "text", text: "help" });
    const asked = [await askForHelp()];
    const filler = join(folder, "filler");
    const { bsize } = statfsSync(folder);
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(bsize));
    }).toThrow("ENOSPC");
    // What the journal has already is used up first.
    let ready = await fetch(`${bot.origin}/readyz`);
    while (ready.status === 200 || asked.at(-1)?.status === 200) {
      asked.push(await askForHelp());
      ready = await fetch(`${bot.origin}/readyz`);
    }
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("full")]);
    expect(asked.at(-1)?.status).toBe(503);
    rmSync(filler);
    expect((await fetch(`${bot.origin}/readyz`)).status).toBe(200);
    for (const { status, webhookEventId } of asked) {
      if (status !== 200) expect((await bot.line.redeliver(webhookEventId)).status).toBe(200);
      await bot.line.nextReply(webhookEventId);
    }
    const sent = bot.line.sent.map(({ webhookEventId }) => String(webhookEventId)).toSorted();
    expect(sent).toEqual(asked.map(({ webhookEventId }) => webhookEventId).toSorted());
    expect(await bot.stop()).toBe(0);
  });

  test("that is read-only ends the start with the reason and the remedy", async () => {
    await using bot = await createBotProcess();
    using disk = smallDisk(bot);
    const { folder } = disk;
    await bot.start();
    expect(await bot.stop()).toBe(0);
    mount("-o", "remount,ro", folder);
    await expect(bot.start()).rejects.toThrow(/ended with 1: .*read-only/s);
    mount("-o", "remount,rw", folder);
    await bot.start();
    expect(await bot.stop()).toBe(0);
  });
});
