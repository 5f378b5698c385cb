/** The view of the shop's own answers: by keyboard and by touch, on each width, light and dark. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { connectBrowser, openPage } from "../../support/browser.ts";
import { until } from "../../support/until.ts";
import { textOf } from "../../support/views.ts";
import { createWorld } from "../../support/world.ts";
import { seriousViolations } from "../axe.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Whether nothing is wider than the page, and every button and field of the view is tall enough for a finger. */
const fit = (place: string) => `(() => {
  const place = document.querySelector(${JSON.stringify(place)});
  const small = Array.from(place.querySelectorAll("button, input, textarea, select"), (one) => one)
    .filter((one) => one.offsetHeight < 40 && !one.closest(".screen")).map((one) => one.outerHTML);
  return { wide: Math.max(0, place.scrollWidth - place.clientWidth), small };
})()`;

async function expectFine(page: Page, place = "#answers"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(fit(place)), `at ${width}`).toEqual({ wide: 0, small: [] });
    }
    expect(await seriousViolations(page)).toEqual([]);
  }
}

test("an answer is written by keyboard with a preview while typing, saved, tried in the chat, and published", async () => {
  await using world = await createWorld();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await page.goto(`${world.bot.origin}/studio/#/answers`);
  const main = page.locator("#answers");
  await main.getByRole("link", { name: "parking", exact: true }).waitFor();
  await expectFine(page);
  await page.getByLabel("Search answers").fill("sakuraguest");
  expect(await main.locator("a.permalink").allInnerTexts()).toEqual(["wifi"]);
  expect(await main.locator(".phrase-name").allInnerTexts()).toEqual(["wifi"]);
  await page.getByLabel("Search answers").fill("");

  await main.getByLabel("A name for a new answer").focus();
  await page.keyboard.type("pets");
  await page.keyboard.press("Enter");
  await main.getByRole("heading", { name: "pets" }).waitFor();
  await main.getByText("What asks for it: must have one at least").waitFor();
  const save = main.getByRole("button", { name: "Save" });
  expect(await save.getAttribute("aria-disabled")).toBe("true");

  const phrases = main.getByLabel("English", { exact: true }).first();
  await phrases.focus();
  for (const phrase of ["points", "opening hours", "Are dogs allowed"]) {
    await page.keyboard.type(phrase);
    await page.keyboard.press("Enter");
  }
  await main.getByText('the bot understands "points" already, as balance').waitFor();
  await main.getByRole("button", { name: "Remove points" }).focus();
  await page.keyboard.press("Enter");
  await main.locator('textarea[name="reply-en"]').fill("Dogs are welcome, {name}.");
  await main.getByText('"opening hours" is a phrase of hours, too').waitFor();
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await main.getByRole("button", { name: "Remove opening hours" }).click();
  await main
    .getByText("Its reply has no text in Thai, Japanese and Traditional Chinese.")
    .waitFor();
  await main
    .getByRole("region", { name: "As it is read in English" })
    .getByText("Dogs are welcome, ")
    .waitFor();
  await main.locator('textarea[name="reply-th"]').fill("พาน้องหมามาได้ค่ะ");
  await main
    .getByRole("region", { name: "As it is read in Thai" })
    .getByText("พาน้องหมามาได้ค่ะ")
    .waitFor();
  await main.getByText("When it is given, in Indochina Time").waitFor();
  await main.getByLabel("First day").fill("2026-12-31");
  await main.getByLabel("Last day").fill("2026-12-01");
  await main.getByText("Last day: must not be before from").waitFor();
  await main.getByLabel("First day").fill("2026-01-01");
  await main.getByLabel("From the time").fill("00:00");
  await main.getByText("From the time: must be two times of day").waitFor();
  await main.getByLabel("Until the time").fill("00:00");
  await main.getByRole("button", { name: "Add a button" }).click();
  await main.getByLabel("Label, English").fill("Map");
  await main.getByLabel("Address", { exact: true }).fill("http://maps.example/");
  await main.getByText("Button 1, Address: must be an https, tel or line address").waitFor();
  await main.getByLabel("Address", { exact: true }).fill("https://maps.example/");
  await main.getByRole("region", { name: "As it is read in English" }).getByText("Map").waitFor();
  await expectFine(page);
  await page.reload();
  await main.getByText("not saved").waitFor();
  await until(async () => (await save.getAttribute("aria-disabled")) === null);
  await main.locator('textarea[name="reply-en"]').focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Saved to your draft").waitFor();
  expect(textOf(await world.sendText("somchai", "are dogs allowed"))).not.toContain("Dogs");

  await page.setViewportSize({ width: 1440, height: 900 });
  await main.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("log").getByText("Dogs are welcome").first().waitFor();

  await page.goto(`${world.bot.origin}/studio/#/drafts/operator`);
  await page.getByText("An answer of the shop’s own.").waitFor();
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("Published", { exact: false }).first().waitFor();
  await until(async () =>
    textOf(await world.sendText("olivia", "are dogs allowed")).includes(
      "Dogs are welcome, Olivia.",
    ),
  );
  await page.goto(`${world.bot.origin}/studio/#/answers/pets`);
  await main.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("It goes when your draft is published").first().waitFor();
  await main.getByText("goes", { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test("what nobody could answer leads by touch to an answer with the phrase in its place", async () => {
  await using world = await createWorld();
  for (const label of ["olivia", "somchai", "hina"]) {
    await world.sendText(label, "are parrots welcome");
  }
  await using phone = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page, faults } = phone;
  const write = page.getByRole("button", { name: "Write an answer to are parrots welcome" });
  await until(async () => {
    await page.goto(`${world.bot.origin}/studio/#/statistics`);
    await page.reload();
    await page.locator("#unanswered").waitFor();
    return (await write.count()) > 0;
  });
  await page.getByText("3 people, 3 times").waitFor();
  await expectFine(page, "#statistics");
  await page.setViewportSize({ width: 390, height: 844 });
  await write.tap();
  const main = page.locator("#answers");
  await main.getByRole("heading", { name: "are-parrots-welcome" }).waitFor();
  await main.getByRole("button", { name: "Remove are parrots welcome" }).waitFor();
  await main.locator('textarea[name="reply-en"]').fill("They are.");
  await main.getByLabel("Thai", { exact: true }).first().tap();
  await page.keyboard.type("นกแก้ว");
  await main.getByRole("button", { name: "Add the phrase in Thai" }).tap();
  await main.getByRole("button", { name: "Remove นกแก้ว" }).waitFor();
  await until(
    async () =>
      (await main.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")) === null,
  );
  await main.getByRole("button", { name: "Save" }).tap();
  await page.getByText("Saved to your draft").waitFor();
  await main.getByRole("button", { name: "Take out of the draft" }).tap();
  await page.getByText("Taken out of your draft").waitFor();
  await main.getByText("There is no such answer").waitFor();
  expect(faults).toEqual([]);
});
