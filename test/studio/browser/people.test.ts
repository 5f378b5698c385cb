/** The list of people of the demo, in a real browser. */
import { expect, test } from "vitest";
import { connectBrowser, openPage } from "../../support/browser.ts";
import { seriousViolations } from "../axe.ts";
import { startStudioBot } from "../studio-bot.ts";

test("six people come first, and the special cases are folded below until they are looked for", async () => {
  await using browser = await connectBrowser();
  await using bot = await startStudioBot();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await page.goto(bot.url);
  const names = page.locator("#people li:visible .person-name");
  await names.first().waitFor();
  expect(await names.allTextContents()).toEqual([
    "Olivia Brown",
    "สมชาย ใจดี",
    "Alex",
    "Ploy",
    "Anan",
    "Mint",
    "Coffee friends",
  ]);
  expect(await page.locator("#people h2:visible").allTextContents()).toEqual([
    "Start here",
    "Groups",
  ]);
  await page.locator("#people a").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /田中/ }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.locator("#search").fill("Japanese");
  await expect.poll(() => names.allTextContents()).toEqual(["田中 陽菜"]);
  expect(faults).toEqual([]);
});
