/** The chat simulator in a real browser: choosing a person, sending, tapping and reading. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { Message } from "../../../src/line/messages/message-types.ts";
import { openPage, connectBrowser } from "../../support/browser.ts";
import {
  createStudioWorld,
  hina,
  lin,
  olivia,
  somchai,
  type StudioWorld,
} from "../studio-world.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Opens a person's chat and waits until its text field is ready. */
async function openChat(page: Page, world: StudioWorld, { userId } = somchai): Promise<void> {
  await page.goto(`${world.url}#/chat/${userId}`);
  await page.locator("#message:focus").waitFor();
  await page.locator(".live #log:not([aria-busy])").waitFor();
}

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press("Enter");
}

const startLoading = (world: StudioWorld, chatId: string) =>
  world.callLine("/v2/bot/chat/loading/start", { chatId, loadingSeconds: 60 });

const card: Message = {
  type: "flex",
  altText: "Your card: 1,250 points",
  contents: {
    type: "bubble",
    body: { type: "box", layout: "vertical", contents: [{ type: "text", text: "1,250" }] },
    footer: {
      type: "box",
      layout: "vertical",
      contents: [
        {
          type: "button",
          action: { type: "postback", label: "คูปอง", data: "coupons=1", displayText: "ขอดูคูปอง" },
        },
      ],
    },
  },
};

test("a chosen person's messages and the replies survive a reload", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  world.bot.onEvent = () => world.say(somchai.userId, { type: "text", text: "1,250 แต้ม" });

  await page.goto(world.url);
  await page.getByRole("link", { name: /สมชาย/ }).click();
  await page.locator("#message:focus").waitFor();
  await write(page, "แต้ม");

  const log = page.getByRole("log");
  await log.getByText("1,250 แต้ม").waitFor();
  expect(await log.locator(".person-row .bubble").allInnerTexts()).toEqual(["แต้ม"]);
  expect(world.bot.received).toEqual([{ userId: somchai.userId, content: "แต้ม" }]);
  expect(page.url()).toContain(`#/chat/${somchai.userId}`);
  expect(await page.title()).toBe("สมชาย ใจดี · Studio");

  await page.reload();
  await log.getByText("1,250 แต้ม").waitFor();
  expect(await log.locator(".row").count()).toBe(2);
  expect(faults).toEqual([]);
});

test("a button of a Flex bubble runs its action", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  world.say(somchai.userId, card);
  await openChat(page, world);

  const bubble = page.getByRole("group", { name: "Your card: 1,250 points" });
  await bubble.getByRole("button", { name: "คูปอง" }).click();
  await page.locator(".person-row:not(.pending)", { hasText: "ขอดูคูปอง" }).waitFor();
  await expect
    .poll(() => world.bot.received)
    .toEqual([{ userId: somchai.userId, content: { data: "coupons=1" } }]);
  expect(faults).toEqual([]);
});

test("quick replies are shown until a newer message arrives", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  const action = { type: "message" as const, label: "Coupons", text: "coupons" };
  world.say(somchai.userId, {
    type: "text",
    text: "What next?",
    quickReply: { items: [{ type: "action", action }] },
  });
  await openChat(page, world);

  await page.getByRole("group", { name: "Quick replies" }).getByRole("button").click();
  await page.locator(".person-row:not(.pending)", { hasText: "coupons" }).waitFor();
  expect(await page.getByRole("group", { name: "Quick replies" }).count()).toBe(0);
  await expect
    .poll(() => world.bot.received)
    .toEqual([{ userId: somchai.userId, content: "coupons" }]);
  expect(faults).toEqual([]);
});

test("a sent message is shown at once, before the server has accepted it", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page } = watched;
  await openChat(page, world);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/actions?*", async (route) => {
    await promise;
    await route.continue();
  });

  await write(page, "points");
  await page.locator(".person-row.pending", { hasText: "points" }).waitFor();
  expect(world.bot.received).toEqual([]);
  resolve();
  await page.locator(".person-row:not(.pending)", { hasText: "points" }).waitFor();
  expect(await page.locator(".person-row").count()).toBe(1);
});

test("a message that the bot refuses stays in the chat, with the refusal", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await openChat(page, world);

  world.bot.status = 503;
  await write(page, "points");
  await page.locator("#toast").getByText("The bot answered 503").waitFor();
  await page.locator(".person-row:not(.pending)", { hasText: "points" }).waitFor();
  expect(await page.locator(".person-row").count()).toBe(1);
  expect(faults).toEqual([]);
});

test("the loading animation is shown until the account replies", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page } = watched;
  await openChat(page, world);
  const dots = page.getByRole("img", { name: "Writing" });
  for (const { userId } of [hina, somchai]) await startLoading(world, userId);
  await dots.waitFor();
  world.say(somchai.userId, { type: "text", text: "Here you are" });
  await page.getByText("Here you are").waitFor();
  expect(await dots.count()).toBe(0);
});

test("the loading animation survives a reload and ends on time", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page } = watched;
  await startLoading(world, somchai.userId);
  await openChat(page, world);
  const dots = page.getByRole("img", { name: "Writing" });
  await dots.waitFor();
  await page.reload();
  await dots.waitFor();
  world.clock.turn(60_000);
  await page.reload();
  await page.locator(".live #log:not([aria-busy])").waitFor();
  expect(await dots.count()).toBe(0);
});

test("each person's page shows only their own chat", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page } = watched;
  world.say(somchai.userId, { type: "text", text: "for Somchai" });
  world.say(hina.userId, { type: "text", text: "for Hina" });
  await openChat(page, world);
  await page.getByText("for Somchai").waitFor();
  await page.getByRole("link", { name: /陽菜/ }).click();
  await page.getByText("for Hina").waitFor();
  world.say(somchai.userId, { type: "text", text: "more for Somchai" });
  world.say(hina.userId, { type: "text", text: "more for Hina" });
  await page.getByText("more for Hina").waitFor();
  expect(await page.getByRole("log").innerText()).not.toContain("Somchai");
});

test("every action works by keyboard", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page } = watched;
  await page.goto(world.url);
  await page.locator(".person").first().waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("gold");
  expect(await page.locator(".person:visible").count()).toBe(3);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator("#message:focus").waitFor();
  expect(page.url()).toContain(hina.userId);
  expect(await page.locator(".person[aria-current]").innerText()).toContain(hina.displayName);

  await page.keyboard.insertText("one");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.insertText("two");
  await page.keyboard.press("Enter");
  await page.locator(".person-row:not(.pending)").waitFor();
  await page.keyboard.press("ArrowUp");
  expect(await page.locator("#message").inputValue()).toBe("one\ntwo");
  await expect
    .poll(() => world.bot.received)
    .toEqual([{ userId: hina.userId, content: "one\ntwo" }]);
});

test("a search without results shows a message", async () => {
  await using world = await createStudioWorld([lin, olivia]);
  await using watched = await openPage(browser);
  const { page } = watched;
  await page.goto(world.url);
  await page.locator(".person").first().waitFor();
  await page.getByLabel("Search people").fill("zzz");
  await page.getByText("Nobody matches").waitFor();
  await page.getByLabel("Search people").press("Escape");
  expect(await page.locator(".person:visible").count()).toBe(2);
});

test("a date is picked with the browser's own input, within the limits", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page } = watched;
  const action = {
    type: "datetimepicker" as const,
    label: "When?",
    data: "when=1",
    mode: "datetime" as const,
    initial: "2026-12-24t18:00",
    max: "2026-12-31t23:59",
  };
  world.say(somchai.userId, {
    type: "template",
    altText: "When?",
    template: { type: "confirm", text: "When?", actions: [action, action] },
  });
  await openChat(page, world);

  await page.getByRole("button", { name: "When?" }).first().click();
  const input = page.locator("#picker-input");
  expect(await input.inputValue()).toBe("2026-12-24T18:00");
  expect(await input.getAttribute("max")).toBe("2026-12-31T23:59");
  await page.keyboard.press("Escape");
  await page.locator("#picker:not([open])").waitFor({ state: "attached" });
  expect(world.bot.received).toEqual([]);

  await page.getByRole("button", { name: "When?" }).first().click();
  await input.fill("2026-12-25T09:30");
  const posted = page.waitForResponse((response) => response.url().includes("/actions"));
  await page.getByRole("button", { name: "OK" }).click();
  await posted;
  expect(world.bot.received).toEqual([
    {
      userId: somchai.userId,
      content: { data: "when=1", params: { datetime: "2026-12-25T09:30" } },
    },
  ]);
});

test("a clipboard action copies its code, and an action that needs a phone is explained", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page } = watched;
  world.say(somchai.userId, {
    type: "template",
    altText: "Code",
    template: {
      type: "confirm",
      text: "Code",
      actions: [
        { type: "clipboard", label: "Copy", clipboardText: "ABC-123" },
        { type: "uri", label: "Call", uri: "tel:080-000-0001" },
      ],
    },
  });
  await openChat(page, world);
  const toast = page.locator("#toast");

  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await toast.getByText("Copied").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("ABC-123");
  await page.getByRole("button", { name: "Call" }).click();
  await toast.getByText("On a phone this opens tel:080-000-0001").waitFor();
  expect(world.bot.received).toEqual([]);
});

test("a tapped web address opens in a tab without a reference to this one", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page } = watched;
  await page.context().route("https://cafe.example/**", (route) => route.fulfill({ body: "menu" }));
  world.say(somchai.userId, {
    type: "flex",
    altText: "Menu",
    contents: {
      type: "bubble",
      body: {
        type: "box",
        layout: "vertical",
        action: { type: "uri", label: "Our menu", uri: "https://cafe.example/menu" },
        contents: [{ type: "text", text: "Tap me" }],
      },
    },
  });
  await openChat(page, world);
  const link = page.getByRole("link", { name: "Our menu" });
  expect(await link.getAttribute("title")).toBe("https://cafe.example/menu");
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await tab.waitForLoadState();
  expect(tab.url()).toBe("https://cafe.example/menu");
  expect(await tab.evaluate("[window.opener, document.referrer]")).toEqual([null, ""]);
});

test("a lost connection is reported, and missed messages appear after the reconnect", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await openChat(page, world);

  await world.disconnect();
  await page.getByText("Reconnecting…").waitFor();
  await write(page, "points");
  await page.locator(".pending", { hasText: "Not sent" }).waitFor();
  world.say(somchai.userId, { type: "text", text: "sent while you were away" });
  await world.reconnect();
  await page.getByText("sent while you were away").waitFor();
  await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Send again" }).click();
  await page.locator(".person-row:not(.pending)", { hasText: "points" }).waitFor();
  expect(faults).toEqual([]);
});

test("the address of an unknown person shows an error message", async () => {
  await using world = await createStudioWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  for (const id of ["U0", "%E0%A4%A", "__proto__"]) {
    await page.goto(`${world.url}#/chat/${id}`);
    await page.getByText("Nobody has that user id").waitFor();
    await page.getByRole("heading", { name: "Whose phone is it?" }).waitFor();
    await page.goto("about:blank");
  }
  expect(faults).toEqual([]);
});
