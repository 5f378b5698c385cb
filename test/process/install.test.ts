/** Installing with a system Node that is too old for the bot, which brings its own: nothing is said about it. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Runs `npm ci` in a project that requires a Node nobody has. @returns what npm says. */
function installWith(npmrc: string | null): string {
  const dir = mkdtempSync(join(tmpdir(), "install-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  if (npmrc !== null) copyFileSync(npmrc, join(dir, ".npmrc"));
  const project = { name: "project", version: "1.0.0", engines: { node: ">=999" } };
  writeFileSync(join(dir, "package.json"), JSON.stringify(project));
  const packages = { "": project };
  const lock = { ...project, lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(dir, "package-lock.json"), JSON.stringify(lock));
  const userConfig = join(dir, "no-user-config");
  const args = ["ci", "--offline", `--userconfig=${userConfig}`];
  const { status, stderr } = spawnSync("npm", args, {
    cwd: dir,
    encoding: "utf8",
    // Without what an npm that runs these tests passes on to the ones that it starts.
    env: { PATH: process.env["PATH"], HOME: dir },
  });
  expect(status).toBe(0);
  return stderr;
}

test("npm ci says nothing about the system's Node, and the README what it would mean", () => {
  expect(installWith(null)).toContain("EBADENGINE");
  expect(installWith(join(root, ".npmrc"))).toBe("");
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain("`EBADENGINE`");
});
