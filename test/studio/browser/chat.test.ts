/** The chat simulator in a real browser: choosing a person, sending, tapping and reading. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { Message } from "../../../src/line/messages/message-types.ts";
import type { Person } from "../../../src/studio/server/chat-types.ts";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import {
  createStudioWorld,
  hina,
  lin,
  olivia,
  somchai,
  type StudioWorld,
} from "../studio-world.ts";

let browser: Browser;
/** Shared, as the page is: each test has a chat that no other test writes in, or texts of its own. */
let world: StudioWorld;
/** A page for each test would take a process and a second of CPU. */
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [browser, world] = await Promise.all([connectBrowser(), createStudioWorld()]);
  watched = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  ({ page } = watched);
});
afterEach(async () => {
  world.bot.received.splice(0);
  world.bot.status = 200;
  delete world.bot.onEvent;
  await page.unrouteAll();
  expect(watched.faults.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

/** Opens a person's chat, without a reload where a page is open, and waits until its text field is ready. */
async function openChat({ userId, displayName }: Person): Promise<void> {
  await page.goto(`${world.url}#/chat/${userId}`);
  await expect.poll(() => page.title()).toBe(`${displayName} · Studio`);
  // A chat that is shown already leaves the focus where it is.
  await page.locator("#message").focus();
  await page.locator(".live #log:not([aria-busy])").waitFor();
}

async function write(text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press("Enter");
}

const startLoading = (chatId: string) =>
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
  world.bot.onEvent = () => world.say(somchai.userId, { type: "text", text: "1,250 แต้ม" });

  await page.goto(world.url);
  await page.getByRole("link", { name: /สมชาย/ }).click();
  await page.locator("#message:focus").waitFor();
  await write("แต้ม");

  const log = page.getByRole("log");
  await log.getByText("1,250 แต้ม").waitFor();
  expect(await log.locator(".person-row .bubble").allInnerTexts()).toEqual(["แต้ม"]);
  expect(world.bot.received).toEqual([{ userId: somchai.userId, content: "แต้ม" }]);
  expect(page.url()).toContain(`#/chat/${somchai.userId}`);
  expect(await page.title()).toBe("สมชาย ใจดี · Studio");

  await page.reload();
  await log.getByText("1,250 แต้ม").waitFor();
  await expect.poll(() => log.locator(".row").count()).toBe(2);
});

test("a button of a Flex bubble runs its action", async () => {
  world.say(olivia.userId, card);
  await openChat(olivia);

  const bubble = page.getByRole("group", { name: "Your card: 1,250 points" });
  await bubble.getByRole("button", { name: "คูปอง" }).click();
  await page.locator(".person-row:not(.pending)", { hasText: "ขอดูคูปอง" }).waitFor();
  await expect
    .poll(() => world.bot.received)
    .toEqual([{ userId: olivia.userId, content: { data: "coupons=1" } }]);
});

test("quick replies are shown until a newer message arrives", async () => {
  const action = { type: "message" as const, label: "Coupons", text: "coupons" };
  world.say(olivia.userId, {
    type: "text",
    text: "What next?",
    quickReply: { items: [{ type: "action", action }] },
  });
  await openChat(olivia);

  await page.getByRole("group", { name: "Quick replies" }).getByRole("button").click();
  await page.locator(".person-row:not(.pending)", { hasText: "coupons" }).waitFor();
  await expect.poll(() => page.getByRole("group", { name: "Quick replies" }).count()).toBe(0);
  await expect
    .poll(() => world.bot.received)
    .toEqual([{ userId: olivia.userId, content: "coupons" }]);
});

test("a sent message is shown at once, before the server has accepted it", async () => {
  await openChat(lin);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/actions?*", async (route) => {
    await promise;
    await route.continue();
  });

  await write("points");
  await page.locator(".person-row.pending", { hasText: "points" }).waitFor();
  expect(world.bot.received).toEqual([]);
  resolve();
  await page.locator(".person-row:not(.pending)", { hasText: "points" }).waitFor();
  await expect.poll(() => page.locator(".person-row").count()).toBe(1);
  await expect.poll(() => world.bot.received).toEqual([{ userId: lin.userId, content: "points" }]);
});

test("a message that the bot refuses stays in the chat, with the refusal", async () => {
  await openChat(lin);
  const rows = page.locator(".person-row");
  const before = await rows.count();

  world.bot.status = 503;
  await write("coupons");
  await page.locator("#toast").getByText("The bot answered 503").waitFor();
  await page.locator(".person-row:not(.pending)", { hasText: "coupons" }).waitFor();
  await expect.poll(() => rows.count()).toBe(before + 1);
});

test("the loading animation is shown until the account replies, survives a reload and ends on time", async () => {
  await openChat(lin);
  const dots = page.getByRole("img", { name: "Writing" });
  for (const { userId } of [hina, lin]) await startLoading(userId);
  await dots.waitFor();
  world.say(lin.userId, { type: "text", text: "Here you are" });
  await page.getByText("Here you are").waitFor();
  await expect.poll(() => dots.count()).toBe(0);

  await openChat(hina);
  await dots.waitFor();
  await page.reload();
  await dots.waitFor();
  world.clock.turn(60_000);
  await page.reload();
  await page.locator(".live #log:not([aria-busy])").waitFor();
  await expect.poll(() => dots.count()).toBe(0);
});

test("each person's page shows only their own chat", async () => {
  world.say(somchai.userId, { type: "text", text: "for Somchai" });
  world.say(hina.userId, { type: "text", text: "for Hina" });
  await openChat(somchai);
  await page.getByText("for Somchai").waitFor();
  await page.getByRole("link", { name: /陽菜/ }).click();
  await page.getByText("for Hina").waitFor();
  world.say(somchai.userId, { type: "text", text: "more for Somchai" });
  world.say(hina.userId, { type: "text", text: "more for Hina" });
  await page.getByText("more for Hina").waitFor();
  expect(await page.getByRole("log").innerText()).not.toContain("Somchai");
});

test("every action works by keyboard, and a search without results shows a message", async () => {
  await openChat(somchai);
  await page.goto(`${world.url}#/chat`);
  await page.getByRole("heading", { name: "Whose phone is it?" }).waitFor();
  await page.goto(`${world.url}#/chat/${somchai.userId}`);
  await page.locator("#message:focus").waitFor();
  await page.goto(`${world.url}#/chat`);
  await page.getByRole("heading", { name: "Whose phone is it?" }).waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("zzz");
  await page.getByText("Nobody matches").waitFor();
  await page.getByLabel("Search people").press("Escape");
  await expect.poll(() => page.locator(".person:visible").count()).toBe(4);
  await page.keyboard.type("gold");
  await expect.poll(() => page.locator(".person:visible").count()).toBe(3);
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

test("a date is picked with the browser's own input, within the limits", async () => {
  const action = {
    type: "datetimepicker" as const,
    label: "When?",
    data: "when=1",
    mode: "datetime" as const,
    initial: "2026-12-24t18:00",
    max: "2026-12-31t23:59",
  };
  world.say(olivia.userId, {
    type: "template",
    altText: "When?",
    template: { type: "confirm", text: "When?", actions: [action, action] },
  });
  await openChat(olivia);

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
      userId: olivia.userId,
      content: { data: "when=1", params: { datetime: "2026-12-25T09:30" } },
    },
  ]);
});

test("a clipboard action copies its code, and an action that needs a phone is explained", async () => {
  world.say(olivia.userId, {
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
  await openChat(olivia);
  const toast = page.locator("#toast");

  // All tests of the browser have one clipboard.
  const copied = async () => {
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await toast.getByText("Copied").waitFor();
    return page.evaluate("navigator.clipboard.readText()");
  };
  await expect.poll(copied).toBe("ABC-123");
  await page.getByRole("button", { name: "Call" }).click();
  await toast.getByText("On a phone this opens tel:080-000-0001").waitFor();
  expect(world.bot.received).toEqual([]);
});

test("a tapped web address opens in a tab without a reference to this one", async () => {
  await page.context().route("https://cafe.example/**", (route) => route.fulfill({ body: "menu" }));
  world.say(olivia.userId, {
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
  await openChat(olivia);
  const link = page.getByRole("link", { name: "Our menu" });
  expect(await link.getAttribute("title")).toBe("https://cafe.example/menu");
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await tab.waitForLoadState();
  expect(tab.url()).toBe("https://cafe.example/menu");
  expect(await tab.evaluate("[window.opener, document.referrer]")).toEqual([null, ""]);
  await tab.close();
  await page.context().unrouteAll();
});

test("a lost connection is reported, and missed messages appear after the reconnect", async () => {
  await openChat(olivia);

  await world.disconnect();
  await page.getByText("Reconnecting…").waitFor();
  await write("campaigns");
  await page.locator(".pending", { hasText: "Not sent" }).waitFor();
  world.say(olivia.userId, { type: "text", text: "sent while you were away" });
  await world.reconnect();
  await page.getByText("sent while you were away").waitFor();
  await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Send again" }).click();
  await page.locator(".person-row:not(.pending)", { hasText: "campaigns" }).waitFor();
  await expect
    .poll(() => world.bot.received)
    .toEqual([{ userId: olivia.userId, content: "campaigns" }]);
});

test("a message that LINE took before its answer was lost is in the chat once, with the quick replies", async () => {
  await openChat(lin);
  await world.disconnect();
  await page.getByText("Reconnecting…").waitFor();
  await write("stamps");
  await page.locator(".pending", { hasText: "Not sent" }).waitFor();
  await world.line.act(lin.userId, { type: "text", text: "stamps" });
  const again = { type: "action", action: { type: "message", label: "Again", text: "a" } } as const;
  world.say(lin.userId, { type: "text", text: "no stamps", quickReply: { items: [again] } });
  await world.reconnect();
  await page.getByText("no stamps").waitFor();
  await page.locator("#quick-replies").getByText("Again").waitFor();
  await expect.poll(() => page.locator(".person-row", { hasText: "stamps" }).count()).toBe(1);
  await expect.poll(() => page.locator(".pending").count()).toBe(0);
});

test("the address of an unknown person shows an error message", async () => {
  for (const id of ["U0", "%E0%A4%A", "__proto__"]) {
    // Another query makes it another document, which is loaded.
    await page.goto(`${world.url}?${encodeURIComponent(id)}#/chat/${id}`);
    await page.getByText("Nobody has that user id").waitFor();
    await page.getByRole("heading", { name: "Whose phone is it?" }).waitFor();
  }
  expect(watched.faults).toEqual([]);
});
