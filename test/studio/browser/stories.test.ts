/** Stories and the demo's date in the studio: a chat becomes a story, which is played, accepted, changed by a draft, and shown by keyboard and touch at every width. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { openPage, connectBrowser } from "../../support/browser.ts";
import { demoGroup } from "../../../src/app/embedded-line.ts";
import { lineIdOf } from "../../support/world.ts";
import { seriousViolations } from "../axe.ts";
import { startStudioBot } from "../studio-bot.ts";

const demoDir = join(import.meta.dirname, "../../../stories");
const main = "olivia-sees-her-points";

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Runs in the page. */
const saveDraft = async (draft: object): Promise<number> => {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(draft) };
  return (await fetch("catalogues", init)).status;
};

interface AskedDialog {
  close(): void;
  previousElementSibling: { click(): void };
}

const closeAndReopen = (dialog: AskedDialog) => {
  dialog.close();
  dialog.previousElementSibling.click();
};

test("a chat is saved, played, accepted and compared, and the date is set and reset", async () => {
  await using bot = await startStudioBot();
  await using watched = await openPage(browser, {
    hasTouch: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page, faults } = watched;
  mkdirSync(bot.storiesDir);
  copyFileSync(join(demoDir, `${main}.txt`), join(bot.storiesDir, `${main}.txt`));
  const accepted = readFileSync(join(demoDir, `${main}.replies.json`), "utf8");
  const file = join(bot.storiesDir, `${main}.replies.json`);
  writeFileSync(file, accepted.replaceAll("How can we help?", "What can I do?"));

  await page.goto(`${bot.url}#/chat/${lineIdOf("olivia")}`);
  await page.locator("#message").fill("points");
  await page.locator("#message").press("Enter");
  await page.locator("#log .account", { hasText: "18,400" }).waitFor();
  await page.getByRole("button", { name: "Set date" }).click();
  await page.getByRole("button", { name: "+30 days" }).tap();
  const banner = page.locator("#clock-banner");
  await banner.getByText("30 days ahead").waitFor();
  await page.keyboard.press("Tab");
  await page.setViewportSize({ width: 390, height: 844 });
  await banner.getByRole("button", { name: "Back to now" }).tap();
  await banner.waitFor({ state: "hidden" });
  await page.locator("#chat-view:focus").waitFor();

  await page.getByRole("button", { name: "Save chat" }).tap();
  await page.locator("#save-chat").getByRole("button", { name: "Save" }).tap();
  const text = page.getByLabel("The story, in");
  await text.waitFor();
  await page.locator("#stories:focus").waitFor();
  expect(await text.inputValue()).toMatch(
    /^# Olivia Brown – points\n\n\(it is .+\)\nOlivia Brown: points\nbot: balance, 18,400/,
  );
  await page.getByRole("button", { name: "Copy address" }).tap();
  await page.getByText("The address is in the clipboard").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
  await page.getByRole("button", { name: "Run", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("1 without accepted replies").waitFor();
  await page.getByRole("button", { name: "Accept these replies" }).press("Enter");
  await page.locator("h2", { hasText: "unchanged" }).waitFor();
  await page.locator("#stories:focus").waitFor();
  await text.fill(`${await text.inputValue()}(snow)\n`);
  await page.getByRole("link", { name: "All stories" }).press("Enter");
  const row = page.locator(".story-row", { hasText: "not saved" });
  await row.getByRole("link", { name: "Olivia Brown – points" }).press("Enter");
  await page.getByText("line 6: expected (platform is down)").waitFor();
  await text.fill(`${(await text.inputValue()).replace("(snow)", "Olivia: help")}bot: help\n`);
  await page.getByText("line 6: expected").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await page.locator(".story-step", { hasText: "Olivia: help" }).waitFor();
  expect(await page.getByRole("button", { name: "Accept these replies" }).count()).toBe(0);
  await text.fill((await text.inputValue()).replace("Olivia: help\nbot: help", "(snow)"));
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await page.getByText("line 6: expected (platform is down)").waitFor();
  expect(await page.locator("h2 .chip").count(), "the outcome of another text").toBe(0);

  await page.goto(`${bot.url}#/chat/${demoGroup.chatId}`);
  await page.getByLabel("Who writes").selectOption(lineIdOf("olivia"));
  await page.locator("#message").fill("points");
  await page.locator("#message").press("Enter");
  await page.locator("#log .account").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.locator("#message").fill("help");
  await page.locator("#message").press("Enter");
  await page.locator("#log .account").nth(1).waitFor();
  await page.getByRole("button", { name: "Save chat" }).tap();
  const dialog = page.locator("#save-chat");
  expect(await dialog.locator("option").allTextContents()).toEqual(["points", "help"]);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Title of the story" }).fill("Friends ask for help");
  await page.getByLabel("It begins with").selectOption("help");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await page.locator("h2", { hasText: "Friends ask for help" }).waitFor();
  expect(await text.inputValue()).toMatch(
    /^# Friends ask for help\n\n\(it is .+\)\nin the group: Olivia Brown: help\nbot: group\n$/,
  );

  await page.goto(`${bot.url}#/chat/${demoGroup.chatId}/1000000002`);
  await page.locator("#account-name", { hasText: "(dev)" }).waitFor({ state: "attached" });
  await expect.poll(() => page.getByRole("button", { name: "Save chat" }).count()).toBe(0);

  await page.goto(`${bot.url}#/stories/${main}`);
  await page.getByRole("button", { name: "Run", exact: true }).tap();
  const step = page.locator(".story-step", { hasText: "Olivia taps: Help" });
  await step.locator("figure", { hasText: "Accepted" }).locator(".story-mark").waitFor();
  await step.locator("del", { hasText: "What can I do?" }).waitFor();
  await step.locator("ins", { hasText: "How can we help?" }).waitFor();
  await step.scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator(".story-step .no-picture").count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Accept these replies" }).press("Enter");
  await page.locator("h2", { hasText: "unchanged" }).waitFor();
  expect(readFileSync(file, "utf8")).toContain("How can we help?");

  // Off while the list is read again.
  await page.locator(".story-languages:enabled").waitFor();
  await page.getByRole("checkbox", { name: "Thai" }).press("Space");
  await page.getByRole("checkbox", { name: "Thai", checked: true }).waitFor();
  await page.getByRole("checkbox", { name: "Japanese" }).press("Space");
  const run = page.getByRole("button", { name: "Run", exact: true });
  await run.press("Enter");
  await page.locator("h2", { hasText: "Japanese: new" }).waitFor();
  expect(await run.evaluate("document.activeElement.textContent.trim()")).toBe("Run");
  await page.getByRole("button", { name: "Accept these replies, Japanese" }).press("Enter");
  await page.locator("h2", { hasText: "Japanese: unchanged" }).waitFor();
  const outcomes = await page.locator("h2 .chip").allTextContents();
  expect(outcomes.map((outcome) => outcome.trim())).toEqual([
    "Each person’s own language: unchanged",
    "Thai: new",
    "Japanese: unchanged",
  ]);
  expect(existsSync(join(bot.storiesDir, `${main}.replies.ja.json`))).toBe(true);
  expect(existsSync(join(bot.storiesDir, `${main}.replies.th.json`))).toBe(false);
  expect(await seriousViolations(page)).toEqual([]);

  const draft = { language: "en", key: "help.title", text: "What now?" };
  expect(await page.evaluate(saveDraft, draft)).toBe(200);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.getByRole("link", { name: "Stories", exact: true }).press("Enter");
  await page.getByRole("button", { name: "What does the draft change?" }).tap();
  await page.getByText("The draft changes 1 of 3 stories").waitFor();
  await page.locator("summary", { hasText: "Olivia sees her points" }).press("Enter");
  await page.locator("ins", { hasText: "What now?" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto(`${bot.url}#/words`);
  await page.locator("a.text").first().waitFor();
  await page.getByRole("link", { name: "Stories", exact: true }).press("Enter");
  await page.locator(".story-row").first().waitFor();
  expect(await page.locator(".draft-changes").count(), "of a draft that may have changed").toBe(0);
  await page.goto(`${bot.url}#/drafts`);
  await page
    .getByRole("link", { name: /Your draft|Operator|you/i })
    .first()
    .click();
  await page.getByRole("button", { name: "Which stories change?" }).press("Enter");
  await page.getByText("The draft changes 1 of 3 stories").waitFor();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(overflow)).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${bot.url}#/stories/friends-ask-for-help`);
  const remove = page.getByRole("button", { name: "Delete" });
  await remove.tap();
  await page.getByRole("dialog").press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(existsSync(join(bot.storiesDir, "friends-ask-for-help.txt"))).toBe(true);
  await remove.press("Enter");
  // Opened again before the browser has told that it was closed.
  await page.getByRole("dialog").evaluate(closeAndReopen);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).tap();
  await page.getByText("Deleted").waitFor();
  await page.locator(".story-row").first().waitFor();
  await expect
    .poll(() => page.locator(".story-row", { hasText: "Friends ask for help" }).count())
    .toBe(0);
  expect(existsSync(join(bot.storiesDir, "friends-ask-for-help.txt"))).toBe(false);
  expect(faults).toEqual([]);

  const played = { name: "olivia-brown-points", language: "own" };
  const call = async (path: string, body: object) => {
    const { origin } = new URL(bot.url);
    const headers = { "content-type": "application/json", origin };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(bot.url + path, init);
    return { status: response.status, body: await response.json() };
  };
  const accept = (name = played.name) => call("stories/accept", { ...played, name });
  expect(await accept(main)).toMatchObject({ status: 200 });
  // It was changed above.
  expect(await accept()).toMatchObject({
    status: 409,
    body: { message: "Run the story again before its replies are accepted" },
  });
  expect(await call("stories/delete", { name: played.name })).toMatchObject({ status: 200 });
  expect(await accept()).toMatchObject({
    status: 404,
    body: { message: "There is no such story any more" },
  });
  expect(await call("stories", { text: "# Olivia Brown – points" })).toMatchObject({
    body: { name: played.name },
  });
  expect(await accept()).toMatchObject({ status: 409 });
  expect(readdirSync(bot.storiesDir).filter((name) => name.startsWith(played.name))).toEqual([
    `${played.name}.txt`,
  ]);
});

test("what was written of a story that somebody else has changed or deleted is kept, and replaces nothing", async () => {
  await using bot = await startStudioBot();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  mkdirSync(bot.storiesDir);
  const file = join(bot.storiesDir, "shared.txt");
  writeFileSync(file, "# Shared\n");
  const text = page.locator("#story-text");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(`${bot.url}#/stories/shared`);
  await text.fill("# Mine\n");
  writeFileSync(file, "# Theirs\n");
  await button("Save").click();
  await page.getByText("Somebody has changed this story", { exact: true }).waitFor();
  await page.getByText("Somebody has changed this story since you began").waitFor();
  expect(await text.inputValue()).toBe("# Mine\n");
  // Also when what the story is now was there before the edit went on.
  await page.reload();
  await text.fill("# Mine too\n");
  await page.getByText("Somebody has changed this story since you began").waitFor();
  await expect.poll(() => button("Save").count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await button("Discard").click();
  expect(await text.inputValue()).toBe("# Theirs\n");

  await text.fill("# Mine\n");
  rmSync(file);
  await button("Save").click();
  await page.getByText("Somebody has deleted this story").waitFor();
  expect(await text.inputValue()).toBe("# Mine\n");
  expect(await seriousViolations(page)).toEqual([]);
  await button("Save as a new story").click();
  await page.locator("h2", { hasText: "Mine" }).waitFor();
  expect(readdirSync(bot.storiesDir)).toEqual(["mine.txt"]);
  await text.fill("# Mine, too\n");
  await button("Save").click();
  await page.locator("h2", { hasText: "Mine, too" }).waitFor();
  expect(readFileSync(join(bot.storiesDir, "mine.txt"), "utf8")).toBe("# Mine, too\n");
  expect(faults).toEqual([]);
});
