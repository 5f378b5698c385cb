/** Holds the direction of imports: who may import whom, and which folder owns which library. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../src");

/** Each place with the places below it that it may import; its own files always. */
const mayImport: Record<string, readonly string[]> = {
  main: ["serve"],
  serve: ["app", "leaves"],
  cli: ["*"],
  app: ["*"],
  neighbours: ["*"],
  channels: ["*"],
  demo: ["*"],
  "rich-menu": ["bot", "line", "leaves"],
  brand: ["bot", "connect", "store", "leaves"],
  "dev-channel": ["*"],
  http: ["*"],
  figures: ["leaves"],
  scrape: ["figures", "line", "store", "leaves"],
  studio: ["embedded/line", "embedded/connect", "bot", "line", "leaves"],
  intake: ["line", "store", "connect", "leaves"],
  "embedded/line": ["line", "leaves"],
  "embedded/connect": ["connect", "leaves"],
  bot: ["line", "store", "connect", "images", "leaves"],
  images: ["leaves"],
  line: ["leaves"],
  connect: ["leaves"],
  store: ["leaves"],
  leaves: ["leaves"],
};

/** What the far sides may see of the edges that they face: the language, not the machinery. */
const narrowed: Record<string, RegExp> = {
  "embedded/line -> line": /^line\/(?!sender|tokens|rich-menus)/,
  "embedded/connect -> connect": /^connect\/(contract|errors)/,
};

const libraryOwners: Record<string, readonly string[]> = {
  "@line/bot-sdk": ["line"],
  express: ["http", "studio", "intake", "embedded/line", "embedded/connect"],
  "node:sqlite": ["store", "embedded/connect"],
  "lru-cache": ["bot", "images", "rich-menu"],
  "bwip-js": ["images"],
  "rate-limiter-flexible": ["bot", "studio"],
  sharp: ["rich-menu"],
  undici: ["line", "connect"],
  cockatiel: ["connect"],
  "intl-messageformat": ["bot"],
  pino: ["leaves"],
  "prom-client": ["figures"],
  helmet: ["http", "studio"],
};

const leaves = new Set(["errors", "log", "clock", "config", "environment", "listen", "tallies"]);

function placeOf(file: string): string {
  const path = file.replace(/\.ts$/, "");
  const [first = "", second = ""] = path.split("/");
  if (leaves.has(path)) return "leaves";
  return first === "embedded" ? `${first}/${second}` : first;
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
    ["bot/handle.ts", "../intake/worker.ts"],
    ["line/sender.ts", "../connect/client.ts"],
    ["embedded/line/index.ts", "../connect/index.ts"],
    ["embedded/line/index.ts", "../../line/sender.ts"],
    ["intake/webhook.ts", "../bot/handle.ts"],
    ["clock.ts", "./bot/handle.ts"],
    ["bot/handle.ts", "express"],
    ["intake/worker.ts", "@line/bot-sdk"],
    ["connect/client.ts", "lru-cache"],
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
