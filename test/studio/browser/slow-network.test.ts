/** The studio on a slow or broken connection: what is shown until an answer is there, when none comes, and that a second press does nothing. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page, Route } from "playwright-core";
import { connectBrowser, openPage, type WatchedPage } from "../../support/browser.ts";
import { lineIdOf } from "../../support/world.ts";
import { until } from "../../support/until.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

const story = "olivia-sees-her-points";
let browser: Browser;
let bot: StudioBot;
/** Loaded once: what is slow and what fails are its calls. */
let watched: WatchedPage;
beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot()]);
  watched = await openPage(browser, { viewport: { width: 390, height: 844 } });
  mkdirSync(bot.storiesDir);
  const demoDir = join(import.meta.dirname, "../../../stories");
  copyFileSync(join(demoDir, `${story}.txt`), join(bot.storiesDir, `${story}.txt`));
  await post("catalogues", { language: "en", key: "balance.number", text: "Petal number" });
  const { accounts } = (await (await fetch(new URL("people", bot.url))).json()) as {
    accounts: { id: string }[];
  };
  const chat = `chats/${accounts[0]?.id}/${lineIdOf("olivia")}`;
  await post(`${chat}/actions`, { type: "text", text: "points" });
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const post = (path: string, body: object) =>
  fetch(new URL(path, bot.url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(bot.url).origin },
    body: JSON.stringify(body),
  });

interface Held {
  calls: Route[];
  /** Ends the holding: the held calls and later ones go on. */
  letGo(): Promise<void>;
}

/** Holds the page's calls to the addresses that a pattern matches. */
async function hold(page: Page, method: "GET" | "POST", pattern: RegExp): Promise<Held> {
  const calls: Route[] = [];
  let isHeld = true;
  await page.route(pattern, (route) =>
    isHeld && route.request().method() === method ? void calls.push(route) : route.fallback(),
  );
  return {
    calls,
    async letGo() {
      isHeld = false;
      await Promise.all(calls.splice(0).map((route) => route.continue()));
    },
  };
}

/** Presses a button twice, as people do where nothing happens. @returns what holds the calls. */
async function pressTwice(page: Page, button: Locator, pattern: RegExp): Promise<Held> {
  // Its name may be another one while something is done.
  const element = await button.elementHandle();
  const held = await hold(page, "POST", pattern);
  // Two in one turn of the event loop, before anything is rendered, and one after.
  await element.evaluate((pressed) => {
    const { click } = pressed as unknown as { click(): void };
    click.call(pressed);
    click.call(pressed);
  });
  await until(() => held.calls.length > 0, "the call");
  expect(await element.isDisabled()).toBe(true);
  await element.click({ force: true });
  expect(held.calls).toHaveLength(1);
  return held;
}

test("a view says that it is loading, or why it can't, and loads when it is tried again", async () => {
  const { page, faults } = watched;
  await page.goto(bot.url);
  await page.locator(".start").first().waitFor();
  for (const [hash, pattern, shown] of [
    ["#/drafts", /\/drafts$/, "Nothing was published yet"],
    ["#/drafts/operator", /\/drafts\/operator$/, "Petal"],
    ["#/stories", /\/stories$/, "Olivia sees her points"],
    ["#/statistics", /\/statistics\?/, "counted by the bot"],
    ["#/deliveries", /\/deliveries$/, "1 of 1"],
  ] as const) {
    const held = await hold(page, "GET", pattern);
    await page.evaluate(`location.hash = "${hash}"; undefined`);
    await page.getByRole("status").filter({ hasText: "Loading…" }).waitFor();
    await until(() => held.calls.length > 0, "the call");
    const [first] = held.calls.splice(0);
    if (hash === "#/statistics") await first?.fulfill({ status: 500, json: {} });
    else await first?.abort();
    const failure = page.getByRole("alert");
    await failure.getByText(/Not loaded: The (bot can’t be reached|server answered 500)/).waitFor();
    await held.letGo();
    await failure.getByRole("button", { name: "Try again" }).click();
    await page.getByText(shown).filter({ visible: true }).first().waitFor();
    await expect.poll(() => failure.count()).toBe(0);
  }
  expect(faults).toEqual([]);
});

test("what is pressed twice is done once, and can be pressed again after a failure", async () => {
  const { page, faults } = watched;
  await page.setViewportSize({ width: 1280, height: 800 });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(`${bot.url}#/stories/${story}`);
  const running = await pressTwice(page, button("Run"), /stories\/run$/);
  await running.letGo();
  const accepting = await pressTwice(page, button("Accept these replies"), /stories\/accept$/);
  await accepting.calls.splice(0)[0]?.abort();
  await page.getByText("The bot can’t be reached").waitFor();
  await accepting.letGo();
  await button("Accept these replies").click();
  await page.locator("h2", { hasText: "unchanged" }).waitFor();

  await page.goto(`${bot.url}#/deliveries`);
  await page.locator("#deliveries a").click();
  await (await pressTwice(page, button("Redeliver"), /\/again$/)).letGo();
  await page.locator("#deliveries").getByText("× 2").waitFor();

  await page.goto(`${bot.url}#/drafts/operator`);
  const publishing = await pressTwice(page, button("Publish now"), /drafts\/operator$/);
  const reading = await hold(page, "GET", /\/drafts$/);
  await publishing.letGo();
  await page.getByText("Published", { exact: true }).waitFor();
  expect(await button("Publish now").isDisabled(), "until the history is read").toBe(true);
  await reading.letGo();
  await page.getByRole("heading", { name: /#1 by Operator/ }).waitFor();
  await (await pressTwice(page, button("Undo publication"), /publications\/undo$/)).letGo();
  await page.getByRole("heading", { name: /#2: Operator undid #1/ }).waitFor();
  expect(faults).toEqual([]);
});

test("what is opened or typed while something is being done stays", async () => {
  const { page, faults } = watched;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const text = JSON.stringify({ phrases: { en: ["is there a piano"] }, reply: { en: "Yes." } });
  await post("answers", { name: "piano", text });

  await page.goto(`${bot.url}#/drafts/operator`);
  await page.getByLabel("Comment", { exact: true }).fill("About music");
  const commenting = await hold(page, "POST", /\/drafts\/operator$/);
  await button("Send").click();
  await until(() => commenting.calls.length > 0, "the comment");
  await page.evaluate(`location.hash = "#/drafts/nobody"; undefined`);
  await page.getByText("There is no such draft").waitFor();
  const reading = await hold(page, "GET", /\/drafts\/\w+$/);
  await commenting.letGo();
  await until(() => reading.calls.length > 0, "the draft");
  expect(reading.calls.map((route) => new URL(route.request().url()).pathname)).toEqual([
    expect.stringMatching(/\/nobody$/),
  ]);
  await reading.letGo();

  await page.goto(`${bot.url}#/answers/piano`);
  const taking = await hold(page, "POST", /\/answers$/);
  await button("Take out of the draft").click();
  await until(() => taking.calls.length > 0, "the call");
  const reply = page.locator("#answers textarea").filter({ visible: true }).first();
  await reply.fill("On Fridays.");
  await taking.letGo();
  await page.getByText("Taken out of your draft").waitFor();
  await button("Take out of the draft").waitFor({ state: "detached" });
  expect(await reply.inputValue()).toBe("On Fridays.");
  expect(faults).toEqual([]);
});
