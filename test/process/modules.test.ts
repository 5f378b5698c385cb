/** What a start loads: no more modules than it needs, and nothing that serves only what the bot doesn't have. */
import { once } from "node:events";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startBotServices } from "../support/bot-services.ts";

const root = resolve(import.meta.dirname, "../..");

/** Writes which modules were loaded into the file `LOADED` when the process ends. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeFileSync } from "node:fs";
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  process.on("exit", () => writeFileSync(process.env.LOADED, JSON.stringify(loaded)));
`)}`;

/** Starts a bot and stops it. @returns the files that were loaded until it had stopped, beside Node's own. */
async function loadedBy(env: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "modules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const loaded = join(folder, "loaded.json");
  const bot = spawn(process.execPath, ["--import", recorder, join(root, "src/main.ts")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATA_DIR: join(folder, "data"),
      LOADED: loaded,
      LOG_LEVEL: "silent",
      PORT: "0",
      ...env,
    },
  });
  bot.stdout.once("data", () => bot.kill("SIGTERM"));
  expect(await once(bot, "close")).toEqual([0, null]);
  return (JSON.parse(readFileSync(loaded, "utf8")) as string[])
    .filter((url) => url.startsWith("file:"))
    .map((url) => relative(root, fileURLToPath(url)));
}

/** How many there are of each beginning. */
const counted = (files: readonly string[], ...beginnings: string[]) =>
  Object.fromEntries(
    beginnings.map((one) => [one, files.filter((file) => file.startsWith(one)).length]),
  );

test("a bot of real services loads no studio, no emulator and no command", async () => {
  await using services = await startBotServices({ origin: () => "http://127.0.0.1:1" });
  const files = await loadedBy(services.env);
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
  expect(files.length).toBeLessThanOrEqual(770);
});

test("the demo loads what it shows, and no story, command or drawing before somebody asks for it", async () => {
  const files = await loadedBy({ EMBEDDED_LINE_PORT: "0", EMBEDDED_CONNECT_PORT: "0" });
  const unused = [
    "src/cli/",
    "src/store/postgres/",
    "node_modules/bwip-js/",
    "node_modules/sharp/",
  ];
  expect(counted(files, ...unused)).toEqual(Object.fromEntries(unused.map((one) => [one, 0])));
  expect(files).not.toContain("src/app/story-world.ts");
  expect(files.length).toBeGreaterThan(800);
  expect(files.length).toBeLessThanOrEqual(995);
});
