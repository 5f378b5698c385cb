/** Holds the direction of imports, the owners of libraries, the absence of cycles, and the size of the tree's top. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cyclesIn, entriesOf, importsIn, readSources } from "./import-graph.ts";
import { buildLibraries, libraryOf, libraryOwners, placeOf, violation } from "./layers.ts";

const sources = readSources();
const graph = new Map([...sources].map(([file, text]) => [file, importsIn(file, text)]));

describe("layers", () => {
  test("every import goes down, and to the library's owner", () => {
    const found = [...graph].flatMap(([file, targets]) =>
      targets.flatMap((target) => violation(file, target) ?? []),
    );
    expect(graph.size).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  test.each([
    ["a layer above", "bot/bot.ts", "pipeline/dispatcher.ts"],
    ["a sibling", "line/messaging-client.ts", "loyalty/client.ts"],
    ["a store's user", "store/inbox.ts", "bot/bot.ts"],
    ["a leaf's user", "clock.ts", "bot/bot.ts"],
    ["the composition", "pipeline/pipeline.ts", "app/app.ts"],
    ["a process", "app/app.ts", "main.ts"],
    ["the other edge", "emulators/line/index.ts", "loyalty/contract.ts"],
    ["the edge's client", "emulators/line/index.ts", "line/messaging-client.ts"],
    ["the edge's client", "emulators/loyalty/index.ts", "loyalty/client.ts"],
    ["more than the listener", "emulators/line/index.ts", "http/server.ts"],
    ["the studio's server", "studio/page/main.tsx", "studio/server/studio.ts"],
    ["what uses it, in the bot", "bot/views/dates.ts", "bot/intents/card.ts"],
    ["staff, in an intent", "bot/intents/card.ts", "bot/staff/command.ts"],
    ["a new file of the bot", "bot/bot.ts", "bot/new-file.ts"],
    ["anything, from a new place", "new-place/file.ts", "clock.ts"],
    ["Express", "bot/bot.ts", "express"],
    ["the LINE SDK", "bot/bot.ts", "@line/bot-sdk"],
    ["a driver", "bot/context.ts", "node:sqlite"],
    ["a part of a library", "pipeline/dispatcher.ts", "@line/bot-sdk/dist/api.js"],
    ["another's library", "loyalty/client.ts", "lru-cache"],
    ["a decoder, in the bot's process", "rich-menu/render-png.ts", "sharp"],
    ["the page's library, in the server", "studio/server/studio.ts", "preact"],
    ["a library without owner", "loyalty/client.ts", "left-pad"],
  ])("a planted violation is found: %s", (_what, file, target) => {
    expect(violation(file, target)).not.toBeNull();
  });

  test("imports of types, over several lines, and at run time count", () => {
    const text = `import type { A } from "../a.ts";
import {
  b,
} from "./b.ts";
import "./c.ts";
export * from "./d.ts";
const e = await import("./e.ts");
const text = 'import { f } from "./f.ts"';
`;
    const names = ["a.ts", "bot/b.ts", "bot/c.ts", "bot/d.ts", "bot/e.ts"];
    expect(importsIn("bot/bot.ts", text)).toEqual(names);
  });
});

describe("libraries", () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as Record<"dependencies" | "devDependencies", Record<string, string>>;
  /** The runtime itself isn't imported. */
  const names = [
    ...Object.keys(dependencies).filter((name) => name !== "node"),
    ...Object.keys(devDependencies).filter((name) => buildLibraries.has(name)),
  ];
  const owned = Object.keys(libraryOwners).filter((name) => !name.startsWith("node:"));

  test("each has an owner, and each in the table is installed", () => {
    expect(owned.toSorted()).toEqual(names.toSorted());
  });

  test("each that production installs has one row in docs/contributing.md", () => {
    const page = readFileSync(new URL("../../docs/contributing.md", import.meta.url), "utf8");
    const [, section = ""] = page.split(/^## A dependency$/m);
    const rows = [...(section.split(/^## /m)[0] ?? "").matchAll(/^\| `([^`]+)` +\| (.+) \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies).toSorted());
    expect(rows.filter(([, , purpose = ""]) => purpose.trim().length < 10)).toEqual([]);
  });

  test("each is used by each of its owners", () => {
    const used = new Set<string>();
    for (const [file, targets] of graph) {
      for (const target of targets) used.add(`${libraryOf(target)} in ${placeOf(file)}`);
    }
    const unused = Object.entries(libraryOwners).flatMap(([name, owners]) =>
      owners.map((owner) => `${name} in ${owner}`).filter((use) => !used.has(use)),
    );
    expect(unused).toEqual([]);
  });
});

describe("cycles", () => {
  test("there are none, types counted", () => {
    expect(cyclesIn(graph)).toEqual([]);
  });

  test("a planted one is found, however long", () => {
    const planted = new Map([
      ["a.ts", ["b.ts", "express"]],
      ["b.ts", ["c.ts", "d.ts"]],
      ["c.ts", ["a.ts"]],
      ["d.ts", []],
      ["e.ts", ["e.ts"]],
    ]);
    expect(cyclesIn(planted)).toEqual([["a.ts", "b.ts", "c.ts"], ["e.ts"]]);
  });
});

describe("the tree", () => {
  test.each([
    ["", 23],
    ["bot", 16],
  ])("the folder src/%s has few entries", (folder, max) => {
    expect(entriesOf(folder).length).toBeLessThanOrEqual(max);
  });

  test("only the processes read the environment", () => {
    const readers = [...sources].filter(([, text]) => text.includes("process.env"));
    const others = readers
      .map(([file]) => file)
      .filter((file) => !/^(main|cli)\.ts$|^cli\//.test(file));
    expect(others).toEqual([]);
  });

  test("random tests get their numbers from fast-check with the fixed seed", () => {
    const tests = fileURLToPath(new URL("..", import.meta.url));
    const importers = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") &&
        /^(import|export) .* from "fast-check"/m.test(readFileSync(join(tests, file), "utf8")),
    );
    expect(importers).toEqual(["support/properties.ts"]);
  });
});
