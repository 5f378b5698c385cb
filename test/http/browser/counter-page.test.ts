/** The counter page in a browser: one sheet of paper in each language, readable on a phone, by day and by night. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languages } from "../../../src/config/environment-schema.ts";
import { printed } from "../../counter/print.ts";
import { seriousViolations } from "../../studio/axe.ts";
import { connectBrowser, openPage } from "../../support/browser.ts";
import { startWebhookServer, type WebhookServer } from "../../support/webhook-server.ts";

let browser: Browser;
let server: WebhookServer;
beforeAll(async () => {
  browser = await connectBrowser();
  server = await startWebhookServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser.close();
});

/** A4 without the margins, in pixels of CSS. */
const paper = { width: 718, height: 1047 };

describe.each(languages)("%s", (language) => {
  const address = () => `${server.origin}/counter?lang=${language}`;

  test("is one sheet of A4 on paper, with room left for wider letters", async () => {
    await using watched = await openPage(browser);
    const { page, faults } = watched;
    await page.goto(address());
    const pdf = (await printed(page)).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][\d.]* 84[12][\d.]*\]/);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(paper);
    const height = Number(await page.evaluate("document.body.getBoundingClientRect().height"));
    expect(height / paper.height).toBeLessThan(0.95);
    expect(height / paper.height).toBeGreaterThan(0.8);
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  test.each(["light", "dark"] as const)("is readable on a phone, %s", async (colorScheme) => {
    const viewport = { width: 390, height: 844 };
    await using watched = await openPage(browser, { viewport, colorScheme });
    const { page, faults } = watched;
    await page.goto(address());
    expect(await page.getByRole("heading", { level: 2 }).count()).toBe(7);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const widths = await page.evaluate(
      "Array.from(document.images, ({ naturalWidth }) => naturalWidth)",
    );
    expect(widths).toEqual(Array.from({ length: 7 }, () => 120));
    expect(await seriousViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

test("the other languages are reached by keyboard", async () => {
  await using watched = await openPage(browser);
  const { page } = watched;
  await page.goto(`${server.origin}/counter?lang=en`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/lang=th$/);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("คู่มือ");
});
