/** Parts of the studio in a real browser: the statistics, and what is left of it for a bot that isn't this one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { Figures, OddFact } from "../../../src/bot/staff/day/shop-days.ts";
import { startLineServer } from "../../../src/app/line-serve.ts";
import { createLog } from "../../../src/observability/log.ts";
import { manualClock } from "../../support/clock.ts";
import { openPage, connectBrowser } from "../../support/browser.ts";
import { seriousViolations } from "../axe.ts";
import { account, createStudioWorld } from "../studio-world.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const scrollsSideways = (page: Page) =>
  page.evaluate<boolean>(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );

/** The places of those entries of the navigation that are in sight. */
const entriesInSight = `[...document.querySelectorAll(".nav-item")]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect().toJSON())`;

/** Whether each entry of the navigation in sight is whole, and large enough for a finger. */
async function areEntriesWhole(page: Page): Promise<boolean> {
  const entries: Record<"left" | "right" | "top" | "bottom" | "width" | "height", number>[] =
    await page.evaluate(entriesInSight);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return entries.every(
    (one) =>
      one.left >= 0 &&
      one.right <= width &&
      one.top >= 0 &&
      one.bottom <= height &&
      Math.min(one.width, one.height) >= 44,
  );
}

/** Counts of three weeks up to the clock's day, 23 November 2026. */
const counts = Array.from(
  { length: 21 },
  (_, n) => `2026-11-${String(3 + n).padStart(2, "0")}`,
).flatMap((day, n) =>
  [
    ["answer", "balance", "th", 40 + ((n * 7) % 23)],
    ["answer", "balance", "zh-TW", n % 5],
    ["answer", "coupons", "en", 3 + n],
    ["tap", "member.balance", "th", 12 + ((n * 5) % 9)],
    ["tap", "stranger.registered", "unknown", n % 3],
  ].flatMap(([kind, name, language, count]) =>
    count ? [{ day, kind, name, language, count } as never] : [],
  ),
);

test("the navigation leads to every view, by keyboard and by touch, in every width", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser, { hasTouch: true });
  const { page, faults } = watched;
  await page.goto(world.url);
  const nav = page.getByRole("navigation", { name: "Views" });
  const titles = ["Chat", "Gallery", "Texts", "Answers", "Publish", "Statistics", "Deliveries"];
  const isTitled = (title: string) => page.locator("h1", { hasText: title }).waitFor();
  for (const [width, height] of [
    [1440, 900],
    [820, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await nav.getByRole("link").allInnerTexts()).toEqual(titles);
    expect([width, await areEntriesWhole(page)]).toEqual([width, true]);
    for (const title of titles.toReversed()) {
      await nav.getByRole("link", { name: title }).press("Enter");
      await isTitled(title);
      expect(await nav.locator("[aria-current]").allInnerTexts()).toEqual([title]);
    }
  }

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await nav.getByRole("link").allInnerTexts()).toEqual(titles.slice(0, 5));
  expect([390, await areEntriesWhole(page)]).toEqual([390, true]);
  const more = nav.getByRole("button", { name: "More" });
  await nav.getByRole("link", { name: "Texts" }).tap();
  await isTitled("Texts");
  await more.tap();
  expect(await nav.getByRole("link").allInnerTexts()).toEqual(titles);
  expect([390, await areEntriesWhole(page)]).toEqual([390, true]);
  expect(await seriousViolations(page)).toEqual([]);
  await nav.getByRole("link", { name: "Statistics" }).tap();
  await isTitled("Statistics");
  await expect.poll(() => nav.getByRole("link").count()).toBe(5);
  await more.focus();
  await page.keyboard.press("Enter");
  await nav.locator(":focus", { hasText: "Statistics" }).waitFor();
  await page.keyboard.press("Escape");
  await nav.locator(":focus", { hasText: "More" }).waitFor();
  await page.keyboard.press("Enter");
  await nav.locator(":focus", { hasText: "Statistics" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await isTitled("Deliveries");
  expect(await scrollsSideways(page)).toBe(false);
  expect(faults).toEqual([]);
});

test("statistics: charts with their numbers by keyboard and touch, in every width, bright and dark, and as CSV", async () => {
  await using world = await createStudioWorld();
  await world.store.statistics.add(account, counts);
  await using watched = await openPage(browser, {
    viewport: { width: 1440, height: 900 },
    hasTouch: true,
  });
  const { page, faults } = watched;
  await page.goto(`${world.url}#/statistics`);
  const balance = page.locator("summary", { hasText: /^balance\s*\d/ });
  for (const part of [balance, page.locator("#unanswered"), page.locator("#shop")]) {
    await part.waitFor();
  }
  expect(await page.title()).toBe("Statistics · Studio");
  expect(await page.locator("#statistics h2").allTextContents()).toEqual([
    "The shop",
    "Answers by intent",
    "Answers by language",
    "Taps on rich menus",
    "What nobody could answer",
  ]);
  expect(await page.locator("#statistics").textContent()).toContain("25 Oct to 23 Nov");
  await expect.poll(() => page.getByText("not known", { exact: true }).count()).toBe(0);
  await expect
    .poll(() => page.getByText("balance · menu of members", { exact: true }).count())
    .toBe(1);
  expect(await seriousViolations(page)).toEqual([]);

  await balance.focus();
  await page.keyboard.press("Enter");
  const lastRow = page.getByRole("row").first();
  expect(await lastRow.textContent()).toMatch(/23 Nov\s*42/);
  await page.getByRole("searchbox").fill("coup");
  await expect.poll(() => page.locator("summary").count()).toBe(3);
  await page.getByRole("searchbox").fill("");

  for (const [width, height] of [
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect([width, await scrollsSideways(page)]).toEqual([width, false]);
    expect([width, await areEntriesWhole(page)]).toEqual([width, true]);
  }
  const week = page.getByRole("button", { name: "7 days" });
  await week.tap();
  await page.getByText("17 Nov to 23 Nov, counted").waitFor();
  expect(await week.getAttribute("aria-pressed")).toBe("true");
  const answers = page.getByRole("region", { name: "Answers by intent" });
  await answers.locator("summary", { hasText: "coupons" }).tap();
  expect(await page.getByRole("row", { name: "17 Nov" }).last().textContent()).toMatch(/17$/);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await seriousViolations(page, "colours")).toEqual([]);

  const csv = await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href");
  const text = await (await fetch(new URL(csv ?? "", world.url))).text();
  expect(text.split("\n").slice(0, 2)).toEqual([
    expect.stringMatching(/day,kind,name,language,count$/),
    "2026-11-17,answer,balance,th,46",
  ]);
  expect(faults).toEqual([]);
});

const figuresOf = (n: number): Figures => ({
  answers: 40 + n,
  people: 20 + n,
  notUnderstood: n % 3,
  gifts: 3,
  pointsAdded: 1200 * (1 + (n % 4)),
  pointsBurned: 0,
  couponsUsed: 5,
  redemptions: n % 2,
  welcomeGifts: 1,
  birthdayGifts: 0,
  invited: 2,
  joined: 1,
});

/** What happened in the shop in the days up to the clock's. */
const shop = {
  async read(days: readonly string[]) {
    const day = days.at(-1) ?? "";
    return {
      days: days.map((one, n) => ({ day: one, figures: figuresOf(n) })),
      sum: { ...figuresOf(days.length), people: 31 },
      intents: [],
      unanswered: [],
      odd: [
        { day, kind: "pair", asker: "U1", memberUuid: "m", orders: 4, gifts: 0, points: 400 },
        { day, kind: "guesses", count: 2 },
      ] satisfies OddFact[],
    };
  },
  waiting: async () => 2,
  tell: async () => [
    "Anan, for one member: 4 orders, 0 coupons, 400 points",
    "2 codes were tried after too many wrong ones",
  ],
  orders: async () =>
    [1, 2, 3, 4].map((n) => ({
      at: Date.parse("2026-11-23T03:00:00Z") + n * 600_000,
      command: "add",
      step: "done" as const,
      what: "100 points · Olivia B. •••0105",
    })),
};

test("the shop: figures, what waits, and what is odd with its orders, by keyboard, in every width, bright and dark", async () => {
  await using world = await createStudioWorld(undefined, { shop });
  await using watched = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { page, faults } = watched;
  await page.goto(`${world.url}#/statistics`);
  const main = page.locator("#shop");
  await main.getByText("2 orders wait for an approval").waitFor();
  await main.getByText("2 codes were tried after too many wrong ones").waitFor();
  const fact = main.locator("summary", { hasText: "Anan, for one member" });
  await fact.focus();
  await page.keyboard.press("Enter");
  await main.getByRole("table", { name: "Orders" }).waitFor();
  expect(await main.getByRole("row", { name: "10:10" }).textContent()).toMatch(
    /\/add · done\s*100 points · Olivia B\./,
  );
  expect(await main.locator("summary", { hasText: "People answered" }).textContent()).toMatch(/31/);
  expect(await seriousViolations(page)).toEqual([]);
  for (const [width, height] of [
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect([width, await scrollsSideways(page)]).toEqual([width, false]);
  }
  await page.getByRole("button", { name: "Today" }).click();
  await main.locator("summary", { hasText: "Points added" }).click();
  expect(await main.getByRole("row", { name: "23 Nov" }).count()).toBe(1);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await seriousViolations(page, "colours")).toEqual([]);
  expect(faults).toEqual([]);
});

test("for a bot that isn't this one there are people, chats and what LINE saw, and nothing else", async () => {
  const dir = mkdtempSync(join(tmpdir(), "line-serve-"));
  try {
    await using server = await startLineServer({
      webhook: "http://127.0.0.1:9/",
      name: "Your bot",
      quota: undefined,
      faults: [],
      redeliver: false,
      hasChat: false,
      dataDir: dir,
      linePort: 0,
      studioPort: 0,
      clock: manualClock(),
      log: createLog("silent"),
    });
    await using watched = await openPage(browser, { viewport: { width: 820, height: 1180 } });
    const { page, faults } = watched;
    await page.goto(`${server.studio}#/gallery`);
    await page.locator("#people a").first().click();
    await page.locator("#message").fill("hello");
    await page.keyboard.press("Enter");
    await page
      .getByText("The bot didn’t answer")
      .or(page.getByText("The bot didn't answer"))
      .first()
      .waitFor();
    await page.getByText("no reply yet").waitFor({ state: "attached" });
    await expect.poll(() => page.getByText("Looked up", { exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByText("Intent", { exact: true }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole("button", { name: "Forget what is kept" }).count())
      .toBe(0);
    const views = page.getByRole("navigation", { name: "Views" }).getByRole("link");
    expect(await views.allInnerTexts()).toEqual(["Chat", "Deliveries"]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
