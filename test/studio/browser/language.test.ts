/** The page speaks the browser's language, or the one that was chosen. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { openPage, connectBrowser } from "../../support/browser.ts";
import { pageCatalogues } from "../../../src/studio/i18n/catalogues.ts";
import { createStudioWorld, type StudioWorld } from "../studio-world.ts";

let browser: Browser;
let world: StudioWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([connectBrowser(), createStudioWorld()]);
});
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const label = (language: keyof typeof pageCatalogues) => pageCatalogues[language]["language.label"];

test.each([
  ["en-GB", "en"],
  ["th-TH", "th"],
  ["ja-JP", "ja"],
  ["zh-HK", "zh-TW"],
  ["fr-FR", "en"],
] as const)("a browser in %s gets the page in %s", async (locale, language) => {
  await using watched = await openPage(browser, { locale });
  const { page, faults } = watched;
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(world.url);
  await page.getByLabel(label(language)).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
  const catalogues = loaded.filter((path) => path.includes("/messages."));
  expect(catalogues).toEqual([expect.stringContaining(`/messages.${language}.`)]);
  expect(faults).toEqual([]);
});

test("a choice is kept, and comes before the browser's language", async () => {
  await using watched = await openPage(browser, { locale: "th-TH" });
  const { page, faults } = watched;
  await page.goto(world.url);
  await page.getByLabel(label("th")).selectOption("ja");
  await page.getByLabel(label("ja")).waitFor();
  await page.goto("about:blank");
  await page.goto(world.url);
  await page.getByLabel(label("ja")).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ja");
  expect(faults).toEqual([]);
});
