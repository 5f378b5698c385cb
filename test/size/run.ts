/** How heavy the project is: `npm run size`. Prints its lines, files and imports, what it installs, and what a start takes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startBotServices } from "../support/bot-services.ts";
import { costOfStart, modulesOfStart } from "../support/started-bot.ts";
import { installed } from "./installed.ts";

const root = join(import.meta.dirname, "../..");

/** The files in a folder and below, by their path in it. */
function textsIn(folder: string, form: RegExp): Map<string, string> {
  const path = join(root, folder);
  const files = readdirSync(path, { recursive: true, encoding: "utf8" });
  const found = files.filter((file) => form.test(file));
  return new Map(found.map((file) => [file, readFileSync(join(path, file), "utf8")]));
}

const count = (text: string, form: RegExp) => [...text.matchAll(form)].length;
const linesOf = (text: string) => count(text, /\n/g);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const linesIn = (folder: string, form: RegExp) =>
  sum([...textsIn(folder, form).values()].map(linesOf));

/** Imports and what is exported from other files, which may have several lines. */
const imports = /^(?:import|export)\b[^;="]*?\bfrom\s+"[^"]+"[^;]*;\n|^import\s+"[^"]+";\n/gm;
const code = /\.tsx?$/;
const codeAndStyles = /\.(?:tsx?|css)$/;

const sources = textsIn("src", code);
const importLines = sum(
  [...sources.values()].flatMap((text) => [...text.matchAll(imports)].map(([one]) => linesOf(one))),
);
const lines = linesIn("src", code);
const engines = ["sqlite", "postgres"].map((engine) =>
  readdirSync(join(root, "src/store", engine)),
);
const inBoth = engines[0]?.filter((name) => engines[1]?.includes(name)) ?? [];
const templates = sum([...sources.values()].map((text) => count(text, /\bhtml`|\bh\(/g)));

const row = (what: string, value: string | number) =>
  process.stdout.write(`${what.padEnd(58)} ${String(value).padStart(12)}\n`);

row("lines of src, styles included", linesIn("src", codeAndStyles));
row("TypeScript files of src", sources.size);
row("of them with under 40 lines", [...sources.values()].filter((one) => linesOf(one) < 40).length);
row("imports, share of their lines", `${((100 * importLines) / lines).toFixed(1)} %`);
row("lines of src/store", linesIn("src/store", code));
row("file names in both store/sqlite and store/postgres", inBoth.length);
row("places with markup that isn't JSX", templates);
row("lines of tests", linesIn("test", code));
const { packages, bytes } = installed();
row("production install beside Node: packages", packages);
row("production install beside Node", `${(bytes / 1e6).toFixed(0)} MB`);

const embedded = { EMBEDDED_LINE_PORT: "0", EMBEDDED_CONNECT_PORT: "0" };
await using services = await startBotServices({ origin: () => "http://127.0.0.1:1" });
for (const [name, env] of [
  ["real services", services.env],
  ["demo", embedded],
] as const) {
  row(`start with ${name}: modules`, (await modulesOfStart(env)).length);
  const { cpuSeconds, memoryMb } = await costOfStart(env, 5);
  row(`start with ${name}, after the first: CPU`, `${cpuSeconds.toFixed(2)} s`);
  row(`start with ${name}, after the first: memory`, `${memoryMb} MB`);
}
