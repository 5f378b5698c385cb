/** Runs the commands that the README and docs/ show, and calls the addresses and metrics that they name. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { callCommand, spawnCommand } from "../support/operator.ts";
import { allText, pageText, quoted, root, tableRows, typedLines } from "./pages.ts";

let dir: string;
let env: Record<string, string>;
let bot: ChildProcess;
let origin: string;
let platform: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "docs-"));
  // One story for the commands that play them all.
  cpSync(join(root, "stories"), join(dir, "stories"), {
    recursive: true,
    filter: (path) => path.endsWith("stories") || path.includes("olivia-sees-her-points"),
  });
  env = { PORT: "0", EMBEDDED_LINE_PORT: "0", EMBEDDED_CONNECT_PORT: "0" };
  bot = spawn(process.execPath, [join(root, "src/main.ts")], {
    cwd: dir,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...env },
  });
  let output = "";
  for await (const chunk of bot.stdout!) {
    output += String(chunk);
    if (output.includes("Studio")) break;
  }
  const [botAt, lineAt, platformAt] = [...output.matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)];
  env = {
    PORT: botAt?.[1] ?? "",
    EMBEDDED_LINE_PORT: lineAt?.[1] ?? "",
    EMBEDDED_CONNECT_PORT: platformAt?.[1] ?? "",
  };
  origin = botAt?.[0] ?? "";
  platform = platformAt?.[0] ?? "";
  expect(output).toContain(`${origin}/studio/`);
});

afterAll(async () => {
  const exit = once(bot, "exit");
  bot.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  rmSync(dir, { recursive: true });
});

test("every command that is shown works, beside a bot that was started with nothing set", async () => {
  const [, csv = ""] = /^```csv\n([\s\S]*?)^```$/m.exec(pageText("docs/answers.md")) ?? [];
  writeFileSync(join(dir, "keywords.csv"), csv);
  const ran: string[] = [];
  const processes = new Set<string>();
  for (const line of typedLines) {
    const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
    if (name && value) env[name] = value;
    const [, words] = /^npm run cli -- (.*)$/.exec(line) ?? [];
    if (!words || ran.includes(words)) continue;
    const args = words.split(/\s+/);
    const [command = ""] = args;
    // Each command is a process once; what it takes is tried by calls, for a tenth of the CPU.
    const run = processes.has(command) ? callCommand : spawnCommand;
    const ended = await run(args, { cwd: dir, env });
    processes.add(command);
    ran.push(words);
    // What names an example is looked for in vain.
    const isExample = /\b(17|U0{32})\b/.test(words);
    // The commands that need the bot to be stopped.
    const isEarly = /^(restore|store) /.test(words);
    const code = isExample || isEarly ? 1 : 0;
    expect(ended.code, `${words}: ${ended.stderr}`).toBe(code);
  }
  expect(ran.length).toBeGreaterThan(15);
});

test("every command of the CLI is shown, and every one named exists", async () => {
  const { stdout } = await callCommand(["help"], { cwd: dir, env });
  const names = [...stdout.matchAll(/^ {2}(\S+)/gm)].map(([, name = ""]) => name);
  expect(names).toContain("words");
  for (const name of new Set(names)) expect(allText).toContain(`npm run cli -- ${name}`);
  const named = [...allText.matchAll(/npm run cli -- ([\w-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

test.each(["/healthz", "/readyz", "/metrics", "/counter", "/studio/"])(
  "%s answers",
  async (path) => {
    expect(allText).toContain(`\`${path}\``);
    expect((await fetch(`${origin}${path}`)).status).toBe(200);
  },
);

test.each(["/webhook", "/webhook/dev"])("%s takes what is signed", async (path) => {
  expect(allText).toContain(`\`${path}\``);
  expect((await fetch(`${origin}${path}`, { method: "POST", body: "{}" })).status).toBe(401);
});

test("/openapi.json of the embedded platform answers", async () => {
  expect(allText).toContain("`/openapi.json`");
  expect((await fetch(`${platform}/openapi.json`)).status).toBe(200);
});

const namesOf = (text: string) =>
  [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name = ""]) => name);

const metricsIn = (head: string) =>
  tableRows(pageText("docs/operations.md"), head).map(
    ([cell = ""]) => quoted(cell)[0]?.split("{")[0] ?? "",
  );

test("every metric is in a table, and every one named exists", async () => {
  const exposed = namesOf(await (await fetch(`${origin}/metrics`)).text());
  expect(metricsIn("Metric").toSorted()).toEqual(exposed.toSorted());
  const optional = namesOf(
    await createMetrics(systemClock).expose({
      inbox: () => Promise.resolve(null),
      replica: () => ({
        leaseRemainingMs: 0,
        clockDifferenceMs: 0,
        lanes: 0,
        takeOvers: 0,
        poolWaits: 0,
        poolWaitMs: 0,
      }),
      ledger: () => Promise.resolve({ readAt: 0, from: 0 }),
      stuck: () => 0,
      quota: () => null,
    }),
  ).filter((name) => !exposed.includes(name));
  const inTables = ["Metric of a replica", "Metric of the ledger mirror"].flatMap(metricsIn);
  expect(inTables.toSorted()).toEqual(optional.toSorted());
  const named = [...allText.matchAll(/\b(?:loyalty_bot|process)_[a-z_]+/g)].map(([name]) => name);
  const known = new Set([...exposed, ...optional]);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
