/** Work under one name is done by one process at a time: a bot, and the commands beside it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { StoreError } from "../../../src/store/errors.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock } from "../../support/clock.ts";

let dir: string;
let bot: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "settings-"));
  bot = openSqliteStore(dir, systemClock);
});
afterEach(async () => {
  await bot[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

/** Work that goes on until the test ends it. */
function endless() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const work = () => {
    begun.resolve();
    return promise;
  };
  return { work, begun: begun.promise, end: resolve };
}

test("a command waits for the bot's work, and does its own afterwards", async () => {
  await using command = openSqliteStore(dir, systemClock, { attach: true });
  const { work, begun, end } = endless();
  const first = bot.settings.exclusive("token", work);
  await begun;
  const order: string[] = [];
  const second = command.settings.exclusive("token", async () => void order.push("command"));
  expect(await command.settings.exclusive("other", async () => "at once")).toBe("at once");
  order.push("bot");
  end();
  await Promise.all([first, second]);
  expect(order).toEqual(["bot", "command"]);
});

test("work whose turn doesn't come within 8 seconds fails without having begun, and says why", async () => {
  const clock = manualClock();
  await using command = openSqliteStore(dir, clock, { attach: true });
  const { work, begun, end } = endless();
  const first = bot.settings.exclusive("token", work);
  await begun;
  let hasBegun = false;
  const second = command.settings.exclusive("token", async () => {
    hasBegun = true;
  });
  const outcome = second.then(
    () => null,
    (error: unknown) => error,
  );
  let thrown: unknown;
  void outcome.then((error) => (thrown = error));
  for (let waited = 0; waited < 9000 && thrown === undefined; waited += 50) {
    await new Promise(setImmediate);
    clock.turn(50);
  }
  end();
  await first;
  expect(await outcome).toBeInstanceOf(StoreError);
  expect(await outcome).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining('working on "token" for 8 seconds') as string,
  });
  expect(hasBegun).toBe(false);
});

test("work of a process that is killed ends with it", async () => {
  const source = fileURLToPath(new URL("../../../src/", import.meta.url));
  const script = `
    const { openSqliteStore } = await import(${JSON.stringify(`${source}store/sqlite/open.ts`)});
    const { systemClock } = await import(${JSON.stringify(`${source}clock.ts`)});
    const store = openSqliteStore(${JSON.stringify(dir)}, systemClock, { attach: true });
    await store.settings.exclusive("token", async () => {
      process.stdout.write("begun");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(other, "exit");
  await once(other.stdout, "data");
  const work = bot.settings.exclusive("token", async () => "done");
  other.kill("SIGKILL");
  await exited;
  expect(await work).toBe("done");
});
