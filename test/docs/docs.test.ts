/** Checks the README and docs/ against the program: names, paths, links, tables and defaults. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { devCommandTable } from "../../src/bot/dev/dev-commands.ts";
import { isAllowed, type Command } from "../../src/bot/staff/command.ts";
import { commands } from "../../src/bot/staff/commands/index.ts";
import { intents } from "../../src/bot/intents/intents.ts";
import { createTextRouter } from "../../src/bot/routing/text-router.ts";
import { environment, languages } from "../../src/config/environment-schema.ts";
import { parseEnvFile } from "../../src/config/load-environment.ts";
import { lineOperations } from "../../src/emulators/line/line-api.ts";
import { faultSchema } from "../../src/emulators/loyalty/faults.ts";
import { apiVersions, contract, pathIn } from "../../src/loyalty/contract.ts";
import { overridesSchema } from "../../src/loyalty/endpoint-overrides.ts";
import type { EventOutcome } from "../../src/pipeline/events.ts";
import { orderStates } from "../../src/store/rules/order.ts";
import type { DeadLetterReason } from "../../src/store/inbox.ts";
import { roles } from "../../src/store/staff.ts";
import { listedTransitions } from "../support/order-transitions.ts";
import {
  allText,
  anchorsOf,
  blocks,
  localLinks,
  pages,
  pageText,
  quoted,
  root,
  section,
  tableRows,
  withoutBlocks,
} from "./pages.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const example = readFileSync(join(root, ".env.example"), "utf8");
const variables = Object.keys(environment.shape);
const devTable = devCommandTable({ staffAccount: "", real: false }, commands);
const addresses = new Set([
  "/webhook",
  "/webhook/dev",
  "/healthz",
  "/readyz",
  "/metrics",
  "/images/…",
  "/counter",
  "/studio/",
  "/openapi.json",
  "/faults",
  ...lineOperations.map(({ path }) => path),
]);

test("the README has at most 100 lines", () => {
  expect(pageText("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(100);
});

test("docs/ has at most 20,000 words outside of code blocks, the counter page's sheets apart", () => {
  const words = pages
    .filter(({ path }) => /^docs\/[^/]+$/.test(path))
    .flatMap(({ text }) => withoutBlocks(text).split(/\s+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeGreaterThan(10_000);
  expect(words.length).toBeLessThanOrEqual(20_000);
});

describe("links", () => {
  test.each(pages)("of $path lead to files and headings", ({ path, text }) => {
    const broken = localLinks(text).filter((target) => {
      const [file = "", anchor] = target.split("#");
      const targetPath = file === "" ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, targetPath))) return true;
      return anchor !== undefined && !anchorsOf(pageText(targetPath)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("lead from the README to every page and to the picture", () => {
    const targets = localLinks(pageText("README.md"));
    expect(targets).toContain("docs/studio.png");
    const others = pages.map(({ path }) => path).filter((path) => path !== "README.md");
    expect(others.filter((path) => !targets.includes(path))).toEqual([]);
  });
});

describe("environment variables", () => {
  const rows = tableRows(pageText("docs/configuration.md"), "Variable");

  test("are all in the tables and in .env.example, and no others", () => {
    const listed = names("docs/configuration.md", "Variable");
    expect(listed.toSorted()).toEqual(variables.toSorted());
    const shown = [...example.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)];
    expect(shown.map(([, name = ""]) => name).toSorted()).toEqual(variables.toSorted());
    const refused = shown.filter(([, name = "", value]) => {
      const schema = environment.shape[name as keyof typeof environment.shape];
      return value && !schema.safeParse(parseEnvFile(`${name}=${value}`)[name]).success;
    });
    expect(refused.map(([line]) => line)).toEqual([]);
  });

  test("that are mentioned exist", () => {
    const mentioned = quoted(allText)
      .map((text) => text.split("=")[0] ?? "")
      .filter((name) => /^[A-Z]+(_[A-Z]+)+$/.test(name));
    expect(mentioned).toContain("LINE_PUSH_FALLBACK");
    expect(mentioned.filter((name) => !variables.includes(name))).toEqual([]);
  });

  test("have the defaults that the tables state", () => {
    const defaults = new Map(Object.entries(environment.parse({})));
    const wrong = rows.filter(([cell = "", shown]) => {
      const value = defaults.get(quoted(cell)[0] ?? "");
      const text = typeof value === "object" ? Object.values(value).join() : String(value ?? "");
      return text !== "" && shown !== `\`${text}\``;
    });
    expect(defaults.get("PORT")).toBe(3000);
    expect(wrong).toEqual([]);
  });
});

test("what members write is understood, in every language", () => {
  const route = createTextRouter(intents);
  const rows = tableRows(section("README.md", "What members write"), "");
  expect(rows).toHaveLength(11);
  for (const [, ...cells] of rows) {
    expect(cells).toHaveLength(languages.length);
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

/** Whether the platform has addresses that begin so, in either group. */
const beginsPlatformPath = (word: string): boolean =>
  apiVersions.some((version) =>
    Object.values(contract).some(({ path }) =>
      pathIn(version, path).startsWith(word.replace(/…$/, "")),
    ),
  );

describe("staff commands", () => {
  const groups = {
    cashiers: "cashier",
    managers: "manager",
    owners: "owner",
    all: "marketer",
    "marketers and owners": "marketer",
  };
  const ranks = ["marketer", "cashier", "manager", "owner"] as const;
  const lowestRole = (command: Command) =>
    ranks.find((role) => isAllowed(command, { lineId: "", name: "", role }));
  const actual = commands.map((command) => `${command.name}: ${lowestRole(command)}`).toSorted();

  const withRole = (usages: string, role: string) =>
    quoted(usages).map((usage) => {
      const name = usage.split(" ")[0]?.slice(1);
      return `${name}: ${groups[role as keyof typeof groups]}`;
    });

  test("are all in the README's table, with the least role that may use them", () => {
    const rows = tableRows(section("README.md", "What staff write"), "Role");
    const inReadme = rows.flatMap(([role = "", usages = ""]) => withRole(usages, role));
    expect(inReadme.toSorted()).toEqual(actual);
  });

  test("are all in the cashiers' table or in that of all others, with that role", () => {
    const inPages = ["docs/cashiers.md", "docs/staff.md"].flatMap((path) =>
      tableRows(section(path, "Commands"), "Command").flatMap(
        ([usages = "", , role = "cashiers"]) => withRole(usages, role),
      ),
    );
    expect(inPages.toSorted()).toEqual(actual);
  });

  test("of the dev channel are all in its table, and no others", () => {
    const listed = tableRows(section("docs/studio.md", "Dev channel"), "Command").flatMap(
      ([usage = ""]) => quoted(usage).map((text) => (text.split(" ")[0] ?? "").slice(1)),
    );
    const own = devTable.filter((command) => !commands.includes(command)).map(({ name }) => name);
    expect([...new Set(listed)].toSorted()).toEqual(own.toSorted());
  });

  test("and addresses are what every word with a slash is", () => {
    const known = new Set(devTable.map(({ name }) => name));
    const words = quoted(allText)
      .map((text) => text.replace(/^(GET|POST|DELETE) /, ""))
      .filter((text) => text.startsWith("/"))
      .map((text) => text.split(" ")[0] ?? "");
    expect(words).toContain("/preview");
    const unknown = words.filter(
      (word) => !known.has(word.slice(1)) && !addresses.has(word) && !beginsPlatformPath(word),
    );
    expect(unknown).toEqual([]);
  });
});

describe("paths", () => {
  test("that are named exist", () => {
    const named = quoted(allText).filter((name) => /^(src|test|docs|\.ci)\/[\w./-]*$/.test(name));
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("of the README's tree are the folders of src", () => {
    const tree = section("README.md", "Where things are");
    const listed = [...tree.matchAll(/^ {2}((?:[\w-]+\/ )+)/gm)].flatMap(([, found = ""]) =>
      found.trim().replaceAll("/", "").split(" "),
    );
    const folders = readdirSync(join(root, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(listed.toSorted()).toEqual(folders.toSorted());
  });

  test("of the parts in docs/architecture.md exist", () => {
    const parts = tableRows(pageText("docs/architecture.md"), "Folder of `src/`").flatMap((cells) =>
      [cells[0] ?? "", cells[2] ?? ""].flatMap(quoted),
    );
    expect(parts).toContain("pipeline/");
    expect(parts.filter((name) => !existsSync(join(root, "src", name)))).toEqual([]);
  });
});

test("every npm script is mentioned, and every one mentioned exists", () => {
  const run = [...allText.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
  expect(run).toContain("cli");
  for (const name of run) expect(scripts).toHaveProperty(name);
  for (const name of Object.keys(scripts)) {
    expect(allText).toMatch(new RegExp(`npm (run )?${name}\\b`));
  }
});

test("every guarantee names a test that holds it", () => {
  const rows = tableRows(pageText("docs/guarantees.md"), "Area");
  expect(rows.length).toBeGreaterThan(25);
  for (const [, promise, , holders = ""] of rows) {
    const files = quoted(holders);
    expect([promise, files.length]).not.toEqual([promise, 0]);
    for (const file of files) {
      expect(file).toMatch(/\.test\.ts$/);
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  }
});

test("the example of CONNECT_OVERRIDES is valid", () => {
  const [json = ""] = blocks(pageText("docs/platform.md"), "json");
  expect(overridesSchema.safeParse(JSON.parse(json)).error).toBeUndefined();
});

test("the platform's fault switches are all listed", () => {
  const listed = names("docs/emulators.md", "Fault");
  const kinds = faultSchema.options.map(({ shape }) => shape.kind.value);
  expect(listed.toSorted()).toEqual(kinds.toSorted());
});

/** The quoted names in the first column of a page's tables. */
const names = (path: string, column: string) =>
  tableRows(pageText(path), column).flatMap(([name = ""]) => quoted(name));

test("the messages that the symptoms quote are the program's", () => {
  const messages = tableRows(pageText("docs/operations.md"), "Symptom").flatMap(([symptom = ""]) =>
    [...symptom.matchAll(/"([^"]+)"/g)].map(([, message = ""]) => message),
  );
  expect(messages.length).toBeGreaterThan(3);
  const source = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(root, "src", file), "utf8"))
    .join("\n");
  expect(messages.filter((message) => !source.includes(message))).toEqual([]);
});

describe("tables of states", () => {
  const reasons: Record<DeadLetterReason, null> = {
    "too late": null,
    failed: null,
    refused: null,
    unknown: null,
    restored: null,
  };

  test.each([
    ["docs/architecture.md", "State", orderStates],
    ["docs/operations.md", "Reason", Object.keys(reasons)],
    ["docs/staff.md", "Role", roles],
  ])("in %s have every %s", (path, column, expected) => {
    expect(names(path, column).toSorted()).toEqual([...expected].toSorted());
  });

  test("lead on as the rules of orders do", () => {
    const shown = tableRows(pageText("docs/architecture.md"), "State").flatMap(
      ([from = "", , to = ""]) => quoted(to).map((state) => `${quoted(from)[0]} | ${state}`),
    );
    const transitions = listedTransitions()
      .filter(({ from, to }) => from !== to)
      .map(({ from, to }) => `${from} | ${to}`);
    expect(shown.toSorted()).toEqual([...new Set(transitions)].toSorted());
  });
});

test("the outcomes of events are those that the metric exports", () => {
  const outcomes: Record<EventOutcome, null> = {
    sent: null,
    arrived: null,
    unknown: null,
    refused: null,
    too_late: null,
    silent: null,
    failed: null,
    hushed: null,
  };
  const row = tableRows(pageText("docs/operations.md"), "Metric").find(([metric]) =>
    metric?.includes("events_total"),
  );
  expect(quoted(row?.[1] ?? "").toSorted()).toEqual(Object.keys(outcomes).toSorted());
});

test("the glossary has each term once, in alphabetical order", () => {
  const terms = tableRows(pageText("docs/glossary.md"), "Term").map(([term = ""]) =>
    term.toLowerCase(),
  );
  expect(terms.length).toBeGreaterThan(30);
  expect(terms).toEqual([...new Set(terms)].toSorted());
});
