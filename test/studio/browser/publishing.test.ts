/** A draft from its author's log-in to its publication and back: by keyboard and by touch, on each width, light and dark. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { connectBrowser, openPage } from "../../support/browser.ts";
import { factsOf } from "../../support/staff.ts";
import { stringsOf } from "../../support/views.ts";
import { createWorld, type World } from "../../support/world.ts";
import { seriousViolations } from "../axe.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const linkOf = async (world: World, label: string) =>
  /https?:\S+#\/login\/\S+/.exec(factsOf(await world.sendText(label, "/studio")))?.[0] ?? "";

/** Whether nothing is wider than the page, and every button and link of the view is tall enough for a finger. */
const fit = `(() => {
  const place = document.querySelector("#publishing");
  const small = Array.from(place.querySelectorAll("button, summary, input"), (one) => one.offsetHeight)
    .filter((height) => height < 40);
  const nav = document.querySelector(".nav");
  return { wide: [place, nav].map((one) => Math.max(0, one.scrollWidth - one.clientWidth)), small };
})()`;

async function expectFine(page: Page): Promise<void> {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(fit), `at ${width}`).toEqual({ wide: [0, 0], small: [] });
  }
  expect(await seriousViolations(page)).toEqual([]);
}

test("a draft is written by keyboard, approved by touch, published and undone", async () => {
  await using world = await createWorld({ WORDS_REVIEW: "on" });
  await using author = await openPage(browser);
  const { page } = author;
  const reported: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") reported.push(line.text());
  });
  await page.goto(await linkOf(world, "marketer"));
  await page.getByText("This link logs you in once").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Log out" }).waitFor();

  await page.goto(`${world.bot.origin}/studio/#/words/balance.number/en`);
  await page.locator(".text-editor").getByLabel("Text").fill("Petal number");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Saved to your draft").waitFor();
  await page.getByRole("link", { name: "Publish", exact: true }).press("Enter");
  await page.getByText("Nothing was published yet").waitFor();
  await page.getByLabel("Search drafts").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const main = page.locator("#publishing");
  await main.getByRole("heading", { name: "Your draft" }).waitFor();
  expect(await main.locator("ins").allInnerTexts()).toContain("Petal");
  await main.getByText("Members read it in “Points”").waitFor();
  await main.getByText("Not changed in Thai, Japanese and Traditional Chinese").waitFor();
  await expect.poll(() => main.getByRole("button", { name: "Publish now" }).count()).toBe(0);
  await main.getByRole("button", { name: "Ask for review" }).focus();
  await page.keyboard.press("Enter");
  await main.getByText("review requested").waitFor();
  await page.locator("#publishing:focus").waitFor();

  await using reviewer = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    hasTouch: true,
    isMobile: true,
  });
  const phone = reviewer.page;
  await phone.goto(await linkOf(world, "owner"));
  await phone.getByRole("button", { name: "Log in" }).tap();
  await phone.getByRole("button", { name: "More" }).tap();
  await phone.getByRole("button", { name: "Log out" }).waitFor();
  await phone.keyboard.press("Escape");
  await phone.getByRole("link", { name: "Publish", exact: true }).tap();
  await phone.locator(".draft-list a").tap();
  await phone.getByText("In a reply, English").tap();
  await phone.locator(".reply-pair").getByText("Petal number").first().waitFor();
  await phone.getByRole("textbox", { name: "Comment" }).fill("Lovely");
  await phone.getByRole("button", { name: "Send" }).tap();
  await phone.locator(".comments li").getByText("Lovely").waitFor();
  await phone.locator("#comment:focus").waitFor();
  await expectFine(phone);
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.getByRole("button", { name: "Approve" }).tap();
  await phone.getByRole("button", { name: "Publish now" }).waitFor();

  // As when somebody comes back to the tab.
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await main.getByLabel("Or at a time, in Indochina Time").fill("2026-12-31T09:00");
  await main.getByRole("button", { name: "Plan" }).click();
  await main.getByText(/Planned for 31 Dec 2026, 09:00/).waitFor();
  await main.getByRole("button", { name: "Don’t publish then" }).click();
  await main.getByRole("button", { name: "Discard the draft", disabled: false }).press("Enter");
  await main.getByRole("heading", { name: "Your draft" }).waitFor();
  await page.locator("#discard-dialog[open]").press("Escape");
  await page.locator(":focus", { hasText: "Discard the draft" }).waitFor();
  await main.getByRole("button", { name: "Publish now", disabled: false }).focus();
  await page.keyboard.press("Enter");
  await main.getByRole("heading", { name: /#1 by .*, approved by / }).waitFor();
  expect(stringsOf(await world.sendText("olivia", "points"))).toContain("Petal number");
  await main.getByText("1 text", { exact: true }).click();
  expect(await main.locator("ins").allInnerTexts()).toContain("Petal");
  await expectFine(page);
  await main.getByRole("button", { name: "Undo publication" }).focus();
  await page.keyboard.press("Enter");
  await main.getByRole("heading", { name: /#2: .* undid #1/ }).waitFor();
  for (const path of ["%", "nobody"]) {
    await page.goto(`${world.bot.origin}/studio/#/drafts/${path}`);
    await main.getByText("There is no such draft").waitFor();
    await page.goto(`${world.bot.origin}/studio/#/drafts`);
    await main.getByRole("heading", { name: /#2/ }).waitFor();
  }
  expect(stringsOf(await world.sendText("olivia", "points"))).not.toContain("Petal number");
  // A draft that was published since, and is looked at once more, is nothing that a browser reports.
  expect([...author.faults, ...reviewer.faults, ...reported]).toEqual([]);
});
