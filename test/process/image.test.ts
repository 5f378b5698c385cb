/** The image's files are enough: they start in a folder of their own, and the health check tells when. */
import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../support/until.ts";
import { command, copied, environment, healthcheck, instructions } from "../support/dockerfile.ts";

const root = resolve(import.meta.dirname, "../..");
let folder: string;
let bot: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "image-"));
  for (const path of copied)
    cpSync(join(root, path), join(folder, "app", path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "app/node_modules"));
  const [, script = ""] = /^node (\S+) &&/.exec(instructions("RUN")[1] ?? "") ?? [];
  execFileSync(process.execPath, [script], { cwd: join(folder, "app") });
  mkdirSync(join(folder, "data"), { mode: 0o700 });
});
afterEach(async () => {
  if (bot?.exitCode === null && bot.kill("SIGKILL")) await once(bot, "close");
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

test("the command starts and stops the bot, and the health check succeeds in between", async () => {
  const options = {
    cwd: join(folder, "app"),
    env: {
      ...(environment as Record<string, string>),
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      PORT: await freePort(),
      NODE_COMPILE_CACHE: join(folder, "app/compiled"),
      DATA_DIR: join(folder, "data"),
      EMBEDDED_LINE_PORT: "0",
      EMBEDDED_CONNECT_PORT: "0",
      STUDIO_PASSWORD: "a password for the studio",
    },
  };
  execFileSync("sh", ["-c", instructions("RUN").at(-1) ?? ""], options);
  const compiled = () => readdirSync(options.env.NODE_COMPILE_CACHE, { recursive: true }).length;
  const compiledByBuild = compiled();
  expect(compiledByBuild).toBeGreaterThan(500);

  const [program = "", ...args] = command;
  const [checker = "", ...how] = healthcheck;
  const check = () =>
    new Promise<boolean>((done) => {
      execFile(checker, how, options, (error) => done(error === null));
    });

  expect(await check()).toBe(false);
  bot = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(bot, "close");
  let greeting = "";
  bot.stdout?.setEncoding("utf8").on("data", (text: string) => void (greeting += text));
  await until(() => greeting.includes("listens at"), "the start");
  expect(await check()).toBe(true);
  const page = await fetch(`http://127.0.0.1:${options.env.PORT}/studio/`);
  expect(page.status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${options.env.PORT}/counter`)).status).toBe(200);
  bot.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await check()).toBe(false);
  // But for the page, nothing was compiled again.
  expect(compiled()).toBeLessThan(compiledByBuild + 20);
});
