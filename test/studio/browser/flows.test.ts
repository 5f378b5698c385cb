/** What the people of a shop do in the studio, from a chat to a publication and back: in Thai by keyboard alone, and in Japanese by touch on a phone. */
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import {
  formatterOf,
  languageNameIn,
  ownNames,
  type TranslateOf,
} from "../../../src/bot/i18n/format.ts";
import { builtInCatalogues } from "../../../src/bot/i18n/translate.ts";
import type { Language } from "../../../src/config/languages.ts";
import { pageCatalogues } from "../../../src/studio/i18n/catalogues.ts";
import type { pageKeys } from "../../../src/studio/i18n/message-keys.ts";
import { titleOf } from "../../../src/studio/i18n/titles.ts";
import { connectBrowser, openPage } from "../../support/browser.ts";
import { lineIdOf } from "../../support/world.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let browser: Browser;
let bot: StudioBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([connectBrowser(), startStudioBot({ WORDS_REVIEW: "on" })]);
  mkdirSync(bot.storiesDir);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** The words of the page. */
function wordsIn(language: Language): TranslateOf<typeof pageKeys> {
  const format = formatterOf(pageCatalogues[language], language, "UTC");
  return (key, ...values) => String(format(key, values[0]));
}

/** How somebody gets at what they see. */
interface Hand {
  reach(target: Locator): Promise<void>;
  press(target: Locator): Promise<void>;
  /** Chooses an entry of a list by its place. */
  choose(list: Locator, index: number): Promise<void>;
}

/** What is asked of an element, in the page. */
interface Asked {
  ownerDocument: { activeElement: Asked };
  compareDocumentPosition(other: Asked): number;
  closest(selector: string): { lang: string };
  selectedIndex: number;
  scrollWidth: number;
  clientWidth: number;
}
const isFocused = (one: Asked) => one === one.ownerDocument.activeElement;
const isBeforeFocus = (one: Asked) =>
  (one.compareDocumentPosition(one.ownerDocument.activeElement) & 4) > 0;
const spokenIn = (one: Asked) => one.closest("[lang]").lang;
const isWhole = (one: Asked) => one.scrollWidth <= one.clientWidth;
const chosenIn = (one: Asked) => one.selectedIndex;

const hasFocus = async (page: Page, target: Locator) =>
  (await target.and(page.locator(":focus")).count()) > 0;

const maxTabs = 150;

/** Nothing but keys: each target is reached by Tab from where the focus is. */
function byKeyboard(page: Page): Hand {
  const { keyboard } = page;
  const reach = async (target: Locator) => {
    await target.waitFor();
    // Found once: a search by role takes longer than a key.
    const element = await target.elementHandle();
    const isReached = () => element?.evaluate(isFocused);
    if (await isReached()) return;
    const key = (await element?.evaluate(isBeforeFocus)) ? "Shift+Tab" : "Tab";
    for (let presses = 0; presses < maxTabs; presses += 1) {
      await keyboard.press(key);
      if (await isReached()) return;
    }
    throw new Error(`${key} doesn't lead to ${String(target)}`);
  };
  return {
    reach,
    async press(target) {
      await reach(target);
      await keyboard.press("Enter");
    },
    async choose(list, index) {
      await reach(list);
      const steps = index - (await list.evaluate(chosenIn));
      for (let step = 0; step < Math.abs(steps); step += 1) {
        await keyboard.press(steps > 0 ? "ArrowDown" : "ArrowUp");
      }
    },
  };
}

const byTouch: Hand = {
  reach: (target) => target.tap(),
  press: (target) => target.tap(),
  // A phone's own list.
  choose: async (list, index) => void (await list.selectOption({ index })),
};

/** The studio in a language, as somebody walks through it. */
function walkerOf(page: Page, hand: Hand, language: Language) {
  const t = wordsIn(language);
  const nav = page.getByRole("navigation", { name: t("nav.label"), exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const walker = {
    t,
    button,
    log: page.getByRole("log"),
    main: page.getByRole("main"),
    ...hand,
    async write(field: Locator, text: string) {
      await hand.reach(field);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.insertText(text);
    },
    /** Waits for what the page says for a moment. */
    told: (text: string) => page.getByRole("status").filter({ hasText: text }).first().waitFor(),
    /** Opens what a phone has behind a button. */
    async showMore() {
      const more = nav.getByRole("button", { name: t("nav.more") });
      if (await more.isVisible()) await hand.press(more);
    },
    async goTo(view: "chat" | "words" | "drafts" | "stories" | "answers" | "statistics") {
      const back = page.getByRole("link", { name: t("chat.back") });
      if (await back.isVisible()) await hand.press(back);
      await nav.waitFor();
      const link = nav.getByRole("link", { name: t(`view.${view}`), exact: true });
      if (!(await link.isVisible())) await walker.showMore();
      await hand.press(link);
      await page.getByRole("heading", { level: 1, name: t(`view.${view}`) }).waitFor();
    },
    async openChat(name: string) {
      await walker.goTo("chat");
      await walker.write(page.getByLabel(t("search.chat")), name);
      const people = page.getByRole("navigation", { name: t("chat.people") });
      await hand.press(people.getByRole("link", { name }).first());
      await page.locator(".live #log:not([aria-busy])").waitFor();
    },
    async send(text: string) {
      await walker.write(page.getByRole("textbox", { name: t("chat.message") }), text);
      await hand.press(button(t("chat.send")));
    },
  };
  return walker;
}
type Walker = ReturnType<typeof walkerOf>;

/** A member writes, taps a button of the reply, and shows their card at the till. */
async function chat(page: Page, walker: Walker, language: Language, words: Words): Promise<void> {
  const { t, log, button, press } = walker;
  await walker.openChat(words.member);
  await walker.send(words.points);
  const show = log.getByRole("button", { name: words.bot["balance.card"] }).first();
  await show.waitFor();
  expect(await hasFocus(page, button(t("chat.send"))), "who has sent stays there").toBe(true);
  await press(show);
  await log.getByText(words.bot["card.hint"]).first().waitFor();

  await walker.openChat("Ploy");
  expect(await button(t("chat.send")).evaluate(spokenIn), "not the phone's").toBe(language);
  await press(button(t("chat.attachments")));
  await press(button(t("chat.picture")));
  const dialog = page.getByRole("dialog", { name: t("chat.photo.question") });
  const code = dialog.getByRole("combobox");
  await code.waitFor();
  const offered = await code.getByRole("option").allTextContents();
  await walker.choose(
    code,
    offered.findIndex((label) => label.includes(words.member)),
  );
  expect(await dialog.evaluate(isWhole), "its buttons are in sight").toBe(true);
  await press(dialog.getByRole("button", { name: t("chat.send"), exact: true }));
  await log.locator(".account", { hasText: words.member }).first().waitFor();
}

/** A text with a fault, its preview without one, and its way to the draft. */
async function editText(page: Page, walker: Walker, language: Language): Promise<void> {
  const { t, button, press, write } = walker;
  await walker.goTo("words");
  await write(page.getByLabel(t("search.words")), titleOf("balance.empty", language, ""));
  await press(page.locator(`[data-text="balance.empty/${language}"]`));
  const editor = page.getByRole("region", { name: t("texts.edit") });
  const preview = editor.getByRole("region", { name: t("preview.title") });
  await preview.waitFor();
  await write(editor.getByRole("textbox"), "{nam}");
  await editor.locator(".fault-text").waitFor();
  await preview.getByText(t("preview.old")).waitFor();
  expect(await button(t("texts.save")).getAttribute("aria-disabled")).toBe("true");
  await write(editor.getByRole("textbox"), "{name} ★");
  await preview.getByText("★").waitFor();
  await press(button(t("texts.save")));
  await walker.told(t("texts.saved"));
  await walker.goTo("drafts");
  await press(walker.main.getByRole("link", { name: t("publishing.draft.own") }));
  await press(button(t("publishing.askReview")));
  await walker.main.getByText(t("publishing.review.requested")).waitFor();
}

/** Somebody of the staff asks for a link in their chat, and logs in by it. */
async function logIn(page: Page, walker: Walker, label: string): Promise<void> {
  await page.goto(`${bot.url}#/chat/${lineIdOf(label)}`);
  await page.locator(".live #log:not([aria-busy])").waitFor();
  const links = walker.log.getByRole("link", { name: "#/login/" });
  const before = await links.count();
  await walker.send("/studio");
  await page.goto((await links.nth(before).getAttribute("href")) ?? "");
  await walker.press(walker.button(walker.t("login")));
}

/** An owner approves a marketer's draft, publishes it, and takes that back. */
async function review(walker: Walker): Promise<void> {
  const { t, button, press, told } = walker;
  await walker.goTo("drafts");
  await press(walker.main.getByRole("link", { name: "Mint" }));
  await press(button(t("publishing.approve")));
  await press(button(t("publishing.publish")));
  await told(t("publishing.done.published"));
  await press(button(t("publishing.undo")));
  await told(t("publishing.done.undone"));
}

/** A story is written, its fault is named before it is saved, and what is on the screen is played. */
async function tell(page: Page, walker: Walker): Promise<void> {
  const { t, button, press, write, told } = walker;
  await walker.goTo("stories");
  await press(button(t("stories.write")));
  const text = page.locator("#story-text");
  const fault = page.locator(".story-text .fault-text");
  await write(text, "# Olivia\n\nOlivia: points\n(snow)\n");
  await fault.waitFor();
  await write(text, "# Olivia\n\nOlivia: points\nbot: balance\n");
  await fault.waitFor({ state: "detached" });
  await press(button(t("stories.run")));
  await walker.main.getByRole("heading").getByText(t("stories.outcome.new")).waitFor();
  await press(button(t("save")));
  await told(t("stories.done.saved"));
}

/** An answer of the shop's own is written with its preview, and saved to the draft. */
async function answer(page: Page, walker: Walker, language: Language, words: Words): Promise<void> {
  const { t, button, press, write } = walker;
  await walker.goTo("answers");
  await write(page.getByLabel(t("answers.new")), `dogs-${language}`);
  await press(button(t("answers.new.confirm")));
  const name = languageNameIn(language, language);
  await write(page.getByRole("textbox", { name, exact: true }).first(), words.phrase);
  await press(button(t("answers.phrases.add.label", { language: name })));
  await write(page.locator(`textarea[name="reply-${language}"]`), words.reply);
  const preview = page.getByRole("region", { name: t("answers.preview", { language: name }) });
  await preview.getByText(words.reply).waitFor();
  await press(button(t("save")));
  await walker.told(t("answers.saved"));
}

async function count(page: Page, walker: Walker): Promise<void> {
  const { t, button, press, main } = walker;
  await walker.goTo("statistics");
  const week = button(t("statistics.days", { days: 7 }));
  await press(week);
  expect(await week.getAttribute("aria-pressed")).toBe("true");
  const name = t("shop.figure.answers");
  await press(main.locator("#shop summary", { hasText: name }).first());
  const table = page.getByRole("table", { name: t("statistics.byDay", { name }) });
  // Nothing may have been counted yet.
  await table.waitFor({ state: "attached" });
}

/** With a keyboard the choice has the focus on the page that comes of it: the way back begins there. */
async function changeLanguage(
  page: Page,
  walker: Walker,
  chosen: Language[],
  by: string,
): Promise<void> {
  await walker.showMore();
  let { t } = walker;
  for (const language of chosen) {
    const list = page.getByLabel(t("language.label"), { exact: true });
    await walker.choose(list, Object.keys(ownNames).indexOf(language));
    t = wordsIn(language);
    await page.locator(`html[lang="${language}"]`).waitFor();
    const choice = page.getByLabel(t("language.label"));
    if (by === "keyboard") await choice.and(page.locator(":focus")).waitFor();
    else await expect.poll(() => isInSight(page, choice)).toBe(true);
  }
}

/** Opens what a choice is behind where it isn't open yet. */
async function isInSight(page: Page, choice: Locator): Promise<boolean> {
  if (!(await choice.isVisible())) await page.locator(".nav-more").tap();
  return choice.isVisible();
}

interface Words {
  /** Whose phone speaks the language. */
  member: string;
  points: string;
  phrase: string;
  reply: string;
  bot: (typeof builtInCatalogues)[Language];
}

const thai: Words = {
  member: "สมชาย",
  points: "แต้ม",
  phrase: "พาน้องหมามาได้ไหม",
  reply: "พาน้องหมามาได้เลยค่ะ",
  bot: builtInCatalogues.th,
};
const japanese: Words = {
  member: "陽菜",
  points: "ポイント",
  phrase: "犬を連れて行けますか",
  reply: "わんちゃんも歓迎です。",
  bot: builtInCatalogues.ja,
};
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.each<[Language, string, Words, Language, BrowserContextOptions]>([
  ["th", "keyboard", thai, "ja", {}],
  ["ja", "touch", japanese, "th", phone],
])("every flow in %s by %s", async (language, by, words, other, options) => {
  const walk = ({ page }: { page: Page }) =>
    walkerOf(page, by === "touch" ? byTouch : byKeyboard(page), language);
  await using own = await openPage(browser, { locale: language, ...options });
  await using owners = await openPage(browser, { locale: language, ...options });
  const { page } = own;
  const walker = walk(own);
  await page.goto(bot.url);
  await page.getByRole("list", { name: walker.t("chat.groups") }).waitFor();
  await chat(page, walker, language, words);
  await tell(page, walker);
  await answer(page, walker, language, words);
  await count(page, walker);
  await changeLanguage(page, walker, [other, language], by);
  await logIn(page, walker, "marketer");
  await editText(page, walker, language);
  const owner = walk(owners);
  await logIn(owners.page, owner, "owner");
  await review(owner);
  expect([...own.faults, ...owners.faults]).toEqual([]);
});
