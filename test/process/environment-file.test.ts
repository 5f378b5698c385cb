/** The systemd unit's process and the operator's commands read the same settings, as the unit's instructions make them. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { spawnCommand } from "../support/operator.ts";

const root = resolve(import.meta.dirname, "../..");
const unit = readFileSync(join(root, "docs/deploy/line-loyalty-bot.service"), "utf8");
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
const anyPorts = "PORT=0\nEMBEDDED_LINE_PORT=0\nEMBEDDED_CONNECT_PORT=0\n";

/** The unit's folder, with the `.env` that its first lines tell to make, but for the paths and ports. */
function install(): { dir: string; dataDir: string } {
  const dir = mkdtempSync(join(tmpdir(), "unit-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const dataDir = join(dir, "state");
  copyFileSync(join(root, ".env.example"), join(dir, ".env.example"));
  const make = /^#\s+(\(printf .*\) > \.env)$/m.exec(unit)?.[1] ?? "";
  execFileSync("sh", ["-c", make.replace("/var/lib/line-loyalty-bot", dataDir)], { cwd: dir });
  execFileSync("sh", ["-c", `cat >> .env`], { cwd: dir, input: anyPorts });
  return { dir, dataDir };
}

/** Starts what the unit starts, with its variables alone. */
async function startUnit(dir: string): Promise<string> {
  const [node = "", ...args] = setting("ExecStart").split(" ");
  const main = join(root, args.pop() ?? "");
  const variables = setting("Environment").split(" ");
  const bot = spawn(node.replace(setting("WorkingDirectory"), root), [...args, main], {
    cwd: dir,
    stdio: ["ignore", "pipe", "ignore"],
    env: Object.fromEntries(variables.map((pair) => pair.split("=") as [string, string])),
  });
  onTestFinished(async () => {
    const closed = once(bot, "close");
    bot.kill("SIGTERM");
    await closed;
  });
  let output = "";
  for await (const chunk of bot.stdout) {
    output += String(chunk);
    if (output.includes("Studio")) break;
  }
  return output;
}

test("the unit's bot outlives the process that reads a picture", () => {
  expect(setting("OOMPolicy")).toBe("continue");
});

test("a command started in the unit's folder speaks of the unit's store", async () => {
  const { dir, dataDir } = install();
  expect(await startUnit(dir)).toContain("listens at http://127.0.0.1:");
  const command = ["parked", "list"];
  expect(await spawnCommand(command, { cwd: dir, env: {} })).toEqual({
    code: 0,
    stdout: "Nothing is parked.\n",
    stderr: "",
    dataDir: `DATA_DIR ${dataDir}, set in ${join(dir, ".env")}`,
  });
  const elsewhere = join(dir, "elsewhere");
  mkdirSync(elsewhere);
  expect(await spawnCommand(command, { cwd: elsewhere, env: {} })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no store at .*; is the environment loaded\?/),
  });
});
