/** Somebody chooses a person, writes, taps and reads, in a real browser. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { openPage, startBrowser } from "../support/browser.ts";
import { enterRoom, somchai } from "./room.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
}, 60_000);
afterAll(() => browser.close());

test("a person is chosen, writes, and is answered", async () => {
  await using room = await enterRoom();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  room.phone.reaction = (userId) => room.phone.say(userId, { type: "text", text: "1,250 แต้ม" });

  await page.goto(room.url);
  await page.getByRole("link", { name: /สมชาย/ }).click();
  await page.locator("#message:focus").waitFor();
  await page.keyboard.type("แต้ม");
  await page.keyboard.press("Enter");

  const log = page.getByRole("log");
  await log.getByText("1,250 แต้ม").waitFor();
  expect(await log.locator(".person-row").allInnerTexts()).toEqual([
    expect.stringContaining("แต้ม"),
  ]);
  expect(room.phone.done).toEqual([
    { userId: somchai.userId, action: { type: "text", text: "แต้ม" } },
  ]);
  expect(page.url()).toContain(`#/chat/${somchai.userId}`);

  await page.reload();
  await log.getByText("1,250 แต้ม").waitFor();
  expect(await log.locator(".row").count()).toBe(2);
  expect(faults).toEqual([]);
});
