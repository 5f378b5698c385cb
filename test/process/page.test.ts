/** The studio's page is built by `npm ci`. Where it wasn't, or a source has changed since, the bot builds it, or says what to run. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../support/until.ts";

const root = resolve(import.meta.dirname, "../..");
const howToBuild = "`npm ci --include=dev && npm run prepare` builds it";

/** A copy of the project, where no page is built. */
let copy: string;
const builtFile = () => join(copy, "built/studio.json");
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "page-"));
  for (const path of ["package.json", "src"]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
});
afterEach(() => rmSync(copy, { recursive: true }));

/** @param without a package that isn't installed. */
function install(without: string | null): void {
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === without || name === ".cache") continue;
    symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
}

const environment = () => ({
  PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
  HOME: copy,
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  DATA_DIR: join(copy, "data"),
  PORT: "0",
  EMBEDDED_LINE_PORT: "0",
  EMBEDDED_CONNECT_PORT: "0",
});

function prepare(): string {
  const { status, stdout } = spawnSync("npm", ["run", "prepare"], {
    cwd: copy,
    env: environment(),
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stdout;
}

/** Starts the bot. @returns what it wrote, after `visit` is done. */
async function withBot(visit: (origin: string) => Promise<void>): Promise<string> {
  const bot = spawn(process.execPath, ["src/main.ts"], {
    cwd: copy,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(bot, "close");
  let output = "";
  for (const stream of [bot.stdout, bot.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const origin = () => /listens at (\S+)/.exec(output)?.[1];
  try {
    await until(() => origin() !== undefined, "the start");
    await visit(origin() ?? "");
  } finally {
    bot.kill("SIGTERM");
    await ended;
  }
  return output;
}

test("a bot without a page builds one at its start, which the next one serves until a source changes", async () => {
  install(null);
  await withBot(() => until(() => existsSync(builtFile()), "the page"));

  const marked = readFileSync(builtFile(), "utf8").replace("<title>", "<title>As built: ");
  writeFileSync(builtFile(), marked);
  await withBot(async (origin) => {
    const page = await (await fetch(`${origin}/studio/`)).text();
    expect(page).toContain("<title>As built: ");
  });

  appendFileSync(join(copy, "src/studio/page/styles/base.css"), "/* changed */");
  await withBot(async (origin) => {
    const page = await (await fetch(`${origin}/studio/`)).text();
    expect(page).not.toContain("As built: ");
    const [styles = ""] = /main\.\w+\.css/.exec(page) ?? [];
    expect(await (await fetch(`${origin}/studio/${styles}`)).text()).toContain("/* changed */");
  });
});

test("without the bundler prepare, the bot and the studio say what to run, and the bot works", async () => {
  install("rolldown");
  expect(prepare()).toContain(howToBuild);
  const output = await withBot(async (origin) => {
    const page = await fetch(`${origin}/studio/`);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain(howToBuild);
    expect((await fetch(`${origin}/studio/room`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  });
  const warnings = output.split("\n").filter((line) => line.includes("the studio has no page"));
  expect(warnings.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ reason: expect.stringContaining(howToBuild) }),
  );
});
