/** Holds the direction of imports: who may import whom, and which folder owns which library. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../src");

/** Each place with the places below it that it may import; its own files always. */
const mayImport: Record<string, readonly string[]> = {
  main: ["app"],
  cli: ["*"],
  app: ["*"],
  "rich-menu": ["bot", "line", "leaves"],
  studio: ["bot", "line", "emulators/line", "emulators/loyalty", "leaves"],
  pipeline: ["bot", "line", "store", "leaves"],
  jobs: ["bot", "rich-menu", "line", "store", "leaves"],
  http: ["bot", "line", "store", "leaves"],
  "emulators/line": ["line", "http", "leaves"],
  "emulators/loyalty": ["loyalty", "http", "leaves"],
  bot: ["members", "line", "store", "loyalty", "leaves"],
  members: ["loyalty", "line", "store", "leaves"],
  line: ["leaves"],
  loyalty: ["leaves"],
  store: ["leaves"],
  leaves: ["leaves"],
};

/** What the emulators may see of the edges that they face: the language, not the machinery. */
const narrowed: Record<string, RegExp> = {
  "emulators/line -> line": /^line\/(webhook-events|signature|messages\/.*)\.ts$/,
  "emulators/loyalty -> loyalty": /^loyalty\/contract\.ts$/,
};

const libraryOwners: Record<string, readonly string[]> = {
  "@line/bot-sdk": ["line"],
  express: ["http", "studio", "pipeline", "emulators/line", "emulators/loyalty"],
  "node:sqlite": ["store", "emulators/loyalty"],
  "lru-cache": ["bot", "members", "http", "rich-menu"],
  "bwip-js": ["http"],
  sharp: ["rich-menu"],
  undici: ["line", "loyalty"],
  cockatiel: ["loyalty"],
  "intl-messageformat": ["bot"],
  pino: ["leaves"],
  "prom-client": ["leaves"],
  helmet: ["studio"],
};

const leaves = new Set(["errors", "clock", "rate-limiter", "config", "observability"]);

function placeOf(file: string): string {
  const path = file.replace(/\.ts$/, "");
  const [first = "", second = ""] = path.split("/");
  if (leaves.has(first)) return "leaves";
  return first === "emulators" ? `${first}/${second}` : first;
}

/** Says what is wrong with one import, or nothing. */
function violation(file: string, specifier: string): string | null {
  const place = placeOf(file);
  const told = `${file} imports ${specifier}`;
  if (!specifier.startsWith(".")) {
    const library = Object.keys(libraryOwners).find(
      (name) => specifier === name || specifier.startsWith(`${name}/`),
    );
    if (!library || libraryOwners[library]?.includes(place)) return null;
    return `${told}: that library belongs to ${libraryOwners[library]?.join(", ")}`;
  }
  const target = relative(src, resolve(src, dirname(file), specifier));
  const targetPlace = placeOf(target);
  if (targetPlace === place) return null;
  const allowed = mayImport[place];
  if (!allowed) return `${told}: ${place} has no place in the table`;
  if (!allowed.includes("*") && !allowed.includes(targetPlace)) {
    return `${told}: ${place} may import ${allowed.join(", ")} only`;
  }
  const window = narrowed[`${place} -> ${targetPlace}`];
  return window && !window.test(target) ? `${told}: it may only see ${window.source}` : null;
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
    (match) => match[1] ?? "",
  );
}

describe("layers", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );

  test("every import of src goes down, and to the library's owner", () => {
    const found = files.flatMap((file) =>
      importsOf(readFileSync(join(src, file), "utf8")).flatMap(
        (specifier) => violation(file, specifier) ?? [],
      ),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  test.each([
    ["bot/bot.ts", "../pipeline/dispatcher.ts"],
    ["line/messaging-client.ts", "../loyalty/client.ts"],
    ["emulators/line/index.ts", "../loyalty/index.ts"],
    ["emulators/line/index.ts", "../../line/messaging-client.ts"],
    ["store/inbox.ts", "../bot/bot.ts"],
    ["clock.ts", "./bot/bot.ts"],
    ["bot/bot.ts", "express"],
    ["pipeline/dispatcher.ts", "@line/bot-sdk"],
    ["loyalty/client.ts", "lru-cache"],
    ["new-place/file.ts", "../clock.ts"],
  ])("a planted violation is found: %s imports %s", (file, specifier) => {
    expect(violation(file, specifier)).not.toBeNull();
  });

  test("only the processes read the environment", () => {
    const readers = files.filter((file) =>
      readFileSync(join(src, file), "utf8").includes("process.env"),
    );
    expect(readers.filter((file) => !/^(main|cli)\.ts$|^cli\//.test(file))).toEqual([]);
  });
});
