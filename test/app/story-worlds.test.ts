/** A bot with real services and the studio loads the emulators with its first story, a part in each turn of the event loop. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const addressOf = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url));
const program = `
  import { registerHooks } from "node:module";
  import ${addressOf("app/app.ts")};
  import ${addressOf("app/studio.ts")};
  import { readConfig } from ${addressOf("config/config.ts")};
  import { storyWorlds } from ${addressOf("app/story-worlds.ts")};
  let [all, inTurn, most] = [0, 0, 0];
  registerHooks({
    load(url, context, next) {
      all += 1;
      inTurn += 1;
      most = Math.max(most, inTurn);
      return next(url, context);
    },
  });
  const turn = () => {
    inTurn = 0;
    setImmediate(turn).unref();
  };
  turn();
  const open = storyWorlds(readConfig({}).config);
  await using world = await open({ at: Date.UTC(2026, 2, 2), language: null, overrides: {} });
  console.log(JSON.stringify({ all, most }));
`;

test("the modules of the first story are loaded in several turns", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    program,
  ]);
  const { all, most } = JSON.parse(stdout) as { all: number; most: number };
  expect(all).toBeGreaterThan(70);
  expect(most).toBeLessThan(50);
});
