/** The translations editor: preview, validation, saving to the draft, comparison with the published texts, and unsaved changes. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import type { CatalogueTable } from "../../../src/studio/server/api-types.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let browser: Browser;
let bot: StudioBot;
/** Shared, and loaded once: each test begins with an address and texts of its own. */
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot()]);
  watched = await openPage(browser);
  ({ page } = watched);
});
afterEach(async () => {
  expect(watched.faults.splice(0)).toEqual([]);
  for (const name of Object.keys(await draftTexts())) {
    const [key, language] = name.split("/");
    await fetch(new URL("catalogues", bot.url), {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(bot.url).origin },
      body: JSON.stringify({ key, language, text: null }),
    });
  }
  expect(await draftTexts()).toEqual({});
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** The draft's texts, by `key/language`. */
async function draftTexts(): Promise<Record<string, string>> {
  const response = await fetch(new URL("catalogues", bot.url));
  const { rows } = (await response.json()) as CatalogueTable;
  const texts = rows.flatMap(({ key, texts: all }) =>
    Object.entries(all).flatMap(([language, { draft }]) =>
      draft === undefined ? [] : [[`${key}/${language}`, draft] as const],
    ),
  );
  return Object.fromEntries(texts);
}

test("a text is previewed beside all four languages, saved, shown in the gallery beside the published one, and reverted", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${bot.url}#/words/balance.empty/zh-TW`);
  await page.locator(".text-editor .message-content").waitFor();
  const [tableOverflow, editorBox] = await Promise.all([
    page.evaluate(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".table-place"))`,
    ),
    page.locator(".text-editor").boundingBox(),
  ]);
  expect(tableOverflow).toBe(0);
  for (const language of ["th", "en", "ja", "zh-TW"]) {
    const box = await page.locator(`[data-text="balance.empty/${language}"]`).boundingBox();
    expect(box?.width).toBeGreaterThan(120);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(editorBox?.x ?? 0);
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.locator("thead th").allInnerTexts()).toEqual([
    "Text",
    "Thai",
    "English",
    "Japanese",
    "Traditional Chinese",
  ]);
  await page.getByLabel("Search texts").fill("balance.empty");
  await page.locator('[data-text="balance.empty/en"]').click();
  await page
    .getByRole("heading", { name: "No card yet, to a member with a name · English" })
    .waitFor();
  await page.getByLabel("Search texts").fill("");
  const editor = page.locator(".text-editor");
  const field = editor.getByLabel("Text");
  const save = editor.getByRole("button", { name: "Save" });

  await field.fill("No card yet, {nam}");
  await editor.getByText("{nam} isn’t known here; there is: name").waitFor();
  await editor.getByText("This is how it was before the error.").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await field.fill("No card yet, {name}!");
  await editor.locator(".message-content").getByText("No card yet, Olivia!").waitFor();
  expect(await draftTexts()).toEqual({});
  await field.press("Control+Enter");
  await page.getByText("Saved to your draft").waitFor();
  expect(await draftTexts()).toEqual({ "balance.empty/en": "No card yet, {name}!" });
  await page.locator('a.text.edited[data-text="balance.empty/en"]').waitFor();

  await page.goto(`${bot.url}#/gallery`);
  await page.locator("#gallery-filters").getByRole("button", { name: "edited" }).click();
  await page.locator('.card[data-path="balance/en/empty"]').waitFor();
  await page.locator('.card:not([data-path*="/en/"])').first().waitFor({ state: "detached" });
  await page.goto(`${bot.url}#/gallery/balance/en/empty`);
  const published = page.locator("figure", { hasText: "Published" });
  await published.getByText("Our staff will gladly help").waitFor();
  await page.locator("figure", { hasText: "In the draft" }).getByText("No card yet").waitFor();

  await page.goto(`${bot.url}#/words/balance.empty/en`);
  const takeBack = editor.getByRole("button", { name: "Take out of the draft" });
  await takeBack.click();
  await page.getByText("Taken out of your draft").waitFor();
  expect(await draftTexts()).toEqual({});
  // The button is gone, and the focus is still in the editor.
  await takeBack.waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "hidden" });
});

test("a search without a hit says so, and a group shows its own texts", async () => {
  await page.goto(`${bot.url}#/words`);
  await page.getByLabel("Search texts").fill("no such text");
  await page.locator("#texts").getByText("Nothing matches the search and the switches.").waitFor();
  await page.getByLabel("Search texts").fill("");
  await page.getByLabel("About").selectOption("Gifts and reminders");
  await page.locator('[data-text="balance.label/en"]').waitFor({ state: "detached" });
  expect(await page.locator("th.group").allInnerTexts()).toEqual(["Gifts and reminders"]);
  await page.locator('[data-text="gift.welcome/en"]').waitFor();
  await page.getByLabel("About").selectOption("all");
  await page.goto(`${bot.url}#/gallery`);
  await page.getByLabel("Search replies").fill("no such reply");
  await page
    .locator("#gallery")
    .getByText("Nothing matches the search and the switches.")
    .waitFor();
});

test("a card of the gallery shows its reply whole: the other cards when they are asked for, and every button", async () => {
  // Without the filters of others.
  await page.goto("about:blank");
  await page.goto(`${bot.url}#/gallery`);
  await page.getByLabel("Search replies").fill("balance");
  const card = page.locator('.card[data-path="balance/en/ordinary"]');
  await card.getByText("1,250").first().waitFor();
  const cards = () => card.locator(".flex-bubble").count();
  expect(await cards()).toBe(1);
  await card.getByRole("button", { name: "+1 more" }).press("Enter");
  await expect.poll(cards).toBe(2);
  await page.getByLabel("Search replies").fill("redeem");
  const question = page.locator('.card[data-path="redeem/en/ordinary"]');
  await question.scrollIntoViewIfNeeded();
  for (const name of ["Redeem now", "Not now"]) {
    await question.getByRole("button", { name }).waitFor();
    const [button, screen] = await Promise.all([
      question.getByRole("button", { name }).boundingBox(),
      question.locator(".screen").boundingBox(),
    ]);
    const bottom = (button?.y ?? 0) + (button?.height ?? 0);
    expect(bottom, "not cut off").toBeLessThanOrEqual((screen?.y ?? 0) + (screen?.height ?? 0));
  }
});

test("markup in texts is shown literally in the table, the preview and the gallery", async () => {
  const hostile = `<img src=x onerror=alert(1)>"><script>alert(2)</script>`;
  await page.goto(`${bot.url}#/words/unknown.body/en`);
  const editor = page.locator(".text-editor");
  await editor.getByLabel("Text").fill(hostile);
  await editor.locator(".message-content").getByText("alert(1)").waitFor();
  await editor.getByRole("button", { name: "Save" }).click();
  await page.locator('[data-text="unknown.body/en"]', { hasText: "alert(2)" }).waitFor();
  await page.goto(`${bot.url}#/gallery/unknown/en/ordinary`);
  await page.locator(".single").getByText("alert(2)").first().waitFor();
  await expect.poll(() => page.locator("body script, img[src='x'], [onerror]").count()).toBe(0);
  for (const address of ["gallery/__proto__/en/x", "words/constructor/en", "words/%E0%A4%A/%00"]) {
    await page.goto(`${bot.url}#/${address}`);
    await page
      .locator(address.startsWith("words") ? "table" : "#gallery .placeholder")
      .first()
      .waitFor();
  }
});

test("unsaved texts stay in their cells until they are saved or discarded", async () => {
  const field = page.locator(".text-editor").getByLabel("Text");
  const cell = (name: string) => page.locator(`[data-text="${name}"]`);
  const open = async (name: string) => {
    await cell(name).click();
    await page.locator(".text-editor .code-name", { hasText: name.split("/")[0] ?? "" }).waitFor();
    await page.locator(`[data-text="${name}"][aria-current]`).waitFor();
  };
  await page.goto(`${bot.url}#/words/help.title/en`);
  await field.fill("What can I do?");
  await open("help.title/th");
  await field.fill("ทำอะไรดี");
  await cell("help.title/en").getByText("not saved").waitFor();

  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await page.getByText("Choose a delivery").waitFor();
  await page.getByRole("link", { name: "Texts" }).click();
  await page
    .getByRole("group", { name: "Language" })
    .getByRole("button", { name: "English" })
    .click();
  await cell("help.title/en").waitFor({ state: "detached" });
  await page
    .getByRole("group", { name: "Language" })
    .getByRole("button", { name: "English" })
    .click();
  await page.reload();
  await page.getByRole("button", { name: "not saved (2)" }).click();
  const rows = page.locator('tbody th[scope="row"]');
  await rows.nth(1).waitFor({ state: "detached" });
  await expect.poll(() => rows.count()).toBe(1);
  await open("help.title/en");
  expect(await field.inputValue()).toBe("What can I do?");
  expect(await draftTexts()).toEqual({});

  await field.press("Control+Enter");
  await page.getByText("Saved to your draft").waitFor();
  await open("help.title/th");
  expect(await field.inputValue()).toBe("ทำอะไรดี");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.locator(".unsaved-mark").first().waitFor({ state: "detached" });
  expect(await field.inputValue()).not.toBe("ทำอะไรดี");
  await page.getByRole("button", { name: "all", exact: true }).click();
  await cell("help.title/en").getByText("What can I do?").waitFor();

  await open("help.title/en");
  const builtIn = await page.locator(".text-editor dd").last().innerText();
  await field.fill("Something else");
  await cell("help.title/en").getByText("not saved").waitFor();
  await page.getByRole("button", { name: "Restore the built-in text" }).click();
  await cell("help.title/en").getByText(builtIn).waitFor();
  expect(await field.inputValue()).toBe(builtIn);
  expect(await draftTexts()).toEqual({});
});
