/** Holds the README against the program: its commands are run, and its names looked up. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../../src/bot/staff/commands/index.ts";
import { intents } from "../../src/bot/intents/intents.ts";
import { createTextRouter } from "../../src/bot/routing/text-router.ts";
import { environment } from "../../src/config/environment-schema.ts";
import { operatorRuns } from "../support/operator.ts";

const root = resolve(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The text under a heading, up to the next one. */
function section(heading: string): string {
  const start = readme.indexOf(`## ${heading}\n`);
  if (start === -1) throw new Error(`there is no "${heading}"`);
  const end = readme.indexOf("\n## ", start);
  return readme.slice(start, end === -1 ? undefined : end);
}

/** The cells of a section's first table, without its head. */
function rowsOf(text: string): string[][] {
  const [head = "", ...rows] = text.split("\n").filter((line) => line.startsWith("|"));
  const width = cellsOf(head).length;
  const table = rows.map(cellsOf).filter((cells) => cells.length === width);
  return table.slice(1);
}

const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

const quoted = (text: string) =>
  [...text.replace(/```[^]*?```/g, "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** Every line that is shown as typed in a shell, without its comment. */
const typed = [...readme.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = ""]) =>
  block
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter(Boolean),
);

describe("names", () => {
  test("every variable of the environment is in the table and in .env.example, and no other", () => {
    const known = Object.keys(environment.shape).filter((name) => name !== "DATABASE_URL");
    const table = rowsOf(section("Configuration")).flatMap(([names = ""]) => quoted(names));
    expect(table.toSorted()).toEqual(known.toSorted());
    const example = readFileSync(join(root, ".env.example"), "utf8");
    const shown = [...example.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)];
    expect(shown.map(([, name = ""]) => name).toSorted()).toEqual(known.toSorted());
    const refused = shown.filter(([, name = "", value]) => {
      const schema = environment.shape[name as keyof typeof environment.shape];
      return value && !schema.safeParse(value).success;
    });
    expect(refused.map(([line]) => line)).toEqual([]);
  });

  test("what members write is understood, in every language", () => {
    const route = createTextRouter(intents);
    const rows = rowsOf(section("What members write"));
    expect(rows).toHaveLength(8);
    for (const [, ...cells] of rows) {
      const found = cells
        .flatMap((cell) => cell.split(", "))
        .map((words) => {
          const text = words.replace("CODE", "ABC-123");
          const message = { id: "1", type: "text", text };
          return route({ type: "message", webhookEventId: "1", timestamp: 0, message })?.intent;
        });
      expect(found.length).toBeGreaterThanOrEqual(4);
      expect(found).toEqual(found.map(() => expect.any(String)));
      expect(new Set(found).size).toBe(1);
    }
  });

  test("what staff write is all there is, under the least role that may", () => {
    const least = { cashiers: "cashier", managers: "manager", owners: "owner", all: "marketer" };
    const told = rowsOf(section("What staff write")).flatMap(([names = "", , who = ""]) =>
      quoted(names).map((usage) => [usage.split(" ")[0]!.slice(1), who] as const),
    );
    const all = commands.map(({ name }) => name).filter((name) => name !== "help");
    expect(told.map(([name]) => name).toSorted()).toEqual(all.toSorted());
    const ranks = ["marketer", "cashier", "manager", "owner"] as const;
    const lowest = (name: string) => {
      const roles = commands.find((command) => command.name === name)?.roles ?? [];
      return ranks.find((rank) => roles.includes(rank));
    };
    expect(told.map(([name]) => [name, lowest(name)])).toEqual(
      told.map(([name, who]) => [name, least[who as keyof typeof least]]),
    );
  });

  test("every path is one of the project's", () => {
    const paths = [...quoted(readme), ...readme.matchAll(/\]\(([^)#:]+)\)/g)]
      .map((found) => (typeof found === "string" ? found : (found[1] ?? "")))
      .filter((name) => /^(src|test|docs)\/[\w./-]*$/.test(name));
    expect(paths).toContain("docs/studio.png");
    const tree = [...section("Where things are").matchAll(/^ {2}([\w./-]+)\s/gm)];
    expect(tree.length).toBeGreaterThan(8);
    const steps = section("Where things are").split("To follow a message")[1] ?? "";
    const inSource = [
      ...tree.map(([, name = ""]) => name),
      ...quoted(steps).filter((name) => name.includes("/")),
    ];
    const all = [...paths, ...inSource.map((name) => `src/${name}`)];
    expect(all.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("every npm command is one of package.json's", () => {
    const run = [...readme.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
    expect(run).toContain("cli");
    for (const name of run) expect(scripts).toHaveProperty(name);
    for (const name of Object.keys(scripts)) {
      expect(readme).toMatch(new RegExp(`npm (run )?${name}\\b`));
    }
  });
});

describe("commands", () => {
  let dir: string;
  let env: Record<string, string>;
  let bot: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "readme-"));
    env = { PORT: "0", EMBEDDED_LINE_PORT: "0", EMBEDDED_CONNECT_PORT: "0" };
    bot = spawn(process.execPath, [join(root, "src/main.ts")], {
      cwd: dir,
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...env },
    });
    let said = "";
    for await (const chunk of bot.stdout!) {
      said += String(chunk);
      if (said.includes("Studio")) break;
    }
    const [listens, line, platform] = [...said.matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)];
    env = {
      PORT: listens?.[1] ?? "",
      EMBEDDED_LINE_PORT: line?.[1] ?? "",
      EMBEDDED_CONNECT_PORT: platform?.[1] ?? "",
    };
    origin = listens?.[0] ?? "";
    expect(said).toContain(`${origin}/studio/`);
  });

  afterAll(async () => {
    const exit = once(bot, "exit");
    bot.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    rmSync(dir, { recursive: true });
  });

  test("all that is typed is understood, beside a bot that was started with nothing set", async () => {
    const ran: string[] = [];
    for (const line of typed) {
      const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
      if (name && value) env[name] = value;
      const [, words] = /^npm run cli -- (.*)$/.exec(line) ?? [];
      if (!words) continue;
      const ended = await operatorRuns(words.split(/\s+/), { cwd: dir, env });
      ran.push(words);
      // What names an example is looked for in vain.
      const isExample = /\b(17|U0{32})\b/.test(words);
      // The one command that wants the bot to be stopped.
      const isEarly = words.startsWith("restore ");
      expect({ words, ...ended }).toMatchObject({ code: isExample || isEarly ? 1 : 0 });
    }
    expect(ran.length).toBeGreaterThan(5);
  });

  test("every command that there is, is told of", async () => {
    const { said } = await operatorRuns(["help"], { cwd: dir, env });
    const names = [...said.matchAll(/^ {2}(\S+)/gm)].map(([, name = ""]) => name);
    expect(names).toContain("words");
    for (const name of new Set(names)) expect(readme).toContain(`npm run cli -- ${name}`);
  });

  test.each(["/healthz", "/readyz", "/studio/"])("%s answers", async (path) => {
    expect(readme).toContain(`\`${path}\``);
    expect((await fetch(`${origin}${path}`)).status).toBe(200);
  });

  test.each(["/webhook", "/webhook/dev"])("%s takes what is signed", async (path) => {
    expect(readme).toContain(`\`${path}\``);
    expect((await fetch(`${origin}${path}`, { method: "POST", body: "{}" })).status).toBe(401);
  });
});
