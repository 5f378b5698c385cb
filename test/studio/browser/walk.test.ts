/** Every view in every language: nothing is wider than its place at the widths of a phone, a tablet and a desk, and axe finds nothing. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { languages } from "../../../src/config/languages.ts";
import { pageCatalogues } from "../../../src/studio/i18n/catalogues.ts";
import { openPage, connectBrowser } from "../../support/browser.ts";
import { lineIdOf } from "../../support/world.ts";
import { seriousViolations } from "../axe.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let browser: Browser;
let bot: StudioBot;
/** Of each view the address, what is there once it is read, and a search where there would be thousands of parts. */
const views: [hash: string, shown: string, searched?: string][] = [
  ["#/", ".starters a"],
  [`#/chat/${lineIdOf("olivia")}`, ".row.account"],
  ["#/deliveries", "#deliveries a"],
  ["#/gallery", "#gallery .card", "language"],
  ["#/gallery/balance/th/ordinary", "#gallery .meters"],
  ["#/words", "#texts .text", "balance.e"],
  ["#/words/balance.empty/en", ".text-editor textarea", "balance.e"],
  ["#/answers", ".answer-list"],
  ["#/answers/hours", ".answer-previews .screen"],
  ["#/drafts", ".draft-link"],
  ["#/drafts/operator", ".changed-text"],
  ["#/stories", ".story-list li"],
  ["#/stories/olivia-sees-her-points", "#story-text"],
  ["#/statistics", "#shop"],
];

beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot()]);
  cpSync(join(import.meta.dirname, "../../../stories"), bot.storiesDir, { recursive: true });
  await using watched = await openPage(browser);
  const { page } = watched;
  await page.goto(`${bot.url}#/chat/${lineIdOf("olivia")}`);
  await page.locator("#message").fill("points");
  await page.keyboard.press("Enter");
  await page.locator(".row.account").first().waitFor();
  const draft = JSON.stringify({ language: "en", key: "balance.empty", text: "Nothing yet." });
  expect(
    await page.evaluate(
      `fetch("catalogues", { method: "POST", headers: { "content-type": "application/json" },
        body: ${JSON.stringify(draft)} }).then(({ status }) => status)`,
    ),
  ).toBe(200);
  const deliveries = await page.evaluate<{ deliveries: { id: string }[] }>(
    `fetch("deliveries").then((response) => response.json())`,
  );
  views.push([`#/deliveries/${deliveries.deliveries[0]?.id}`, ".delivery-view .calls"]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** What is made to be moved sideways, and what shows messages as a phone does. */
const moved =
  ".table-place, .sample-row, .filters, .reply-pair, .screen, .phone, .rich-menu-picture";

/** What ends beyond the window or its entry of the navigation. */
const tooWide = `[...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(${JSON.stringify(moved)}))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1
    || one.matches(".nav-item, .strong, .quiet, h1, h2") && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
      && getComputedStyle(one).textOverflow !== "ellipsis" && getComputedStyle(one).display !== "inline")
  .slice(0, 4)
  .map((one) => one.outerHTML.slice(0, 120))`;

async function widthsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate<string[]>(tooWide);
    found.push(...wide.map((element) => `at ${width}: ${element}`));
  }
  return found;
}

test.each(languages)("in %s every view fits, and axe finds nothing", async (language) => {
  await using watched = await openPage(browser, { locale: language });
  const { page, faults } = watched;
  await page.goto(bot.url);
  await page.getByRole("navigation", { name: pageCatalogues[language]["nav.label"] }).waitFor();
  for (const [hash, shown, searched = ""] of views) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${bot.url}${hash}`);
    await page.locator(shown).first().waitFor();
    await page.locator("#search").fill(searched);
    expect({ hash, wide: await widthsOf(page) }).toEqual({ hash, wide: [] });
    expect({ hash, axe: await seriousViolations(page, "others") }).toEqual({ hash, axe: [] });
  }
  expect(faults).toEqual([]);
});
