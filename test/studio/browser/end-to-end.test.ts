/** The studio on the complete bot, in a real browser: a marketer's tasks from the first visit on. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { demoGroup } from "../../../src/app/embedded-line.ts";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import { seriousViolations } from "../axe.ts";
import { choosePerson, startStudioBot, type StudioBot } from "../studio-bot.ts";

let browser: Browser;
let bot: StudioBot;
/** Shared: each test begins with an address of its own, and a process for each would take a second of CPU. */
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot()]);
  watched = await openPage(browser);
  ({ page } = watched);
});
afterEach(() => expect(watched.faults.splice(0)).toEqual([]));
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** Without loading the page again. */
const openAt = (hash: string) => page.goto(`${bot.url}${hash}`);

/** Opens a person's chat and waits until its text field is ready. */
async function openChat(name: RegExp): Promise<void> {
  await (page.url().includes("#/chat/") ? openAt("#/chat") : page.goto(bot.url));
  await page.locator(".start").first().waitFor();
  await choosePerson(page, name);
  await page.locator("#message:focus").waitFor();
  await page.locator(".live #log:not([aria-busy])").waitFor();
}

/** Messages without the loading animation, which appears when the machine is busy. */
const messages = (selector = ".row") =>
  page.locator(selector).filter({ hasNot: page.locator(".dots") });

/** Sends a text and waits for one more message from the account. */
async function ask(text: string): Promise<void> {
  const rows = messages(".row.account:not(.other)");
  const before = await rows.count();
  await page.locator("#message").fill(text);
  await page.keyboard.press("Enter");
  await rows.nth(before).waitFor();
}

const newest = () => page.locator(".event").first();

test("a member's chat survives a reload between a question and a tap", async () => {
  await openChat(/Olivia/);
  await ask("points");
  await page.getByRole("log").getByText("18,400").first().waitFor();
  await newest().getByText("balance").first().waitFor();
  await ask("help");
  await page.locator(".quick-replies").getByRole("button", { name: "Card" }).click();
  await page.getByRole("log").getByText("Please show this at the till").waitFor();

  await page.reload();
  await page.getByRole("log").getByText("Please show this at the till").waitFor();
  await page.locator(".event").nth(2).waitFor();
  await expect.poll(() => messages().count()).toBe(6);
  await ask("balance");
});

test("the first screen links to a member, a stranger and a cashier", async () => {
  await page.goto(bot.url);
  for (const [title, name, text] of [
    ["A member’s points", "Olivia Brown", "18,400"],
    ["Not a member yet", "Alex", "Join"],
    ["Staff at the till", "Ploy", "/check"],
  ] as const) {
    await page.getByRole("link", { name: "Chat", exact: true }).click();
    await page.locator(".start", { hasText: title }).click();
    await page.getByRole("heading", { name }).waitFor();
    await page.locator(".row.account").getByText(text).first().waitFor();
  }
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await page.getByRole("link", { name: /Ploy/ }).first().click();
  await page.locator(".live #log:not([aria-busy])").waitFor();
  expect(await page.locator(".person-row").allInnerTexts()).toHaveLength(1);
});

test("the inspector shows the webhook, the lookups, the reply, its sizes and LINE's response", async () => {
  await openChat(/怡君/);
  await ask("points");
  const event = newest();
  await event.getByText("sent", { exact: true }).waitFor();
  const asked = await event.innerText();
  expect(asked).toMatch(/member\s+asked/);
  expect(asked).toMatch(/x-line-signature\s+[\w+/]{43}=/);
  expect(asked).toMatch(/size of a card\s+.* of 30\.0 kB/s);
  expect(asked).toMatch(/reply\s+200/);
  expect(asked).toContain('"type": "flex"');

  await ask("card");
  await newest().getByText("sent", { exact: true }).waitFor();
  expect(await newest().innerText()).toMatch(/member\s+from the cache/);
  await page.getByRole("button", { name: "Forget what is kept" }).click();
  await page.getByText("The bot looks everything up anew").waitFor();
  await ask("card");
  await newest().getByText("sent", { exact: true }).waitFor();
  expect(await newest().innerText()).toMatch(/member\s+asked/);

  const countBefore = await messages().count();
  await newest().getByRole("button", { name: "Redeliver" }).click();
  await newest().getByText("Again (2)").waitFor();
  await newest().getByRole("button", { name: "Send twice" }).click();
  await newest().getByText("Again (2)").nth(2).waitFor();
  await newest().getByRole("button", { name: "Break the signature" }).click();
  await newest()
    .getByText(/^401 in/)
    .waitFor();
  await expect.poll(() => messages().count()).toBe(countBefore);

  await page
    .getByRole("button", { name: /Inspect the message/ })
    .first()
    .click();
  expect(await page.locator(".event[open]").innerText()).toContain("points");
});

test("a fault can be switched on, is shown on every page, affects replies, and can be switched off", async () => {
  await openChat(/สุพรรษา/);
  await page.getByRole("button", { name: "down" }).click();
  const banner = page.locator("#fault-banner");
  await banner.getByText("Platform: down").waitFor();
  await ask("คูปอง");
  await newest().getByText("apology").first().waitFor();
  expect(await newest().innerText()).toContain("UNAVAILABLE");
  await page.reload();
  await banner.getByText("Platform: down").waitFor();
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await page.locator("#deliveries").waitFor();
  expect(await banner.isVisible()).toBe(true);
  await banner.getByRole("button", { name: "Mend everything" }).click();
  await banner.waitFor({ state: "hidden" });

  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await choosePerson(page, /สุพรรษา/);
  await page.getByRole("button", { name: "500" }).click();
  await banner.getByText("LINE: 500").waitFor();
  await page.locator("#message").fill("บัตร");
  await page.keyboard.press("Enter");
  await newest().locator(".calls .error").first().waitFor();
  await banner.getByRole("button", { name: "Mend everything" }).click();
  await banner.waitFor({ state: "hidden" });
});

test("a manager gives a coupon: question, confirmation, undo", async () => {
  await openChat(/Anan/);
  await ask('/gift "Free iced latte" 0800000002');
  const log = page.getByRole("log");
  await log.getByRole("button", { name: "Give", exact: true }).click();
  await log.getByText(/^✓ Given: 1 × Free iced latte/).waitFor();
  await log.getByRole("button", { name: "Undo" }).click();
  await log.getByText("Undo this?").waitFor();
  await log.getByRole("button", { name: "Undo" }).last().click();
  await page.locator(".event").nth(3).waitFor();
  await newest().getByText("sent", { exact: true }).waitFor();
  await expect.poll(() => page.locator(".row.account").count()).toBe(4);
  expect(await page.locator(".row.account").last().innerText()).toContain("✓ Gift undone: 1 ×");
});

test("stickers, images, blocking, unsending and editing work by keyboard", async () => {
  await openChat(/Alex/);
  for (const name of ["Sticker", "Picture", "Place"]) {
    await page.locator("#more").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    if (name !== "Picture") continue;
    await page.locator("#photo-input:focus").waitFor();
    await page.locator("#photo").getByRole("button", { name: "Send" }).press("Enter");
  }
  await page.locator(".person-row:not(.pending)").nth(2).waitFor();
  await ask("points");
  const own = page.locator(".person-row").last();
  await own.getByRole("button", { name: "Edit" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#editor-input").fill("coupons");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await own.getByText("Edited").waitFor();
  expect(await own.locator(".bubble").innerText()).toBe("coupons");
  await own.getByRole("button", { name: "Take back" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Took a message back").waitFor();
  for (const [name, notice] of [
    ["Block the account", "Blocked the account"],
    ["Add the account", "Added the account as a friend"],
  ] as const) {
    await page.locator("#more").click();
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByText(notice).first().waitFor();
  }
});

test("the next reply uses a changed phone language", async () => {
  await openChat(/Nok/);
  await ask("points");
  await page.getByRole("log").getByText("Card number").first().waitFor();
  await page.getByLabel("Language of the phone").selectOption("ja");
  await page.locator(".person[aria-current] .chip", { hasText: "ja" }).waitFor();
  await ask("points");
  const label = page.getByRole("log").getByText("カード番号");
  await label.waitFor();
  expect(await label.isVisible()).toBe(true);
});

test("replies to two people in a group contain nothing personal", async () => {
  await openChat(/Coffee friends/);
  await ask("points");
  await page.getByLabel("Who writes").selectOption({ label: "Alex" });
  await page.locator(".row.other .speaker").waitFor();
  await ask("points");
  expect(await page.getByRole("log").innerText()).not.toContain("1,250");
});

test("the dev account is a chat of its own, in which a marketer impersonates a member", async () => {
  await openChat(/Mint/);
  await page.getByLabel("Account", { exact: true }).selectOption({ label: "dev: Sakura Cafe" });
  await page.locator("#account-name", { hasText: "(dev)" }).waitFor();
  await ask("/as Olivia Brown");
  await ask("points");
  await page.getByRole("log").getByText("18,400").first().waitFor();
  expect(await page.locator(".speaker").first().innerText()).toContain("TEST");
  await page.reload();
  await page.getByRole("log").getByText("18,400").first().waitFor();
});

test("markup in a member's name is shown literally", async () => {
  await openChat(/Max/);
  await ask("points");
  await ask("<img src=x onerror=alert(1)>");
  await expect.poll(() => page.locator("main img[src='x'], main b, main script").count()).toBe(0);
  expect(await newest().locator(".event-title").innerText()).toBe("<img src=x onerror=alert(1)>");
});

test("campaigns, coupons and the brand have images in the chat and in the gallery", async () => {
  const widthsOf = (selector: string): Promise<number[]> =>
    page.evaluate(`Promise.all(Array.from(document.querySelectorAll("${selector}"), (image) => {
      image.loading = "eager";
      return image.decode().then(() => image.naturalWidth, () => 0);
    }))`);
  await openChat(/Olivia/);
  await ask("campaigns");
  const inCampaigns = await widthsOf("#log .message-content img");
  // Of all that the chat shows by now, barcodes among it, nothing is broken.
  expect(inCampaigns).not.toContain(0);
  expect(inCampaigns.filter((width) => width === 800).length).toBeGreaterThan(2);

  await openAt("#/gallery/campaigns/en/ordinary");
  await page.locator(".single .message-content img").first().waitFor();
  expect(await widthsOf(".single .message-content img")).toEqual([800, 800]);
  await openAt("#/gallery/join/en/ordinary");
  await page.locator(".single .message-content img").first().waitFor();
  expect(await widthsOf(".single .message-content img")).toEqual([256]);
});

test("every entry of the gallery renders without an error, in four languages", async () => {
  await openAt("#/gallery");
  await page.locator(".card").first().waitFor();
  const total = await page.locator(".card").count();
  expect(total).toBeGreaterThan(150);
  // Entries are rendered when they scroll into view. Hidden, they aren't painted, which takes as long again.
  await page.evaluate(`(async () => {
    document.querySelector("#gallery").style.visibility = "hidden";
    for (const card of document.querySelectorAll(".card .screen")) {
      if (!card.classList.contains("waiting")) continue;
      card.scrollIntoView();
      await new Promise(requestAnimationFrame);
    }
  })()`);
  await page.waitForFunction(`document.querySelectorAll(".screen.waiting").length === 0`);
  const empty: string[] = await page.evaluate(`Array.from(document.querySelectorAll(".card"))
    .filter((card) => !card.querySelector(".screen .message-content > *") || card.querySelector(".failed"))
    .map((card) => card.dataset.path)`);
  expect(empty).toEqual([]);
  const paths: string[] = await page.evaluate(
    `Array.from(document.querySelectorAll(".card"), (card) => card.dataset.path)`,
  );
  expect(new Set(paths).size).toBe(total);
  const languages = Object.groupBy(paths, (path) => path.split("/")[1] ?? "");
  expect(Object.keys(languages).toSorted()).toEqual(["en", "ja", "th", "zh-TW"]);
  expect(new Set(Object.values(languages).map((own) => own?.length)).size).toBe(1);
  await expect.poll(() => page.locator(".fault-text").count()).toBe(0);

  const nearLimit = page.locator("#gallery-filters").getByRole("button", { name: "near a limit" });
  await nearLimit.click();
  await page.evaluate(`document.querySelector("#gallery").style.visibility = ""`);
  const near = await page.locator(".card").count();
  expect(near).toBeLessThan(total);
  await page.locator('[data-path="card/th/longest"] .permalink').click();
  await page.locator(".single .meter.near").first().waitFor();
  expect(page.url()).toContain("#/gallery/card/th/longest");
  await nearLimit.click();
  await page.locator(".card").nth(near).waitFor({ state: "attached" });
  expect(page.url()).toMatch(/#\/gallery$/);
});

const screens = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
] as const;

const overflow = (selector: string): Promise<number> =>
  page.evaluate(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("${selector}"))`,
  );

/** @param check what else is measured on each screen. */
async function expectToFit(
  check: (screen: (typeof screens)[number]) => Promise<void> = async () => {},
): Promise<void> {
  // Hidden, it has its size, and isn't painted anew on each screen.
  await page.evaluate('document.querySelector("main").style.visibility = "hidden"');
  for (const screen of screens) {
    await page.setViewportSize(screen);
    expect({ url: page.url(), screen, overflow: await overflow("html") }).toEqual({
      url: page.url(),
      screen,
      overflow: 0,
    });
    await check(screen);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate('document.querySelector("main").style.visibility = ""');
}

/** The name is shown whole, and messages have room. */
const expectChatToFit = () =>
  expectToFit(async (screen) => {
    expect({ screen, name: await overflow("#chat-header-name") }).toEqual({ screen, name: 0 });
    const chat = await page.locator("#scroller").boundingBox();
    expect(chat?.height).toBeGreaterThan(screen.height > 800 ? 300 : 170);
  });

/** Of the dark colour scheme, which changes colours alone, only colours are checked. @param searched leaves that of a long list, of which only colours are checked. */
async function expectAccessible(searched?: string): Promise<void> {
  if (searched === undefined) {
    expect(await seriousViolations(page)).toEqual([]);
  } else {
    expect(await seriousViolations(page, "others")).toEqual([]);
    await page.locator("#search").fill(searched);
    expect(await seriousViolations(page, "colours")).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await seriousViolations(page, "colours")).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

test("every view fits every screen, and axe finds no serious violations in light and dark mode", async () => {
  // The gallery first, which the test above has loaded.
  await openAt("#/gallery");
  await page.locator(".card .message-content").first().waitFor();
  await expectToFit();
  await expectAccessible("coupons");
  await openAt("#/gallery/coupons/en/ordinary");
  await page.locator(".single").waitFor();
  await expectAccessible();
  await openAt("#/words");
  await page.locator("a.text").first().waitFor();
  await expectToFit();
  await openAt("#/words/balance.empty/en");
  await page.locator(".text-editor .message-content").waitFor();
  await expectToFit();
  await expectAccessible("balance");

  await openChat(/Olivia/);
  await ask("points");
  await newest().getByText("sent", { exact: true }).waitFor();
  await expectChatToFit();
  await expectAccessible();

  await openAt(`#/chat/${demoGroup.chatId}`);
  await expect.poll(() => page.getByLabel("Who writes").count()).toBe(1);
  await expectChatToFit();
});
