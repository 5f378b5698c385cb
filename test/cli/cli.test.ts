/** The operator's commands: understood or not, and how they end. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { callCommand, spawnCommand, spawnUnheard } from "../support/operator.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cli-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const dataDir = () => join(dir, "data");
const run = (args: string[], env: Record<string, string> = {}) =>
  callCommand(args, { cwd: dir, env: { DATA_DIR: dataDir(), ...env } });
const makeStore = (folder: string) => openSqliteStore(folder, systemClock)[Symbol.asyncDispose]();

test.each<[string, string[], number, RegExp]>([
  ["an unknown command", ["wrods"], 2, /no command wrods: did you mean words\?[^]*words publish/],
  ["an inherited name", ["toString"], 2, /no command toString\n/],
  ["half a command", ["words"], 2, /export, check, publish, history or undo/],
  ["a misspelt action", ["parked", "lsit"], 2, /^lsit: did you mean list\?\n/],
  ["a misspelt option", ["rich-menu", "--dryrun"], 2, /^--dryrun: did you mean --dry-run\?\n/],
  ["a misspelt word", ["rich-menu", "remvoe"], 2, /^remvoe: did you mean remove\?\n/],
  ["too many words", ["words", "check", "it"], 2, /nothing behind it/],
  ["no folder", ["words", "check"], 1, /WORDS_DIR is not set/],
])("%s is refused", async (_name, args, code, complaint) => {
  const ended = await run(args);
  expect(ended.stderr).toMatch(complaint);
  expect(ended.code).toBe(code);
});

test("a faulty environment is reported in one sentence, with a misspelt variable's right name", async () => {
  const ended = await run(["words", "check"], { PORT: "x", LINE_CHANEL_SECRET: "hush" });
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("PORT") });
  expect(ended.stderr).toContain("did you mean LINE_CHANNEL_SECRET?");
  expect(ended.stderr).not.toMatch(/node:internal|hush/);
});

test("a process ends with the exit code, and writes its output and complaints apart", async () => {
  const env = { DATA_DIR: dataDir() };
  const refused = await spawnCommand(["wrods"], { cwd: dir, env });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^there is no command wrods/);
  const failed = await spawnCommand(["words", "check"], { cwd: dir, env: { PORT: "x" } });
  expect(failed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("PORT") });
});

test("a command goes on when nobody reads its output any more", async () => {
  const ended = await spawnUnheard(["help"], { cwd: dir, env: {} }, null);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});

test.skipIf(!existsSync("/dev/full"))("output that can't be written is a failure", async () => {
  const full = openSync("/dev/full", "w");
  const ended = await spawnUnheard(["help"], { cwd: dir, env: {} }, full);
  closeSync(full);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^the output can't be written: the disk is full.*\n$/);
});

describe("help", () => {
  test.each<[string[], number]>([
    [[], 2],
    [["help"], 0],
    [["--help"], 0],
  ])("%j shows every command", async (args, code) => {
    const ended = await run(args);
    expect(ended).toMatchObject({ code, stdout: expect.stringContaining("words publish") });
    expect(ended.stdout).toContain("demo credentials");
  });

  test.each([[["backup", "--help"]], [["help", "backup"]], [["backup", "file", "--wrong", "-h"]]])(
    "%j shows that command's alone, and does nothing",
    async (args) => {
      const ended = await run(args, { PORT: "x" });
      expect(ended).toMatchObject({ code: 0, stderr: "", dataDir: "" });
      expect(ended.stdout).toContain("backup FILE");
      expect(ended.stdout).not.toContain("restore");
    },
  );
});

test("texts in an old encoding of their country are a fault that names the file, not shown with wrong characters", async () => {
  const folder = join(dir, "old-encoding");
  mkdirSync(folder);
  const thai = Buffer.from([0xca, 0xc7, 0xd1, 0xca, 0xb4, 0xd5]);
  const json = [Buffer.from('{\n"greeting.title": "'), thai, Buffer.from('"}')];
  writeFileSync(join(folder, "th.json"), Buffer.concat(json));
  const checked = await run(["words", "check"], { WORDS_DIR: folder });
  expect(checked.code).toBe(1);
  expect(checked.stdout + checked.stderr).toContain("th.json isn't text in UTF-8 (line 2, byte");
  writeFileSync(join(folder, "hello.txt"), Buffer.concat([Buffer.from("# Hi\n"), thai]));
  const played = await run(["stories"], { STORIES_DIR: folder });
  expect(played.code).toBe(1);
  expect(played.stdout).toContain("hello.txt isn't text in UTF-8 (line 2, byte 6)");
});

describe("what a command writes", () => {
  test("is left as it is if it is there", async () => {
    const env = { WORDS_DIR: join(dir, "a/b") };
    await run(["words", "export"], env);
    writeFileSync(join(dir, "a/b/ja.json"), "ours");
    const ended = await run(["words", "export"], env);
    expect(ended.stdout).toContain(`left ${join(dir, "a/b/ja.json")} as it is`);
    expect(readFileSync(join(dir, "a/b/ja.json"), "utf8")).toBe("ours");
  });

  test.each(["file", "file/words", "/proc/words"])(
    "names what can't be made: %s",
    async (folder) => {
      writeFileSync(join(dir, "file"), "");
      const path = folder.startsWith("/") ? folder : join(dir, folder);
      const ended = await run(["words", "export"], { WORDS_DIR: path });
      expect(ended).toMatchObject({ code: 1, stdout: "" });
      expect(ended.stderr).toContain(`${path}/en.json can't be written`);
      expect(ended.stderr).not.toContain(" at ");
    },
  );
});

describe("without a store", () => {
  const somebody = `U${"0".repeat(32)}`;
  test.each([
    [["parked", "list"]],
    [["staff", "list"]],
    [["staff", "audit", "--csv"]],
    [["member", "export", somebody]],
    [["backup", "copy.sqlite"]],
    [["rich-menu", "--dry-run"]],
  ])("%j stops, and makes none", async (args) => {
    const ended = await run(args);
    expect(ended).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(`no store at ${dataDir()}; is the environment loaded?`),
    });
    expect(existsSync(dataDir())).toBe(false);
    expect(existsSync(join(dir, "copy.sqlite"))).toBe(false);
  });

  test.each([[["credentials", "--json"]], [["reset"]], [["members", "300"]]])(
    "demo %j stops, and makes no platform",
    async (args) => {
      const ended = await run(["demo", ...args]);
      expect(ended).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`no demo platform at ${dataDir()}`),
      });
      expect(existsSync(dataDir())).toBe(false);
    },
  );

  test("words publish stops, and makes none", async () => {
    const env = { WORDS_DIR: join(dir, "words") };
    expect(await run(["words", "export"], env)).toMatchObject({ code: 0 });
    const ended = await run(["words", "publish"], env);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("no store at") });
    expect(existsSync(dataDir())).toBe(false);
  });

  test("the doctor gives a hint, and goes on", async () => {
    const { stdout, dataDir: named } = await run(["doctor", "--json"]);
    const { checks } = JSON.parse(stdout) as { checks: { area: string; name: string }[] };
    expect(checks.find(({ name }) => name === "migrations")).toMatchObject({
      status: "hint",
      tells: `no store yet at ${dataDir()}`,
      remedy: expect.stringContaining("is the environment loaded?"),
    });
    expect(checks.at(-1)?.area).toBe("platform");
    expect(named).toContain(dataDir());
    expect(existsSync(dataDir())).toBe(false);
  });

  test("a restore needs a DATA_DIR that is set", async () => {
    await makeStore(dataDir());
    expect(await run(["backup", "copy.sqlite"])).toMatchObject({ code: 0 });
    rmSync(dataDir(), { recursive: true });
    const unset = await run(["restore", "copy.sqlite"], { DATA_DIR: "" });
    expect(unset).toMatchObject({ code: 1, stderr: expect.stringContaining("no store at") });
    expect(existsSync(dataDir())).toBe(false);
    expect(await run(["restore", "copy.sqlite"])).toMatchObject({ code: 0 });
  });
});

async function dataDirLine(env: Record<string, string>): Promise<string> {
  const ended = await run(["parked", "list"], env);
  expect(ended).toMatchObject({ code: 0, stdout: "Nothing is parked.\n", stderr: "" });
  return ended.dataDir;
}

describe("the DATA_DIR of a command is named on standard error, with where it was set:", () => {
  beforeEach(() => makeStore(dataDir()));

  test("the environment", async () => {
    expect(await dataDirLine({})).toBe(`DATA_DIR ${dataDir()}, set in the environment`);
  });

  test("the .env file", async () => {
    writeFileSync(join(dir, ".env"), `DATA_DIR=${dataDir()}\n`);
    const ended = await callCommand(["parked", "list"], { cwd: dir, env: {} });
    expect(ended.dataDir).toBe(`DATA_DIR ${dataDir()}, set in ${join(dir, ".env")}`);
    expect(await dataDirLine({ DATA_DIR: "./data" })).toContain(
      `${dataDir()}, set in the environment`,
    );
  });

  test("nowhere", async () => {
    expect(await dataDirLine({ DATA_DIR: "" })).toBe(
      `DATA_DIR ${dataDir()}, the default: there is no ${join(dir, ".env")}`,
    );
    writeFileSync(join(dir, ".env"), "LOG_LEVEL=warn\n");
    expect(await dataDirLine({ DATA_DIR: "" })).toContain(`${join(dir, ".env")} doesn't set it`);
  });
});
