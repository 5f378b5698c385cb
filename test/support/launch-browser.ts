/** Launches the one Chromium that all browser tests share, from an npm package. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium, type BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";

const require = createRequire(import.meta.url);
const packed = require.resolve("@sparticuz/chromium");
const { version }: { version: string } = JSON.parse(
  readFileSync(join(dirname(packed), "..", "package.json"), "utf8"),
);
const home = join(tmpdir(), `chromium-${version}-for-tests`);

const flags = [
  "--no-sandbox",
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
];

/** The device's fonts: Latin letters of the browser's package, and a package for each other script. */
const fontFolders = [
  join(home, "fonts/fonts"),
  ...["thai", "jp", "tc"].flatMap((script) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/noto-sans-${script}`));
    return [join(folder, "400Regular"), join(folder, "700Bold")];
  }),
];
const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${fontFolders.map((folder) => `<dir>${folder}</dir>`).join("\n  ")}
  <cachedir>${join(home, "fonts-cache")}</cachedir>
</fontconfig>
`;

/**
 * Unpacks the browser once per machine. Test runs in other processes may do the same, so it is
 * unpacked into a temporary folder and renamed atomically; the second one discards its copy.
 */
async function unpack(): Promise<void> {
  if (existsSync(home)) return;
  const aside = await mkdtemp(`${home}-`);
  const script = `import(${JSON.stringify(packed)}).then((it) => it.default.executablePath())`;
  // The package unpacks into the temporary folder, and its shared libraries only where it
  // believes itself on a bare server.
  const env = { ...process.env, TMPDIR: aside, VERCEL: "1" };
  await promisify(execFile)(process.execPath, ["--eval", script], { env });
  try {
    await rename(aside, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
    await rm(aside, { recursive: true });
  }
}

/** Each time, as the fonts are those of this checkout; renamed, as another test run may read it. */
async function writeFontsConfig(): Promise<void> {
  const aside = join(home, `fonts-${process.pid}.conf`);
  await writeFile(aside, fontsConfig);
  await rename(aside, join(home, "fonts.conf"));
}

/** Launches the browser; where the system lacks its shared libraries, with the package's own. */
export async function launch(): Promise<BrowserServer> {
  await unpack();
  await writeFontsConfig();
  const executablePath = join(home, "chromium");
  const env = { ...process.env, FONTCONFIG_FILE: join(home, "fonts.conf") };
  const options = { executablePath, args: flags, host: "127.0.0.1" };
  try {
    return await chromium.launchServer({ ...options, env });
  } catch (error) {
    if (!String(error).includes("error while loading shared libraries")) throw error;
    const libraries = { LD_LIBRARY_PATH: join(home, "al2023", "lib") };
    return chromium.launchServer({ ...options, env: { ...env, ...libraries } });
  }
}

let server: BrowserServer | null = null;

export async function setup(project: TestProject): Promise<void> {
  server = await launch();
  project.provide("browserEndpoint", server.wsEndpoint());
}

export async function teardown(): Promise<void> {
  await server?.close();
}

declare module "vitest" {
  interface ProvidedContext {
    /** The WebSocket endpoint of the browser. */
    browserEndpoint: string;
  }
}
