/** The layers of `src`: who may import whom, and which folder owns which library. */

/** Modules without a layer of their own, which everything may import. */
const leaves = new Set([
  "errors",
  "clock",
  "rate-limiter",
  "give-way",
  "http-pool",
  "config",
  "observability",
  "text",
]);

/**
 * Each place with those below it that it may import; its own files always.
 * The composition and the operator's commands see everything but the processes.
 */
const mayImport: Readonly<Record<string, readonly string[] | "everything">> = {
  main: ["app"],
  cli: "everything",
  app: "everything",
  http: ["bot", "line", "store", "leaves"],
  pipeline: ["bot", "line", "store", "leaves"],
  studio: ["bot", "line", "emulators/line", "emulators/loyalty", "leaves"],
  jobs: ["bot", "rich-menu", "line", "store", "leaves"],
  "emulators/line": ["line", "http", "leaves"],
  "emulators/loyalty": ["loyalty", "http", "leaves"],
  "rich-menu": ["bot", "line", "leaves"],
  bot: ["members", "line", "loyalty", "store", "leaves"],
  members: ["loyalty", "store", "leaves"],
  line: ["leaves"],
  loyalty: ["leaves"],
  store: ["leaves"],
  leaves: ["leaves"],
};

/** Where a place may see only some files of another. */
const windows: Readonly<Record<string, RegExp>> = {
  "emulators/line -> line": /^line\/(webhook-events|signature|messages\/.*)\.ts$/,
  "emulators/loyalty -> loyalty": /^loyalty\/contract(\/.*)?\.ts$/,
  "emulators/line -> http": /^http\/listen\.ts$/,
  "emulators/loyalty -> http": /^http\/listen\.ts$/,
  "studio/page -> studio/server": /^studio\/server\/[\w-]+-types\.ts$/,
};

/** Inside `bot`, each may import those behind it only. */
const botOrder = [
  "dev",
  "bot",
  "fresh-reply",
  "event-router",
  "member-reply",
  "reply-catalogue",
  "group-chats",
  "staff",
  "intents",
  "views",
  "context",
  "redemption",
  "routing",
  "reply-cache",
  "tracing",
  "i18n",
];

/** Every library that the program depends on, with the places that may import it. */
export const libraryOwners: Readonly<Record<string, readonly string[]>> = {
  "@formatjs/icu-messageformat-parser": ["bot", "studio"],
  "@line/bot-sdk": ["line"],
  "@opentelemetry/api": ["leaves"],
  "@opentelemetry/exporter-trace-otlp-http": ["leaves"],
  "@opentelemetry/resources": ["leaves"],
  "@opentelemetry/sdk-trace": ["leaves"],
  "bwip-js": ["http"],
  "csv-parse": ["cli"],
  "csv-stringify": ["cli", "studio"],
  "fastest-levenshtein": ["leaves"],
  compression: ["studio"],
  diff: ["studio"],
  express: ["http", "pipeline", "studio", "emulators/line", "emulators/loyalty"],
  helmet: ["studio"],
  "intl-messageformat": ["bot"],
  jose: ["emulators/loyalty"],
  "lru-cache": ["bot", "members", "http", "rich-menu", "studio", "emulators/line"],
  marked: ["http", "studio"],
  "node:sqlite": ["store", "emulators/loyalty"],
  pg: ["store", "leaves"],
  "pg-connection-string": ["leaves"],
  pino: ["leaves"],
  "pino-pretty": ["leaves"],
  preact: ["studio"],
  rolldown: ["studio"],
  sharp: ["rich-menu", "bot"],
  undici: ["leaves"],
  "zxing-wasm": ["bot"],
  zod: [
    "app",
    "cli",
    "leaves",
    "bot",
    "line",
    "loyalty",
    "studio",
    "emulators/line",
    "emulators/loyalty",
  ],
};

/** What only the build of the studio's page needs: not installed with the program. */
export const buildLibraries: ReadonlySet<string> = new Set(["preact", "rolldown"]);

/** Native code that keeps tens of megabytes where it has been used: loaded by processes of their own only. */
const ownProcess = new Set(["sharp", "rolldown", "zxing-wasm"]);

export function placeOf(file: string): string {
  const [first = "", second = ""] = file.replace(/\.ts$/, "").split("/");
  if (leaves.has(first)) return "leaves";
  return first === "emulators" ? `${first}/${second}` : first;
}

const nested = (file: string) => file.replace(/\.ts$/, "").split("/").slice(0, 2).join("/");

/** The library in the table that a specifier belongs to. */
export const libraryOf = (specifier: string): string | undefined =>
  Object.keys(libraryOwners).find((name) => specifier === name || specifier.startsWith(`${name}/`));

const isNodes = (specifier: string) => specifier.startsWith("node:");

function libraryViolation(file: string, specifier: string): string | null {
  const library = libraryOf(specifier);
  if (!library) return isNodes(specifier) ? null : `${file} imports ${specifier}, without an owner`;
  if (ownProcess.has(library) && !file.endsWith("-process.ts")) {
    return `${file} imports ${specifier}, which only a process of its own may`;
  }
  if (buildLibraries.has(library) && !/^studio\/(?:page\/|.*build-page-process\.ts$)/.test(file)) {
    return `${file} imports ${specifier}, which isn't there when the program runs`;
  }
  const owners = libraryOwners[library] ?? [];
  if (owners.includes(placeOf(file))) return null;
  return `${file} imports ${specifier}, which belongs to ${owners.join(", ")}`;
}

/** Says what is wrong with an import between two places, or inside one. */
function layerViolation(file: string, target: string): string | null {
  const [place, targetPlace] = [placeOf(file), placeOf(target)];
  const window =
    windows[`${place} -> ${targetPlace}`] ?? windows[`${nested(file)} -> ${nested(target)}`];
  if (window && !window.test(target)) {
    return `${file} imports ${target}, but may only see ${window.source}`;
  }
  if (place === targetPlace) return place === "bot" ? botViolation(file, target) : null;
  const allowed = mayImport[place];
  if (!allowed) return `${file} is in no layer`;
  if (allowed === "everything" ? targetPlace !== "main" : allowed.includes(targetPlace))
    return null;
  return `${file} imports ${target}, which isn't below ${place}`;
}

function botViolation(file: string, target: string): string | null {
  const [from, to] = [file, target].map((path) => nested(path).slice("bot/".length));
  if (from === to) return null;
  const [at, below] = [from, to].map((name) => botOrder.indexOf(name ?? ""));
  if (at === undefined || below === undefined || at < 0 || below < 0) {
    return `${file} or ${target} has no place in the order of bot`;
  }
  return at < below ? null : `${file} imports ${target}, which isn't below ${from}`;
}

/** @param target a path below `src`, or a library. @returns what is wrong with the import. */
export function violation(file: string, target: string): string | null {
  return /\.tsx?$/.test(target) ? layerViolation(file, target) : libraryViolation(file, target);
}
