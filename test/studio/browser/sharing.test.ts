/** Past deliveries and sharing in a real browser: by keyboard and by touch, from 390 to 1440 pixels. */
import { decode } from "fast-png";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import type { Sample } from "../../../src/studio/server/api-types.ts";
import type { Account, Person } from "../../../src/studio/server/chat-types.ts";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import { until } from "../../support/until.ts";
import { seriousViolations } from "../axe.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let browser: Browser;
let bot: StudioBot;
let olivia: string;
/** The marketer's, loaded once: each test begins with an address of its own. */
let watched: WatchedPage;
beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot()]);
  watched = await openPage(browser, {
    permissions: ["clipboard-read", "clipboard-write"],
    hasTouch: true,
    // As pictures are drawn.
    deviceScaleFactor: 2,
  });
  const { people, accounts } = await get<{ people: Person[]; accounts: Account[] }>("people");
  olivia = people.find(({ displayName }) => displayName === "Olivia Brown")?.userId ?? "";
  const actions = `chats/${accounts[0]?.id}/${olivia}/actions`;
  for (const text of ["points", "coupons"]) await post(actions, { type: "text", text });
});
afterEach(() => expect(watched.faults.splice(0)).toEqual([]));
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(new URL(path, bot.url))).json()) as T;
}

const post = (path: string, body: object) =>
  fetch(new URL(path, bot.url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(bot.url).origin },
    body: JSON.stringify(body),
  });

// As texts: the tests' types know no page.
const clipboardText = (page: Page): Promise<string> =>
  page.evaluate("navigator.clipboard.readText()");
const clipboardTypes = (page: Page): Promise<string[]> =>
  page.evaluate("navigator.clipboard.read().then(([item]) => item.types)");
const clipboardPng = (page: Page): Promise<string> =>
  page.evaluate(`navigator.clipboard.read()
    .then(([item]) => item.getType("image/png"))
    .then((picture) => picture.bytes())
    .then((bytes) => bytes.toBase64())`);
const goTo = (page: Page, hash: string) =>
  page.evaluate(`location.hash = ${JSON.stringify(hash)}; undefined`);

/** Presses a button that copies something. @returns the text in the clipboard. */
async function copyText(page: Page, press: () => Promise<void>): Promise<string> {
  await page.evaluate('navigator.clipboard.writeText("nothing yet")');
  await press();
  await until(async () => (await clipboardText(page)) !== "nothing yet", "the copy");
  return clipboardText(page);
}

/** Presses a button that copies a picture. @returns the picture in the clipboard. */
async function copyPicture(page: Page, press: () => Promise<void>) {
  await page.evaluate('navigator.clipboard.writeText("nothing yet")');
  await press();
  await until(async () => (await clipboardTypes(page)).includes("image/png"), "the copy");
  return decode(Buffer.from(await clipboardPng(page), "base64"));
}

const pressKey = (page: Page, button: Locator) => async () => {
  await button.focus();
  await page.keyboard.press("Enter");
};

type Image = ReturnType<typeof decode>;

/** The share of pixels that clearly differ, where one image lies on the other, at the best of some places. */
function difference(picture: Image, shown: Image, marginPx: number): number {
  const shares = [-2, -1, 0, 1, 2].map((down) => {
    let count = 0;
    for (let y = 2; y < shown.height - 2; y += 1) {
      for (let x = 0; x < shown.width; x += 1) {
        // Texts are darker than what is around them: one channel tells.
        const one =
          picture.data[((y + marginPx + down) * picture.width + x + marginPx) * picture.channels];
        const other = shown.data[(y * shown.width + x) * shown.channels];
        if (Math.abs((one ?? 0) - (other ?? 0)) > 80) count += 1;
      }
    }
    return count / (shown.width * shown.height);
  });
  return Math.min(...shares);
}

test("a past delivery is found, opened, redelivered, exported and shared by keyboard", async () => {
  const { page } = watched;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${bot.url}#/deliveries`);
  await page.locator("#deliveries li").nth(1).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("olivia nothing");
  await page.getByText("Nothing matches").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("brown balance sent");
  await page.getByText("1 of 2").waitFor();
  await page.keyboard.press("Enter");
  const view = page.locator(".delivery-view");
  await view.getByRole("heading", { name: "points" }).waitFor();
  const calls = await view.getByRole("list", { name: "Calls" }).locator("li").allInnerTexts();
  const names = calls.map((text) => text.split(/\s+/, 2).join(" "));
  expect(names[0]).toBe("bot webhook");
  expect(names).toContain("platform getProfile");
  expect(names.at(-1)).toBe("LINE reply");
  expect(calls.at(-1)).toMatch(/200\s+after [\d.]+ m?s, took [\d.]+ m?s/);
  expect(await seriousViolations(page)).toEqual([]);

  await view.getByRole("button", { name: "Redeliver" }).focus();
  await page.keyboard.press("Enter");
  await view.getByText("webhook, attempt 2").waitFor();
  await page.locator("#deliveries").getByText("× 2").waitFor();
  const address = view.getByRole("button", { name: "Copy address" });
  expect(await copyText(page, pressKey(page, address))).toBe(page.url());
  const saving = page.waitForEvent("download");
  const exporting = page.waitForResponse(/deliveries\/har$/);
  await view.getByRole("button", { name: "Export as HAR" }).focus();
  await page.keyboard.press("Enter");
  expect((await saving).suggestedFilename()).toMatch(/^delivery-\w+\.har$/);
  expect(await (await exporting).json()).toMatchObject({ log: { pages: [{ title: "points" }] } });

  await page.goBack();
  await page.getByText("Choose a delivery").waitFor();
  await page.goForward();
  await view.getByRole("heading", { name: "points" }).waitFor();
  for (const [hash, text] of [
    ["#/deliveries/gone", "isn’t kept any more"],
    ["#/gallery/balance/th/gone", "There is no such sample"],
    ["#/chat/U0", "There is nothing at this address"],
    ["#/words/gone/th", "There is nothing at this address"],
    ["#/elsewhere/at/all", "There is nothing at this address"],
  ] as const) {
    await goTo(page, hash);
    await page.getByText(text).waitFor();
  }
  await page.emulateMedia({ colorScheme: "light" });
});

test("at 390 pixels a tap leads from the list to a delivery, and back", async () => {
  const { page } = watched;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${bot.url}#/deliveries`);
  await page.getByLabel("Search deliveries").fill("");
  await page.locator("#deliveries a", { hasText: "coupons" }).tap();
  const view = page.locator(".delivery-view");
  await view.getByRole("heading", { name: "coupons" }).waitFor();
  expect(await page.locator(".side").isVisible()).toBe(false);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  expect(await seriousViolations(page)).toEqual([]);
  await view.getByRole("link", { name: "All deliveries" }).tap();
  await page.locator("#deliveries a").first().waitFor();
  expect(await seriousViolations(page)).toEqual([]);
});

/** Sealed addresses of pictures differ each time. */
const bare = (json: string) => json.replaceAll(/\/images\/[\w.-]+/g, "");

test("a sample and a message are copied as a picture and as Flex JSON", async () => {
  const { page } = watched;
  const { shown } = await get<{ shown: Sample[] }>("replies");
  const sample = shown.find(
    ({ reply, language, sample: name }) =>
      reply === "coupons" && language === "th" && name.startsWith("ordinary"),
  );
  const [message] = sample?.messages ?? [];
  if (!sample || message?.type !== "flex") throw new Error("the sample is no Flex message");
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto(`${bot.url}#/gallery/coupons/th/${sample.sample}`);
  const share = page.getByRole("group", { name: "Share" });
  const json = await copyText(page, () =>
    share.getByRole("button", { name: "Copy Flex JSON" }).click(),
  );
  expect(JSON.parse(bare(json))).toEqual(JSON.parse(bare(JSON.stringify(message.contents))));
  const picture = await copyPicture(page, () =>
    share.getByRole("button", { name: "Copy as picture" }).click(),
  );
  const onPage = decode(await page.locator(".single .flex-bubble").first().screenshot());
  // The corners differ, which the page shows before another ground.
  expect(difference(picture, onPage, 16)).toBeLessThan(0.01);
  expect(await seriousViolations(page)).toEqual([]);

  await page.goto(`${bot.url}#/chat/${olivia}`);
  const row = page.locator(".row.account").first();
  const bubble = row.getByRole("button", { name: "Copy as picture" });
  expect((await copyPicture(page, pressKey(page, bubble))).width).toBeGreaterThan(400);
  const flex = row.getByRole("button", { name: "Copy Flex JSON" });
  expect(JSON.parse(await copyText(page, pressKey(page, flex)))).toHaveProperty("type");
});

test("a reviewer's link opens the gallery at the same sample, until all links are withdrawn", async () => {
  const { page } = watched;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${bot.url}#/gallery/menus/member/th`);
  await page.getByRole("heading", { name: "Rich menu members Thai" }).waitFor();
  await goTo(page, "#/gallery/balance/th/ordinary");
  await page.getByText("balance/th/ordinary").waitFor();
  let links = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/review-links")) links += 1;
  });
  const linking = page.getByRole("button", { name: "Link for a reviewer" });
  // As people do where nothing happens at once.
  await linking.evaluate((button: { click(): void }) => {
    button.click();
    button.click();
  });
  const dialog = page.getByRole("dialog", { name: "Link for a reviewer" });
  expect(await seriousViolations(page)).toEqual([]);
  const link = await copyText(page, () => dialog.getByRole("button", { name: "Copy" }).click());
  expect(links, "pressed twice, made once").toBe(1);
  expect(link).toMatch(/\/studio\/review\/\d+\.[\w-]{43}\/#\/gallery\/balance\/th\/ordinary$/);

  await using reviewer = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await reviewer.page.goto(link);
  await reviewer.page.getByText("balance/th/ordinary").waitFor();
  await reviewer.page.getByText("Samples with made-up data").waitFor();
  expect(
    await reviewer.page.getByRole("navigation", { name: "Views" }).getByRole("link").count(),
  ).toBe(1);
  await expect
    .poll(() => reviewer.page.getByRole("button", { name: "Link for a reviewer" }).count())
    .toBe(0);
  expect(await seriousViolations(reviewer.page)).toEqual([]);
  await goTo(reviewer.page, "#/chat/U0");
  await reviewer.page.getByText("There is nothing at this address").waitFor();

  const withdraw = dialog.getByRole("button", { name: "Withdraw all links" });
  const question = page.getByRole("dialog", { name: "Withdraw all links?" });
  await withdraw.click();
  await question.press("Escape");
  await reviewer.page.reload();
  await reviewer.page.getByText("Samples with made-up data").waitFor();
  await withdraw.click();
  expect(await seriousViolations(page)).toEqual([]);
  await question.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("No link that was made before").waitFor();
  await reviewer.page.reload();
  await reviewer.page.getByRole("heading", { name: "This link isn’t valid any more" }).waitFor();
  expect(reviewer.faults).toEqual([]);
});
