/** What a first visit transfers on a slow line: bytes and requests up to the first chat. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { openPage, connectBrowser } from "../../support/browser.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let browser: Browser;
let bot: StudioBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot({}, { menus: true })]);
  await linkedMenus();
});

/** Waits until the rich menus are installed and linked, which the page would show one by one. */
async function linkedMenus(): Promise<void> {
  await using watched = await openPage(browser);
  const { page } = watched;
  await page.goto(bot.url);
  for (const name of names) {
    await page.getByRole("link", { name }).first().click();
    await page.locator(".rich-menu-bar").waitFor();
  }
}

afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** Somebody of each language. */
const names = [/Olivia/, /สุพรรษา/, /陽菜/, /怡君/];

interface Transfer {
  address: string;
  bytes: number;
  isCached: boolean;
}

/** Throttles the connection to 50 KB/s with 400 ms of latency, and records every transfer. */
async function throttle(page: Page): Promise<Map<string, Transfer>> {
  const transfers = new Map<string, Transfer>();
  const tools = await page.context().newCDPSession(page);
  tools.on("Network.requestWillBeSent", ({ requestId, request }) =>
    transfers.set(requestId, { address: request.url, bytes: 0, isCached: false }),
  );
  tools.on("Network.requestServedFromCache", ({ requestId }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.isCached = true;
  });
  tools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes += encodedDataLength;
  });
  // The size with headers is known only at the end of a response; an event stream never ends.
  tools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  return transfers;
}

/** Opens a person's chat from the first screen, and waits for its fonts and the rich menu. */
async function openFirstChat(page: Page, name: RegExp): Promise<void> {
  await page.goto(bot.url);
  await page.getByRole("link", { name }).first().click();
  await page.locator(".live #log:not([aria-busy])").waitFor();
  await page.locator(".rich-menu-bar").waitFor();
  const isLoaded = `document.fonts.status === "loaded" &&
    Array.from(document.images).every((image) => image.complete)`;
  await expect.poll(() => page.evaluate(isLoaded), { timeout: 60_000 }).toBe(true);
}

const totalOf = (transfers: Map<string, Transfer>) => {
  const all = [...transfers.values()].filter(({ isCached }) => !isCached);
  return { requests: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
};

test.each(names)("the first chat of %s takes under 250 KB and 25 requests", async (name) => {
  await using watched = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { page, faults } = watched;
  const transfers = await throttle(page);
  await openFirstChat(page, name);
  const { requests, bytes } = totalOf(transfers);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(250_000);
  expect(requests).toBeLessThan(25);
  expect(faults).toEqual([]);
});

test("a second visit loads only data that changes, and none of the page's files", async () => {
  await using watched = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { page, faults } = watched;
  await openFirstChat(page, /Olivia/);
  const transfers = await throttle(page);
  await openFirstChat(page, /Olivia/);
  expect(totalOf(transfers).bytes).toBeLessThan(30_000);
  const again = [...transfers.values()].filter(({ isCached, bytes }) => !isCached && bytes > 0);
  expect(again.map(({ address }) => address)).not.toContainEqual(
    expect.stringMatching(/main\.|fonts\/|image$/),
  );
  expect(faults).toEqual([]);
});
