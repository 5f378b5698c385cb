/** What stops a start, or is warned of, as the operator reads it. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnCommand } from "../support/operator.ts";

const main = resolve(import.meta.dirname, "../../src/main.ts");
const taken = createServer();
let dir: string;
let port: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "start-"));
  taken.listen(0, "127.0.0.1");
  await once(taken, "listening");
  port = String((taken.address() as AddressInfo).port);
});
afterAll(() => {
  taken.close();
  rmSync(dir, { recursive: true });
});

function spawnBot(env: Record<string, string> = {}, cwd = dir) {
  return spawn(process.execPath, [main], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATA_DIR: join(dir, "data"),
      PORT: "0",
      EMBEDDED_LINE_PORT: "0",
      EMBEDDED_CONNECT_PORT: "0",
      ...env,
    },
  });
}

/** Starts the bot, and stops it if it starts. @returns its exit code and what it wrote. */
async function starts(env: Record<string, string>, cwd?: string) {
  const bot = spawnBot(env, cwd);
  let output = "";
  let errors = "";
  bot.stderr.on("data", (text) => (errors += String(text)));
  bot.stdout.on("data", (text) => {
    output += String(text);
    if (output.includes("Studio")) bot.kill("SIGTERM");
  });
  const [code] = (await once(bot, "close")) as [number];
  return { code, output, errors };
}

test.each(["PORT", "EMBEDDED_LINE_PORT", "EMBEDDED_CONNECT_PORT"])(
  "an address in use names %s as the variable to change",
  async (name) => {
    const { code, errors } = await starts({ [name]: port, LOG_LEVEL: "silent" });
    expect(code).toBe(1);
    expect(errors).toBe(
      `The environment has a fault:\n  - ${name}: 127.0.0.1:${port} is in use by another process: stop that one, or set ${name} to a free port\n`,
    );
  },
);

test("demo serve names it, too", async () => {
  const env = { DATA_DIR: join(dir, "demo"), EMBEDDED_CONNECT_PORT: port };
  expect(await spawnCommand(["demo", "serve"], { cwd: dir, env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("set EMBEDDED_CONNECT_PORT to a free port"),
  });
});

test("a HOST that isn't this machine's is named", async () => {
  const host = { HOST: "192.0.2.1", STUDIO_PASSWORD: "a-studio-password" };
  const { code, errors } = await starts({ ...host, LOG_LEVEL: "silent" });
  expect({ code, errors }).toEqual({
    code: 1,
    errors: "The environment has a fault:\n  - HOST: this machine has no such address\n",
  });
});

test("a DATA_DIR in which the system makes no folder ends the start at once", async () => {
  const { code, errors } = await starts({ DATA_DIR: "/proc/nope/data" });
  expect(code).toBe(1);
  expect(errors).toMatch(/^DATA_DIR can't be used: .*\/proc\/nope/);
});

test("a DATA_DIR that is a file ends the start, and the file keeps its mode", async () => {
  const file = join(dir, "file");
  writeFileSync(file, "", { mode: 0o644 });
  const { code, errors } = await starts({ DATA_DIR: file });
  expect({ code, errors }).toEqual({
    code: 1,
    errors: `DATA_DIR can't be used: ${file} isn't a folder\n`,
  });
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test("a database that can't be reached names DATABASE_URL, and not its password", async () => {
  const url = "postgres://bot:hush@127.0.0.1:1/loyalty";
  const { code, errors } = await starts({ DATABASE_URL: url });
  expect(code).toBe(1);
  expect(errors).toMatch(/^DATABASE_URL can't be used: .*nothing listens there \(127\.0\.0\.1:1\)/);
  expect(errors).not.toContain("hush");
});

test("a bot whose greeting nobody reads runs on", async () => {
  const bot = spawnBot({ LOG_LEVEL: "debug" });
  bot.stdout.destroy();
  let errors = "";
  bot.stderr.on("data", (text) => {
    errors += String(text);
    // A job that begins after the greeting.
    if (errors.includes("/v2/bot/richmenu/list")) bot.kill("SIGTERM");
  });
  expect(await once(bot, "close")).toEqual([0, null]);
});

test("what a bot writes is its owner's alone, and so is what an earlier version left", async () => {
  const data = join(dir, "own");
  mkdirSync(data);
  for (const name of ["bot.lock", "bot.sqlite", "other"]) writeFileSync(join(data, name), "");
  const bot = spawnBot({ DATA_DIR: data });
  let files: string[] = [];
  let exposed: string[] = [];
  let process = "";
  bot.stdout.on("data", (text) => {
    if (!String(text).includes("Studio")) return;
    files = readdirSync(data);
    exposed = files.filter((name) => (statSync(join(data, name)).mode & 0o777) !== 0o600);
    process = readFileSync(`/proc/${bot.pid}/status`, "utf8");
    bot.kill("SIGTERM");
  });
  await once(bot, "close");
  expect(files).toContain("bot.sqlite-wal");
  expect(exposed).toEqual([]);
  expect(process).toMatch(/^Umask:\s+0077$/m);
});

test("a start reads what Node has compiled for the one before, in a folder of its owner alone", async () => {
  const data = join(dir, "kept");
  const folder = join(data, "compiled");
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
      const { mode, mtimeMs } = statSync(join(folder, name));
      return { name, mode: mode & 0o077, mtimeMs };
    });
  const start = () => starts({ DATA_DIR: data, NODE_COMPILE_CACHE: "" });
  expect((await start()).code).toBe(0);
  const kept = files();
  expect(kept.length).toBeGreaterThan(500);
  expect(kept.filter(({ mode }) => mode !== 0)).toEqual([]);
  expect((await start()).code).toBe(0);
  expect(files()).toEqual(kept);
});

test("what a command writes is its owner's alone", async () => {
  const out = join(dir, "texts");
  const env = { WORDS_DIR: out };
  expect(await spawnCommand(["words", "export"], { cwd: dir, env })).toMatchObject({ code: 0 });
  const files = readdirSync(out).map((name) => statSync(join(out, name)).mode & 0o777);
  expect(new Set(files)).toEqual(new Set([0o600]));
});

test("an .env that others can read is warned of, and one that they can't isn't", async () => {
  const folder = join(dir, "settings");
  mkdirSync(folder);
  const file = join(folder, ".env");
  writeFileSync(file, "");
  for (const [mode, warns] of [
    [0o666, true],
    [0o604, true],
    [0o640, false],
  ] as const) {
    chmodSync(file, mode);
    const { code, errors, output } = await starts({}, folder);
    expect(code).toBe(0);
    const isWarned = (errors + output).includes(`chmod o= ${file}`);
    expect({ mode, isWarned }).toEqual({ mode, isWarned: warns });
  }
});

test("faults of the environment and of every file that it names are told in one message", async () => {
  const file = join(dir, "no-prices.json");
  writeFileSync(file, `{ "x": { "points": -1 } }`);
  const { code, errors } = await starts({
    PORT: "x",
    CARD_STYLES: join(dir, "none.json"),
    CARD_FACTS: dir,
    CONNECT_OVERRIDES: join(file, "below.json"),
    REWARDS_FILE: file,
  });
  expect(code).toBe(1);
  expect(errors).toMatch(/^The environment has faults:\n/);
  for (const told of [
    "PORT: must be a port number",
    "CONNECT_BASE_URL is missing",
    /CARD_STYLES: .*none\.json: there is no such file or folder/,
    /CARD_FACTS: .*: it is a folder, not a file/,
    /CONNECT_OVERRIDES: .*: a part of its path is a file, not a folder/,
    /REWARDS_FILE: .*no-prices\.json: /,
  ]) {
    expect(errors).toMatch(told);
  }
  expect(errors).not.toMatch(/ENOENT|EISDIR|ENOTDIR/);
});

test("a misspelt variable is warned of with its right name, and never with its value", async () => {
  const { code, errors } = await starts({ CONTACT_ULR: "tel:hush" });
  expect(code).toBe(0);
  expect(errors).toContain("CONTACT_ULR is no variable of the bot: did you mean CONTACT_URL?");
  expect(errors).not.toContain("hush");
});

test("a start that fails for want of a misspelt variable names it, too", async () => {
  const { code, errors } = await starts({
    LINE_CHANEL_SECRET: "hush",
    LINE_CHANNEL_ACCESS_TOKEN: "hush",
  });
  expect(code).toBe(1);
  expect(errors).toContain(
    "LINE_CHANEL_SECRET is no variable of the bot: did you mean LINE_CHANNEL_SECRET?",
  );
  expect(errors).not.toContain("hush");
});
