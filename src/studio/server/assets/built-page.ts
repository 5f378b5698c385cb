/** The studio's page as `npm ci` has built it, in one file. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export interface BuiltPage {
  /** The hash of the sources that it was built of. */
  sources: string;
  /** With the source addresses of the script and the stylesheet. */
  html: string;
  script: string;
  sourceMap: string;
  styles: string;
  /** The messages of each language, parsed, as JSON. */
  messages: (readonly [language: string, messages: string])[];
  icon: string;
}

const timeoutMs = 60_000;
export const pageFolder = join(import.meta.dirname, "../../page");
export const builtFile = join(import.meta.dirname, "../../../../built/studio.json");
const buildProcess = join(import.meta.dirname, "build-page-process.ts");

export const howToBuild =
  "`npm ci --include=dev && npm run prepare` builds it; `npm prune --omit=dev` then removes what only builds and tests need";

const root = join(import.meta.dirname, "../../../..");
const pageSources = ["src/studio/page", "src/studio/i18n", "src/bot/i18n/format.ts"];

/** Of all that determines the page beside the installed packages; those change with `npm ci`, which builds it. */
export function hashOfSources(): string {
  const hash = createHash("sha256").update(readFileSync(buildProcess));
  const names = pageSources.flatMap((source) => [
    source,
    ...globSync(`${source}/**`, { cwd: root }),
  ]);
  for (const name of names.toSorted()) {
    const file = join(root, name);
    if (statSync(file).isFile()) hash.update(`\0${name}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** The bundler is a development dependency. */
export function isBundlerInstalled(): boolean {
  try {
    import.meta.resolve("rolldown");
    return true;
  } catch {
    return false;
  }
}

/** @returns null where the page isn't built of these sources. */
async function readBuilt(sources: string): Promise<BuiltPage | null> {
  const text = await readFile(builtFile, "utf8").catch(() => null);
  const page = text === null ? null : (JSON.parse(text) as BuiltPage);
  return page?.sources === sources ? page : null;
}

/**
 * The page that `npm ci` has built. Where that didn't happen, or a source has changed since, it is built now, in a
 * process of its own: the bundler would keep 90 MB in the bot's.
 * @throws {Error} where that isn't possible; without the bundler, the message says what to run.
 */
export async function readPage(): Promise<BuiltPage> {
  const sources = hashOfSources();
  const built = await readBuilt(sources);
  if (built) return built;
  if (isBundlerInstalled()) {
    await promisify(execFile)(process.execPath, [buildProcess], { timeout: timeoutMs });
  }
  const page = await readBuilt(sources);
  if (!page) throw new Error(howToBuild);
  return page;
}
