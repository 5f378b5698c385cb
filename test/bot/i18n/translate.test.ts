/** The message catalogues are complete and valid, and messages are formatted in the nearest offered language. */
import { describe, expect, test } from "vitest";
import { languages, type Language } from "../../../src/config/environment-schema.ts";
import { messageKeys } from "../../../src/bot/i18n/message-keys.ts";
import { messageFaults, messageWarnings } from "../../../src/bot/i18n/validate-catalogue.ts";
import { nearestLanguage } from "../../../src/bot/i18n/format.ts";
import { builtInCatalogues, createMessages } from "../../../src/bot/i18n/translate.ts";

const translations = createMessages(builtInCatalogues, "Asia/Bangkok");

test("messages are compiled once for catalogues and a time zone", () => {
  expect(createMessages(builtInCatalogues, "Asia/Bangkok")).toBe(translations);
  expect(createMessages(builtInCatalogues, "Asia/Tokyo")).not.toBe(translations);
  expect(createMessages({ ...builtInCatalogues }, "Asia/Bangkok")).not.toBe(translations);
});

test("catalogues on a base format their own texts, and the base those that are the same", () => {
  const en = { ...builtInCatalogues.en, "balance.points": "{points, plural, one {#} other {#}}!" };
  const edited = createMessages({ ...builtInCatalogues, en }, "Asia/Bangkok", builtInCatalogues);
  const formatted = (messages: typeof edited) => [
    messages.in("en")("balance.points", { points: 2 }),
    messages.in("th")("balance.points", { points: 2 }),
    messages.in("en")("balance.number"),
  ];
  const [, ...others] = formatted(translations);
  expect(formatted(edited)).toEqual(["2!", ...others]);
});

const noTexts = Object.fromEntries(Object.keys(messageKeys).map((key) => [key, ""]));

/** What is wrong or doubtful in a catalogue, with the messages that it lacks. */
const catalogueFaults = (language: Language, catalogue: Readonly<Record<string, string>>) =>
  Object.entries({ ...noTexts, ...catalogue }).flatMap(([key, text]) => [
    ...messageFaults(language, key, text),
    ...messageWarnings(language, key, text),
  ]);

describe("message catalogues", () => {
  test.each(languages)("the built-in %s catalogue is valid", (language) => {
    expect(catalogueFaults(language, builtInCatalogues[language])).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ["a missing message", "", /missing/],
    ["an unknown argument", "{nickname}", /unknown argument \{nickname\}; it has: points/],
    ["a broken message", "{points, plural, one {", /not a valid ICU message/],
    ["no plural form for the rest", "{points, plural, one {#}}", /not a valid ICU message/],
    ["a missing plural form", "{points, plural, other {#}}", /lacks the plural form "one"/],
    ["a number used as text", "{points}", /is a number/],
    [
      "a message that can't be formatted",
      "{points, number, ::currency}",
      /can't be formatted|not a valid/,
    ],
    [
      "a plural form that can't be formatted",
      "{points, plural, one {#} other {{points, number, ::currency/BATH}}}",
      /can't be formatted \(Invalid currency code : BATH\)/,
    ],
  ])("%s is a fault", (_name, text, expected) => {
    const broken = { ...builtInCatalogues.en, "balance.points": text };
    expect(catalogueFaults("en", broken).join()).toMatch(expected);
  });

  test("an unknown key is a fault", () => {
    const broken = { ...builtInCatalogues.en, "balance.colour": "red" };
    expect(catalogueFaults("en", broken)).toEqual(["en balance.colour: no such message"]);
  });

  test.each(languages)("numbers are grouped by commas in %s", (language) => {
    expect(translations.in(language)("number", { number: 2_147_483_647 })).toBe("2,147,483,647");
  });

  test("ICU syntax in an argument is shown as it is", () => {
    const name = "{points, plural, other {<b>}} '{' #";
    const text = translations.in("en")("balance.alt", { name, points: 1, cards: "GOLD" });
    expect(text).toBe(`You have 1 point, ${name}`);
  });

  test.each([
    ["{start, date, long}", "24 November 2026"],
    ["{start, date}", "24/11/2026"],
    ["{start, date, ::yyyyMMMd}", "24 Nov 2026"],
    ["{start, time}", "03:30:00"],
    ["{start, time, short}", "03:30"],
    ["{start, time, ::Hm}", "03:30"],
  ])("%s is of the time zone of the business, whatever the machine's is", (text, expected) => {
    const en = { ...builtInCatalogues.en, "campaigns.from": text };
    const [ahead, behind] = ["Asia/Bangkok", "America/Los_Angeles"].map((timeZone) =>
      createMessages({ ...builtInCatalogues, en }, timeZone).in("en")("campaigns.from", {
        start: Date.UTC(2026, 10, 23, 20, 30),
      }),
    );
    expect(ahead).toBe(expected);
    expect(behind).not.toBe(expected);
  });

  test("nearestLanguage matches BCP 47 tags to the offered languages", () => {
    for (const tag of [
      "zh-Hant-TW",
      "zh",
      "zh-CN",
      "zh_HK",
      "zh-Hans",
      "yue",
      "cmn-TW",
      "ZH-tw ",
    ]) {
      expect(nearestLanguage(tag, languages)).toBe("zh-TW");
    }
    expect(nearestLanguage("EN-us", languages)).toBe("en");
    expect(nearestLanguage("ja", ["th", "en"])).toBeNull();
    expect(nearestLanguage("zha", languages)).toBeNull();
    expect(nearestLanguage(undefined, languages)).toBeNull();
  });
});
