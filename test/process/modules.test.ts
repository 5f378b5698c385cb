/** What a start loads: no more modules than it needs, and nothing that serves only what the bot doesn't have. */
import { expect, test } from "vitest";
import { startBotServices } from "../support/bot-services.ts";
import { modulesOfStart } from "../support/started-bot.ts";

/** How many there are of each beginning. */
const counted = (files: readonly string[], ...beginnings: string[]) =>
  Object.fromEntries(
    beginnings.map((one) => [one, files.filter((file) => file.startsWith(one)).length]),
  );

test("a bot of real services loads no studio, no emulator and no command", async () => {
  await using services = await startBotServices({ origin: () => "http://127.0.0.1:1" });
  const files = await modulesOfStart(services.env);
  const unused = [
    "src/studio/",
    "src/emulators/",
    "src/cli/",
    "src/bot/dev/",
    "src/store/postgres/",
    ...[
      "bwip-js",
      "compression",
      "csv-stringify",
      "diff",
      "jose",
      "pg",
      "pino-pretty",
      "sharp",
    ].map((name) => `node_modules/${name}/`),
    "node_modules/zxing-wasm/",
  ];
  expect(counted(files, ...unused)).toEqual(Object.fromEntries(unused.map((one) => [one, 0])));
  expect(files.length).toBeGreaterThan(500);
  expect(files.length).toBeLessThanOrEqual(650);
});

test("the demo loads what it shows, and no story, command or drawing before somebody asks for it", async () => {
  const files = await modulesOfStart({ EMBEDDED_LINE_PORT: "0", EMBEDDED_CONNECT_PORT: "0" });
  const unused = [
    "src/cli/",
    "src/store/postgres/",
    "node_modules/bwip-js/",
    "node_modules/sharp/",
  ];
  expect(counted(files, ...unused)).toEqual(Object.fromEntries(unused.map((one) => [one, 0])));
  expect(files).not.toContain("src/app/story-world.ts");
  expect(files.length).toBeGreaterThan(700);
  expect(files.length).toBeLessThanOrEqual(880);
});
