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
  let [all, inTurn, most, turns] = [0, 0, 0, 0];
  registerHooks({
    load(url, context, next) {
      all += 1;
      inTurn += 1;
      most = Math.max(most, inTurn);
      return next(url, context);
    },
  });
  const turn = () => {
    if (inTurn > 0) turns += 1;
    inTurn = 0;
    setImmediate(turn).unref();
  };
  turn();
  const open = storyWorlds(readConfig({}).config);
  await using world = await open({ at: Date.UTC(2026, 2, 2), language: null, overrides: {} });
  console.log(JSON.stringify({ all, most, turns }));
`;

test("the modules of the first story are loaded in several turns", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    program,
  ]);
  const { all, most, turns } = JSON.parse(stdout) as Record<string, number>;
  expect(turns).toBeGreaterThanOrEqual(7);
  expect(all).toBeGreaterThan(140);
  expect(most).toBeLessThan(100);
});
