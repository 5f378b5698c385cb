/** Builds the page's script and stylesheet once per process, when they are needed for the first time. */
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { keptOnDisk } from "./disk-cache.ts";

export interface PageBundle {
  /** With the source addresses of the script and the stylesheet. */
  html: string;
  script: string;
  sourceMap: string;
  styles: string;
  icon: string;
}

const timeoutMs = 60_000;
const maxBytes = 20_000_000;
const processFile = join(import.meta.dirname, "bundle-process.ts");
const pageFolder = join(import.meta.dirname, "../../page");
const readPageFile = (name: string) => readFileSync(join(pageFolder, name), "utf8");

/** In a process of its own: the bundler would keep 90 MB in the bot's. @returns JSON. */
async function runBundler(): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [processFile, join(pageFolder, "main.ts")],
    { timeout: timeoutMs, maxBuffer: maxBytes, encoding: "buffer" },
  );
  return stdout;
}

async function bundleScript(): Promise<Pick<PageBundle, "script" | "sourceMap">> {
  const names = globSync("**/*.ts", { cwd: pageFolder }).toSorted();
  // The page imports types only from elsewhere.
  const sources = names.flatMap((name) => [name, readPageFile(name)]);
  const bundled = await keptOnDisk([readFileSync(processFile), ...sources], runBundler);
  return JSON.parse(bundled.toString()) as Pick<PageBundle, "script" | "sourceMap">;
}

/** The stylesheet with the files that it imports in their places. */
function bundleStyles(): string {
  return readPageFile("styles/index.css").replaceAll(
    /@import "\.\/([\w-]+\.css)";/g,
    (_line, name: string) => readPageFile(`styles/${name}`),
  );
}

let bundle: Promise<PageBundle> | null = null;

/** @throws {Error} when the bundler fails; the next call tries again. */
export function pageBundle(): Promise<PageBundle> {
  bundle ??= build().catch((error: unknown) => {
    bundle = null;
    throw error;
  });
  return bundle;
}

async function build(): Promise<PageBundle> {
  return {
    ...(await bundleScript()),
    html: readPageFile("index.html"),
    styles: bundleStyles(),
    icon: readPageFile("icon.svg"),
  };
}
