/** Signals to npm, as a supervisor or a terminal sends them: they reach the bot, which leaves nothing behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawn as spawnAtTerminal } from "@lydell/node-pty";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../support/until.ts";

const root = resolve(import.meta.dirname, "../..");

function environmentIn(dir: string): Record<string, string> {
  return {
    PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
    HOME: dir,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
    DATA_DIR: join(dir, "data"),
    PORT: "0",
    EMBEDDED_LINE_PORT: "0",
    EMBEDDED_CONNECT_PORT: "0",
    LOG_LEVEL: "silent",
  };
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "npm-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

/** Runs a script of `package.json`. @returns npm, and the bot's origin once it listens. */
async function runScript(args: readonly string[], env: Record<string, string>) {
  const npm = spawn("npm", args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void npm.kill("SIGKILL"));
  let output = "";
  npm.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const origin = () => /listens at (\S+)/.exec(output)?.[1];
  await until(() => origin() !== undefined, "the bot's address");
  return { npm, origin: origin() ?? "" };
}

const isListening = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );

test.each([[["start"]], [["run", "dev"]]])(
  "SIGTERM to npm %j ends the bot, and its port and DATA_DIR are free",
  async (args) => {
    const env = environmentIn(folder());
    const first = await runScript(args, env);
    first.npm.kill("SIGTERM");
    await once(first.npm, "close");
    expect(await isListening(first.origin)).toBe(false);
    // A second bot takes both.
    const { port } = new URL(first.origin);
    const second = await runScript(["start"], { ...env, PORT: port });
    expect(second.origin).toBe(first.origin);
    second.npm.kill("SIGTERM");
    expect(await once(second.npm, "close")).toEqual([0, null]);
  },
);

test("Ctrl-C reaches a command from the terminal and from npm, and it ends in order", async () => {
  const dir = folder();
  const terminal = spawnAtTerminal("npm", ["run", "cli", "--", "demo", "serve"], {
    cwd: root,
    cols: 200,
    env: environmentIn(dir),
  });
  const ended = Promise.withResolvers<number>();
  let screen = "";
  terminal.onData((text) => {
    const isServing = /exchange token/.test(screen);
    screen += text;
    if (!isServing && /exchange token/.test(screen)) terminal.write("\u0003");
  });
  terminal.onExit(({ exitCode }) => ended.resolve(exitCode));
  expect(await ended.promise).toBe(0);
  expect(screen).toContain("Stopping.");
});

test("the second of two signals that come together doesn't cut the command off", async () => {
  const cli = join(root, "src/cli.ts");
  const command = spawn(process.execPath, [cli, "demo", "serve"], {
    cwd: root,
    env: environmentIn(folder()),
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void command.kill("SIGKILL"));
  let output = "";
  command.stdout.setEncoding("utf8").on("data", (text: string) => {
    const wasServing = output.includes("exchange token");
    output += text;
    if (!wasServing && output.includes("exchange token")) command.kill("SIGINT");
    // It has taken the first, and is about to end.
    if (text.includes("Stopping.")) command.kill("SIGINT");
  });
  expect(await once(command, "close")).toEqual([0, null]);
});
