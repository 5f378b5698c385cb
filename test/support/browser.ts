/** A real Chromium out of the npm registry, that reports whatever goes wrong in a page. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

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

/** Only the package's Latin font: Thai, Japanese and Chinese letters must come from the page. */
const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, "fonts/fonts")}</dir>
  <cachedir>${join(home, "fonts-cache")}</cachedir>
</fontconfig>
`;

/**
 * Unpacks the browser once per machine. Tests in other processes may be doing the same, so it is
 * done aside and moved into place in one step; whoever comes second throws the own copy away.
 */
async function unpack(): Promise<void> {
  if (existsSync(home)) return;
  const aside = await mkdtemp(`${home}-`);
  const script = `import(${JSON.stringify(packed)}).then((it) => it.default.executablePath())`;
  // The package unpacks into the temporary folder, and its shared libraries only where it
  // believes itself on a bare server.
  const env = { ...process.env, TMPDIR: aside, VERCEL: "1" };
  await promisify(execFile)(process.execPath, ["--eval", script], { env });
  await writeFile(join(aside, "fonts.conf"), fontsConfig);
  try {
    await rename(aside, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
    await rm(aside, { recursive: true });
  }
}

/** Starts the browser; where the system lacks its shared libraries, with the package's own. */
export async function startBrowser(): Promise<Browser> {
  await unpack();
  const executablePath = join(home, "chromium");
  const env = { ...process.env, FONTCONFIG_FILE: join(home, "fonts.conf") };
  try {
    return await chromium.launch({ executablePath, args: flags, env });
  } catch (error) {
    if (!String(error).includes("error while loading shared libraries")) throw error;
    const libraries = { LD_LIBRARY_PATH: join(home, "al2023", "lib") };
    return chromium.launch({ executablePath, args: flags, env: { ...env, ...libraries } });
  }
}

/** A page and every fault that it met: uncaught errors, breaches of the content policy, dialogs. */
export interface WatchedPage extends AsyncDisposable {
  page: Page;
  /** Must stay empty. */
  faults: string[];
}

/** Runs in the page, before anything else does. */
const reportBreaches = `
  document.addEventListener("securitypolicyviolation", (event) => {
    reportFault("policy: " + event.violatedDirective + " " + event.blockedURI + " " + event.sample);
  });
`;

/** Opens a page of its own context, so that nothing is shared with other tests. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  // Nothing moves, so that nothing is measured halfway.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  // Only for what never happens: on a busy machine everything takes its time.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("reportFault", (fault: string) => faults.push(fault));
  await page.addInitScript({ content: reportBreaches });
  return { page, faults, [Symbol.asyncDispose]: () => context.close() };
}
