/** Connects to the shared Chromium and reports whatever goes wrong in a page. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { inject } from "vitest";

/** Closing it ends the connection and the contexts of this file; the browser lives on. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject("browserEndpoint"));

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
