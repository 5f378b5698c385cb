/** Injection tests: nothing from a message, a profile or the account's name runs as code or escapes its layout. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { Message } from "../../../src/line/messages/message-types.ts";
import type { BotReply } from "../../../src/bot/context.ts";
import type { Bot } from "../../../src/bot/bot.ts";
import { serializeMessages } from "../../../src/line/messages/prepare-reply.ts";
import type { Group, Person } from "../../../src/studio/server/chat-types.ts";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import {
  account,
  createStudioWorld,
  hina,
  lin,
  olivia,
  somchai,
  type StudioWorld,
} from "../studio-world.ts";
import { actions, everyMessage } from "../samples.ts";

let browser: Browser;
/** Shared by the tests of messages, each of which has a person of its own. */
let world: StudioWorld;
/** Shared: each test begins with an address of its own, and a process for each would take a second of CPU. */
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [browser, world] = await Promise.all([connectBrowser(), createStudioWorld()]);
  watched = await openPage(browser);
  ({ page } = watched);
  await page.route(/^https:/, (route) => route.abort());
});
afterEach(() => expect(watched.faults.splice(0)).toEqual([]));
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const hostile = [
  `<img src=x onerror=alert(1)>`,
  `"><script>alert(1)</script>`,
  `'><svg/onload=alert(1)>`,
  `javascript:alert(1)`,
  ` java\nscript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `blob:https://evil.example/1`,
  `//evil.example/x.js`,
  `https://evil.example/"onmouseover="alert(1)`,
  `red;background:url(https://evil.example/leak)`,
  `#fff}body{display:none}`,
  `#ffffff;position:fixed`,
  `100px;inset:0`,
  `url(javascript:alert(1))`,
  `var(--brand)`,
  `constructor`,
  `__proto__`,
  "\u202Egnp.exe\u0000",
  "half a surrogate pair \uD800",
];

/** A copy with every string replaced, except discriminators. */
function poisoned<T>(original: T, poison: string): T {
  const text = JSON.stringify(original, (key, value: unknown) =>
    typeof value === "string" && key !== "type" && key !== "layout" ? poison : value,
  );
  return JSON.parse(text);
}

/** Finds what no page may contain: code, foreign addresses, styles that escape the layout. */
const escapes = `(() => {
  const bad = [];
  for (const element of document.querySelectorAll("body *")) {
    const { tagName } = element;
    if (["SCRIPT", "IFRAME", "OBJECT", "EMBED", "BASE", "STYLE", "LINK"].includes(tagName)) bad.push(tagName);
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on") || name === "srcdoc") bad.push(tagName + " " + name);
      if (["href", "src", "poster", "action"].includes(name) &&
        /^(?:javascript|data|blob|vbscript|file)/i.test(new URL(value, document.baseURI).protocol)) {
        bad.push(tagName + " " + value);
      }
    }
    for (const name of element.style ?? []) {
      if (/url\\(|fixed/.test(element.style.getPropertyValue(name))) bad.push(tagName + " " + name);
    }
  }
  return bad;
})()`;

/** Opens a chat and waits until it has replaced the one before. */
async function open({ url }: StudioWorld, chatId: string): Promise<void> {
  await page.goto(`${url}#/chat/${chatId}`);
  await page.locator(`.person[aria-current][href*="${chatId}"]`).waitFor();
  await page.locator("#message:focus").waitFor();
}

const buttons: Message = {
  type: "flex",
  altText: "buttons",
  contents: {
    type: "bubble",
    body: {
      type: "box",
      layout: "vertical",
      contents: actions
        .filter(({ type }) => type !== "datetimepicker")
        .map((action) => ({ type: "button", action })),
    },
  },
};

test("hostile text in any field of any message is harmless", async () => {
  const say = (poison: string) =>
    world.say(somchai.userId, ...everyMessage.map((message) => poisoned(message, poison)));
  // Most of it is read with the chat at once, the last as it arrives.
  for (const poison of hostile.slice(0, -1)) say(poison);
  await open(world, somchai.userId);
  const rows = page.locator(".row.account");
  say(hostile.at(-1) ?? "");
  await rows.nth(hostile.length * everyMessage.length - 1).waitFor();
  await expect.poll(() => page.getByText("can’t be drawn").count()).toBe(0);
  expect(await page.evaluate(escapes)).toEqual([]);
});

test("tapping a hostile button opens and runs nothing", async () => {
  await open(world, hina.userId);
  const opened: string[] = [];
  page.context().on("page", (fresh) => opened.push(fresh.url()));
  for (const poison of hostile) {
    world.say(hina.userId, { ...poisoned(buttons, poison), altText: poison });
  }
  const bubbles = page.locator(".flex-bubble");
  await bubbles.nth(hostile.length - 1).waitFor();
  await page.evaluate(
    `for (const it of document.querySelectorAll("button.flex-button")) it.click()`,
  );
  world.say(hina.userId, { type: "text", text: "still alive" });
  await page.getByText("still alive").waitFor();
  expect(opened).toEqual([]);
  expect(await page.evaluate(escapes)).toEqual([]);
});

test("markup in a person's message is shown literally", async () => {
  await open(world, lin.userId);
  for (const poison of hostile.slice(0, 9)) {
    await page.locator("#message").fill(poison);
    await page.keyboard.press("Enter");
  }
  await page.locator(".person-row:not(.pending)").nth(8).waitFor();
  const shown = await page.locator(".person-row .bubble").allTextContents();
  expect(shown).toEqual(hostile.slice(0, 9).map((poison) => poison.trim()));
  expect(await page.evaluate(escapes)).toEqual([]);
});

/** A bot whose replies consist of this text. */
function hostileBot(poison: string): Bot {
  const answer: BotReply = {
    intent: poison,
    reply: serializeMessages([{ type: "text", text: poison }]),
    writes: [],
    trace: [{ what: poison, from: "call", ms: 1, result: poison }],
  };
  const answered = () => Promise.resolve(answer);
  return {
    handle: answered,
    errorReply: answered,
    rateLimitReply: answered,
    renderContextFor: () => Promise.reject(new Error("nobody looks")),
  };
}

/** Where everybody and the account have hostile names, and two are in a group. */
const group: Group = {
  type: "group",
  chatId: "C1",
  name: hostile[0] ?? "",
  members: [somchai.userId, "U0"],
};
const stranger: Person = { userId: "U0", displayName: hostile[1] ?? "", kind: hostile[2] ?? "" };
const people: Person[] = hostile.map((poison, index) => ({
  userId: `U${index + 1}${poison.toWellFormed()}`,
  displayName: poison,
  language: poison,
  note: poison,
  pictureUrl: poison,
}));

test("hostile names of people, of a group and of the account, and what the inspector shows, are harmless", async () => {
  await using renamed = await createStudioWorld([...people, olivia, somchai, stranger], {
    accountName: hostile.join(" "),
    groups: [group],
  });
  for (const [index, { userId }] of people.entries()) {
    renamed.say(userId, { type: "text", text: `hello ${index}` });
  }
  await open(renamed, olivia.userId);
  for (const index of people.keys()) {
    await page.locator(".person").nth(index).dispatchEvent("click");
    await page.getByText(`hello ${index}`, { exact: true }).waitFor();
    expect(await page.evaluate(escapes)).toEqual([]);
  }

  await open(renamed, group.chatId);
  for (const [index, poison] of hostile.entries()) {
    const written = { type: "text", text: poison } as const;
    const { event } = await renamed.line.act(somchai.userId, written, { chat: group.chatId });
    if (!event) throw new Error("nothing was delivered");
    await renamed.recorder.instrument(hostileBot(poison)).handle(account, event);
    await renamed.callLine("/v2/bot/message/reply", {
      replyToken: event.replyToken,
      messages: [written],
    });
    renamed.recorder.ended(event.webhookEventId, { kind: "unknown" }, 1);
    await page.locator(".event").nth(index).waitFor();
    await page.locator(".event").first().locator(".calls li").nth(1).waitFor();
    expect(await page.evaluate(escapes)).toEqual([]);
  }
  const titles = await page.locator(".event .event-title").allTextContents();
  expect(titles.slice(2)).toEqual(hostile.slice(0, -2).toReversed());
  const asked = page.waitForResponse((response) => response.url().includes("/again"));
  await page.getByRole("button", { name: "Send twice" }).first().click();
  expect((await asked).status()).toBe(200);
  expect(renamed.line.deliveries).toHaveLength(hostile.length + 2);
  await page.getByRole("button", { name: "Forget what is kept" }).click();
  await page.getByText("The bot looks everything up anew").waitFor();
  expect(renamed.forgotten).toEqual([somchai.userId]);
});
