/** What the demo shows at a terminal, and what it writes where there is none. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { spawn as spawnAtTerminal } from "@lydell/node-pty";
import { expect, onTestFinished, test } from "vitest";

const main = resolve(import.meta.dirname, "../../src/main.ts");

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "terminal-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

const environment = (dir: string, more: Record<string, string>) => ({
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  DATA_DIR: dir,
  PORT: "0",
  EMBEDDED_LINE_PORT: "0",
  EMBEDDED_CONNECT_PORT: "0",
  ...more,
});

/** Runs the demo at a terminal. @param press what to type at the line that `when` matches. */
async function atTerminal(when: RegExp, press: string, more: Record<string, string> = {}) {
  const dir = folder();
  const demo = spawnAtTerminal(process.execPath, [main], {
    cwd: dir,
    cols: 200,
    env: environment(dir, more),
  });
  const ended = Promise.withResolvers<number>();
  let screen = "";
  let isPressed = false;
  demo.onData((text) => {
    screen += stripVTControlCharacters(text);
    if (isPressed || !when.test(screen)) return;
    isPressed = true;
    demo.write(press);
  });
  demo.onExit(({ exitCode }) => ended.resolve(exitCode));
  return { code: await ended.promise, screen: screen.replaceAll("\r", "") };
}

const ctrlC = "\u0003";

test("the banner is last, calls that went well aren't shown, and Ctrl-C says that it stops", async () => {
  const { code, screen } = await atTerminal(/Studio: \S+\/studio\/\s+$/, ctrlC, { DATADIR: "x" });
  expect(code).toBe(0);
  const lines = screen.split("\n").filter((line) => line.trim() !== "");
  expect(lines).toEqual([
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\] WARN: DATADIR is no variable .* DATA_DIR\?$/),
    expect.stringMatching(/^ {2}The bot listens at http/),
    expect.stringMatching(/^ {4}LINE +embedded/),
    expect.stringMatching(/^ {4}platform +embedded/),
    expect.stringMatching(/^ {2}Studio: http/),
    "^C",
    "  Stopping: what has begun is answered first.",
  ]);
});

test("a LOG_LEVEL that is set shows every line of it, readable", async () => {
  const { screen } = await atTerminal(/Studio/, ctrlC, { LOG_LEVEL: "debug" });
  expect(screen).toMatch(
    /^\[\d\d:\d\d:\d\d\] DEBUG: platform answered \{"operation":"\w+","status":201,/m,
  );
});

test("elsewhere the log is JSON, and what makes it readable isn't loaded", async () => {
  const dir = folder();
  const loaded = `import { createRequire } from "node:module";
    process.on("exit", () => console.error(JSON.stringify({
      isPretty: Object.keys(createRequire("/").cache).some((file) => file.includes("pino-pretty")),
      isPino: Object.keys(createRequire("/").cache).some((file) => file.includes("pino")),
    })));`;
  const demo = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(loaded)}`, main],
    { cwd: dir, stdio: ["ignore", "pipe", "pipe"], env: environment(dir, {}) },
  );
  let errors = "";
  demo.stderr.on("data", (text) => (errors += String(text)));
  demo.stdout.on("data", (text) => {
    if (String(text).includes("Studio")) demo.kill("SIGINT");
  });
  expect(await once(demo, "close")).toEqual([0, null]);
  const lines = errors
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg?: string });
  expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["stopping"]));
  expect(lines.at(-1)).toEqual({ isPretty: false, isPino: true });
});
