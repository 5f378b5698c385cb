/** The rich menu of the chat simulator, in a real browser. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { RichMenu } from "../../../src/line/messages/message-types.ts";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import { seriousViolations } from "../axe.ts";
import { startStudioBot } from "../studio-bot.ts";
import {
  account,
  createStudioWorld,
  hina,
  lin,
  olivia,
  somchai,
  type StudioWorld,
} from "../studio-world.ts";

let browser: Browser;
/** Shared: each test of it has people of its own. */
let world: StudioWorld;
/** Shared: each test begins with an address of its own, and a process for each would take a second of CPU. */
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [browser, world] = await Promise.all([connectBrowser(), createStudioWorld()]);
  watched = await openPage(browser);
  ({ page } = watched);
});
afterEach(() => expect(watched.faults.splice(0)).toEqual([]));
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const half = (x: number) => ({ x, y: 0, width: 1250, height: 843 });
const menu = (more: Partial<RichMenu> = {}): RichMenu => ({
  name: "menu",
  chatBarText: "เมนู",
  selected: true,
  size: { width: 2500, height: 843 },
  areas: [
    {
      bounds: half(0),
      action: { type: "postback", label: "แต้ม", data: "do=balance", displayText: "ขอดูแต้ม" },
    },
    {
      bounds: half(1250),
      action: {
        type: "postback",
        label: "เช็คคูปอง",
        data: "do=nothing",
        inputOption: "openKeyboard",
        fillInText: "/check ",
      },
    },
  ],
  ...more,
});

async function openChat({ userId }: { userId: string }): Promise<void> {
  await page.goto(`${world.url}#/chat/${userId}`);
  await page.locator(".live #log:not([aria-busy])").waitFor();
}
const areas = () => page.locator("#rich-menu").getByRole("button");

// First, on a fresh page: after another chat, its menu could be seen for a moment.
test("a newly linked menu replaces the one that is shown", async () => {
  await openChat(hina);
  expect(await page.locator("#rich-menu").isHidden()).toBe(true);
  world.giveMenu(hina.userId, menu());
  await page.getByRole("button", { name: "แต้ม" }).waitFor();
  world.giveMenu(hina.userId, menu({ chatBarText: "メニュー" }));
  await page.getByRole("button", { name: "メニュー" }).waitFor();
  await openChat(olivia);
  await page.locator("#rich-menu").waitFor({ state: "hidden" });
  await expect.poll(() => areas().count()).toBe(0);
});

test("an area runs its action, and the chat bar and an opened keyboard collapse the menu", async () => {
  world.giveMenu(somchai.userId, menu());
  world.bot.onEvent = () => world.say(somchai.userId, { type: "text", text: "1,250" });
  await openChat(somchai);

  await page.getByRole("button", { name: "แต้ม" }).click();
  await page.getByRole("log").getByText("1,250").waitFor();
  await page.getByRole("log").getByText("ขอดูแต้ม").waitFor();
  expect(world.bot.received).toEqual([{ userId: somchai.userId, content: { data: "do=balance" } }]);
  expect(await seriousViolations(page)).toEqual([]);

  const bar = page.getByRole("button", { name: "เมนู", exact: true });
  expect(await bar.getAttribute("aria-expanded")).toBe("true");
  await bar.click();
  await expect.poll(() => areas().count()).toBe(1);
  expect(await bar.getAttribute("aria-expanded")).toBe("false");
  await bar.press("Enter");
  await expect.poll(() => areas().count()).toBe(3);

  await page.getByRole("button", { name: "เช็คคูปอง" }).click();
  expect(await page.locator("#message:focus").inputValue()).toBe("/check ");
  await expect.poll(() => areas().count()).toBe(1);
});

test("on a low screen the menu stays collapsed until it is opened", async () => {
  await page.setViewportSize({ width: 390, height: 400 });
  world.giveMenu(lin.userId, menu({ chatBarText: "選單", size: { width: 2500, height: 1686 } }));
  await openChat(lin);
  await page.getByRole("button", { name: "選單", exact: true }).waitFor();
  await expect.poll(() => areas().count()).toBe(1);
});

test("an unknown menu's image is answered with 404", async () => {
  const id = world.giveMenu(somchai.userId, menu());
  const statuses = [id, "richmenu-0"].map(async (one) => {
    const { status } = await fetch(`${world.url}menus/${account}/${one}/image`);
    return status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});

test("in the demo each person is linked to their menu without a command, and the gallery shows every menu with the draft's texts and marks the changed ones", async () => {
  await using bot = await startStudioBot({}, { menus: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(bot.url);
  await page
    .getByRole("link", { name: /Olivia/ })
    .first()
    .click();
  // The members' menu in the language of her phone, before her first message.
  const coupons = page.getByRole("button", { name: "Coupons", exact: true });
  await coupons.waitFor({ timeout: 60_000 });
  await coupons.click();
  const log = page.getByRole("log");
  await log.getByText("Coupons", { exact: true }).waitFor();
  await log.getByRole("button", { name: "Show coupon" }).first().waitFor();
  await expect
    .poll(() => page.evaluate('document.querySelector("#rich-menu-picture img").naturalWidth'), {
      timeout: 60_000,
    })
    .toBe(1000);
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole("link", { name: "Back to the people" }).click();
  await page.getByRole("link", { name: /Anan/ }).first().click();
  await page.locator("#message").fill("/help");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Find member", exact: true }).click();
  expect(await page.locator("#message:focus").inputValue()).toBe("/find ");
  await page.keyboard.type("NOSUCH99");
  await page.keyboard.press("Enter");
  await log.getByText(/no member/).waitFor();

  await fetch(`${bot.url}catalogues`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(bot.url).origin },
    body: JSON.stringify({ language: "en", key: "coupons.label", text: "Treats" }),
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${bot.url}#/gallery`);
  // The replies above are somebody else's to check.
  await page.locator("#search").fill("menu ");
  const cards = page.getByRole("region", { name: "Below the chat" }).getByRole("article");
  await expect.poll(() => cards.count()).toBe(16);
  const members = page.getByRole("article", { name: "Rich menu, members, English" });
  await members.getByText("edited").waitFor();
  await expect.poll(() => cards.getByText("edited").count()).toBe(1);
  await members.getByRole("button", { name: "Treats" }).click();
  await page.getByRole("status").getByText("In the chat this is: Treats").waitFor();
  const image = "document.querySelector(\"article[aria-label='Rich menu, members, English'] img\")";
  expect(await page.evaluate(`${image}.decode().then(() => ${image}.naturalWidth)`)).toBe(1000);
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "edited", exact: true }).click();
  await expect.poll(() => cards.count()).toBe(1);
  await page.getByRole("button", { name: "near a limit" }).click();
  await expect.poll(() => cards.count()).toBe(0);
  expect((await fetch(`${bot.url}gallery/menus/none`)).status).toBe(404);
});
