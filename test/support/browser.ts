/** A real Chromium out of the npm registry, that reports whatever goes wrong in a page. */
import { join } from "node:path";
import { tmpdir } from "node:os";
import sparticuz, { inflate } from "@sparticuz/chromium";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

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

/** Runs in the page, before anything else does. */
const reportBreaches = `
  document.addEventListener("securitypolicyviolation", (event) => {
    reportFault("policy: " + event.violatedDirective + " " + event.blockedURI + " " + event.sample);
  });
`;

/** Starts the browser; where the system lacks its shared libraries, with the package's own. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await sparticuz.executablePath();
  const options = { executablePath, args: flags };
  try {
    return await chromium.launch(options);
  } catch (error) {
    if (!String(error).includes("error while loading shared libraries")) throw error;
    const archive = join(
      import.meta.dirname,
      "../../node_modules/@sparticuz/chromium/bin/al2023.tar.br",
    );
    await inflate(archive);
    const libraries = join(tmpdir(), "al2023", "lib");
    return chromium.launch({ ...options, env: { ...process.env, LD_LIBRARY_PATH: libraries } });
  }
}

/** A page and every fault that it met: uncaught errors, breaches of the content policy, dialogs. */
export interface WatchedPage extends AsyncDisposable {
  page: Page;
  /** Must stay empty. */
  faults: string[];
}

/** Opens a page of its own context, so that nothing is shared with other tests. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
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
