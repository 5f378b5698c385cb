/** The operator's commands: understood or not, and how they end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { operatorRuns } from "../support/operator.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cli-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const run = (args: string[], env: Record<string, string> = {}) =>
  operatorRuns(args, { cwd: dir, env: { DATA_DIR: join(dir, "data"), ...env } });

test.each<[string, string[], number, RegExp]>([
  ["an unknown command", ["wrods"], 2, /no command wrods[^]*words publish/],
  ["an inherited name", ["toString"], 2, /no command toString/],
  ["half a command", ["words"], 2, /export, check or publish/],
  ["too many words", ["words", "check", "it"], 2, /nothing behind it/],
  ["no folder", ["words", "check"], 1, /WORDS_DIR is not set/],
])("%s is refused", async (_name, args, code, complaint) => {
  const ended = await run(args);
  expect(ended.complained).toMatch(complaint);
  expect(ended.code).toBe(code);
});

test("a faulty environment is reported in one sentence", async () => {
  const ended = await run(["words", "check"], { PORT: "x" });
  expect(ended).toMatchObject({ code: 1, complained: expect.stringContaining("PORT") });
  expect(ended.complained).not.toContain("node:internal");
});

test.each<[string[], number]>([
  [[], 2],
  [["help"], 0],
  [["--help"], 0],
])("%j shows every command", async (args, code) => {
  const ended = await run(args);
  expect(ended).toMatchObject({ code, said: expect.stringContaining("words publish") });
  expect(ended.said).toContain("demo credentials");
});

test("the demo's credentials are printed", async () => {
  const { code, said } = await run(["demo", "credentials", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ businesses: [{ code: "SAKURA01" }, {}] });
});
