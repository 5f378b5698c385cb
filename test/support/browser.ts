/** Connects to the shared Chromium and collects the errors of a page. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { inject } from "vitest";

/** Closing it ends the connection and this file's contexts; the browser keeps running. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject("browserEndpoint"));

/** A page and its faults: uncaught errors, violations of the content security policy, dialogs. */
export interface WatchedPage extends AsyncDisposable {
  page: Page;
  /** Must stay empty. */
  faults: string[];
}

/** Runs in the page before its own scripts. */
const reportViolations = `
  document.addEventListener("securitypolicyviolation", (event) => {
    reportFault("policy: " + event.violatedDirective + " " + event.blockedURI + " " + event.sample);
  });
`;

/** Opens a page in a context of its own, so that nothing is shared with other tests. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  // Without animations nothing is measured halfway.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  // Only for what never happens: a busy machine is slow.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("reportFault", (fault: string) => faults.push(fault));
  await page.addInitScript({ content: reportViolations });
  return { page, faults, [Symbol.asyncDispose]: () => context.close() };
}
