/** What a first visit transfers on a slow line: bytes and requests up to the first chat. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Browser, CDPSession, Page } from "playwright-core";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import { choosePerson, startStudioBot, type StudioBot } from "../studio-bot.ts";

let browser: Browser;
let bot: StudioBot;
/** Shared, with a cache that each first visit empties: a process for each test would take a second of CPU. */
let watched: WatchedPage;
let page: Page;
let tools: CDPSession;
/** By request id, since the last visit began. */
const transfers = new Map<string, Transfer>();
beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot({}, { menus: true })]);
  watched = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  ({ page } = watched);
  tools = await page.context().newCDPSession(page);
  await throttle();
  await linkedMenus();
});
afterEach(() => expect(watched.faults.splice(0)).toEqual([]));
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

interface Everybody {
  accounts: { id: string }[];
  people: { userId: string; displayName: string }[];
}

const read = async (path: string): Promise<unknown> => (await fetch(`${bot.url}${path}`)).json();

/** Waits until the rich menus are installed and linked, which the page would show one by one. */
async function linkedMenus(): Promise<void> {
  const { accounts, people } = (await read("people")) as Everybody;
  for (const { userId } of people.filter(({ displayName }) =>
    names.some((name) => name.test(displayName)),
  )) {
    const isLinked = async () =>
      expect(await read(`menus/${accounts[0]?.id}/${userId}`)).not.toEqual({ menu: null });
    await vi.waitFor(isLinked, { interval: 250, timeout: 120_000 });
  }
}

/** Somebody of each language. */
const names = [/Olivia/, /สุพรรษา/, /陽菜/, /怡君/];

interface Transfer {
  address: string;
  bytes: number;
  isCached: boolean;
}

/** Throttles the connection to 50 KB/s with 400 ms of latency, and records every transfer. */
async function throttle(): Promise<void> {
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
}

/** Resolves when every image of the page is loaded. */
const loaded = `(async () => {
  const missing = () => Array.from(document.images).filter(({ complete }) => !complete);
  while (missing().length > 0) {
    await Promise.all(missing().map((image) => new Promise((resolve) => {
      image.addEventListener("load", resolve);
      image.addEventListener("error", resolve);
    })));
  }
})()`;

/** Opens a person's chat from the first screen, and waits for its images and the rich menu. */
async function openFirstChat(name: RegExp): Promise<void> {
  await page.goto("about:blank");
  transfers.clear();
  await page.goto(bot.url);
  await choosePerson(page, name);
  await page.locator(".live #log:not([aria-busy])").waitFor();
  await page.locator(".rich-menu-bar").waitFor();
  await page.evaluate(loaded);
}

/** Forgets what the visits before have loaded and stored. */
async function forgetVisits(): Promise<void> {
  await page.goto("about:blank");
  await tools.send("Network.clearBrowserCache");
  await tools.send("Storage.clearDataForOrigin", {
    origin: new URL(bot.url).origin,
    storageTypes: "all",
  });
}

const total = () => {
  const all = [...transfers.values()].filter(({ isCached }) => !isCached);
  return { requests: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
};

/** What a later visit finds in the cache. */
const cachedFiles = /main\.|messages\.|image$/;

test.each(names)("the first chat of %s takes under 130 KB and 20 requests", async (name) => {
  await forgetVisits();
  await openFirstChat(name);
  const files = [...transfers.values()].filter(({ address }) => cachedFiles.test(address));
  expect(files.filter(({ isCached, bytes }) => isCached || bytes === 0)).toEqual([]);
  const { requests, bytes } = total();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(130_000);
  expect(requests).toBeLessThan(20);
});

test("a second visit loads only data that changes, and none of the page's files", async () => {
  // After the last of the first visits.
  await openFirstChat(/怡君/);
  expect(total().bytes).toBeLessThan(30_000);
  const again = [...transfers.values()].filter(({ isCached, bytes }) => !isCached && bytes > 0);
  expect(again.map(({ address }) => address)).not.toContainEqual(
    expect.stringMatching(cachedFiles),
  );
});
