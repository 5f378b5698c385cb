/** The counter page says what the bot says: each button, answer and command on it is the bot's in that language. */
import { expect, test } from "vitest";
import { builtInCatalogues } from "../../src/bot/i18n/translate.ts";
import { cashierAndAbove, isAllowed } from "../../src/bot/staff/command.ts";
import { commands } from "../../src/bot/staff/commands/index.ts";
import { languages, type Language } from "../../src/config/environment-schema.ts";
import { renderCounterPages } from "../../src/http/counter-page.ts";
import { pageText } from "./pages.ts";

const pages = await renderCounterPages();
const sections = (language: Language) =>
  pages[language].html.toString().split("<section>").slice(1);

const marked = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "g"))].map(([, text = ""]) => text);

/** The keys of the messages that are this text, or begin with it. */
function keysOf(language: Language, text: string, isWhole: boolean): string[] {
  return Object.entries(builtInCatalogues[language])
    .filter(([, message]) => (isWhole ? message === text : message.startsWith(text)))
    .map(([key]) => key);
}

const pictureIn = (section: string) => /src="([^"]*)"/.exec(section)?.[1];

/** For each marked text of a section those keys. */
const namedIn = (language: Language, section: string, tag: "strong" | "em") =>
  marked(section, tag).map((text) => ({ text, keys: keysOf(language, text, tag === "strong") }));

test.each(languages)(
  "every button and answer that the sheet in %s names is the bot's",
  (language) => {
    const html = sections(language).join("");
    expect(marked(html, "strong").length).toBeGreaterThan(15);
    for (const tag of ["strong", "em"] as const) {
      const unknown = namedIn(language, html, tag).filter(({ keys }) => keys.length === 0);
      expect(unknown).toEqual([]);
    }
    // What isn't marked in the Markdown would stand there as an asterisk.
    expect(html.replace(/<[^>]*>/g, "")).not.toMatch(/[*`]/);
  },
);

test.each(languages)(
  "the sheet in %s has the same jobs with the same pictures, buttons and commands",
  (language) => {
    const english = sections("en");
    const translated = sections(language);
    expect(translated).toHaveLength(7);
    translated.forEach((section, index) => {
      const original = english[index] ?? "";
      for (const tag of ["strong", "em"] as const) {
        const own = namedIn(language, section, tag);
        const theirs = namedIn("en", original, tag);
        expect([section, own.length]).toEqual([section, theirs.length]);
        const others = own.filter(
          ({ keys }, place) => !keys.some((key) => theirs[place]?.keys.includes(key)),
        );
        expect(others).toEqual([]);
      }
      expect(marked(section, "code")).toEqual(marked(original, "code"));
      expect(pictureIn(section)).toBe(pictureIn(original));
    });
  },
);

/** The least role that may use a command. */
const roleOf = (name: string) =>
  cashierAndAbove.find((role) =>
    commands.some((one) => one.name === name && isAllowed(one, { lineId: "", name: "", role })),
  );

test("its commands are the till's, and that of managers is named as theirs", () => {
  const named = marked(sections("en").join(""), "code").map((written) => written.slice(1));
  expect(named).toEqual(["undo", "pending"]);
  expect(named.map(roleOf)).toEqual(["cashier", "manager"]);
  expect(pageText("docs/counter/en.md")).toContain("a manager writes `/pending`");
});
