/** What can't be stored, sent or seen is taken out of texts, and nothing else. */
import { expect, test } from "vitest";
import {
  shownName,
  shownText,
  terminalText,
  wellFormed,
  withoutInvisibleMarks,
} from "../../src/text/safe-text.ts";
import { assert, property, string } from "../support/properties.ts";

const family = "👨‍👩‍👧";
const harmless = [
  "Olivia Brown",
  "สมชาย ใจดี",
  "田中 陽菜",
  `${family} ❤️ 1️⃣ 🏳️‍🌈 👍🏽 🇹🇭`,
  "葛󠄀城",
  "می‌خواهم",
  "क्‍ष",
];

test.each(harmless)("%s stays as it is", (text) => {
  for (const clean of [wellFormed, shownText, shownName, terminalText, withoutInvisibleMarks])
    expect(clean(text)).toBe(text);
});

test.each<[string, string]>([
  ["Oli\u202Evia", "Olivia"],
  ["\u2067Olivia\u2069 \u200F", "Olivia"],
  ["Oli\u0000via", "Olivia"],
  ["Olivia\nU1  owner", "Olivia U1 owner"],
  ["a\u2028b\u0085c\td", "a b c d"],
  ["\u001B[2J\u001B]0;title\u0007Olivia", "[2J ]0;title Olivia"],
  ["\u009B2JOlivia", "2JOlivia"],
  ["Olivia \uD83D", "Olivia \uFFFD"],
  ["\u202E\u0007", ""],
  ["\u3164", ""],
  ["\u200B \u2800", ""],
])("the name %j is shown as %j", (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

test("a text keeps its lines and the marks of its direction", () => {
  expect(shownText("a\nb\tc \u200Fאב\u200E \u202Ex\u202C\u0007\0")).toBe(
    "a\nb\tc \u200Fאב\u200E x",
  );
});

test("a terminal gets no escape sequence, and no text that turns what follows", () => {
  expect(terminalText("a\u001B[2Jb\rc\r\nd\te\u202Ef\u009B")).toBe(
    "a\uFFFD[2Jb\uFFFDc\r\nd\te\uFFFDf\uFFFD",
  );
});

test.each<[string, string]>([
  ["\u202A081\u200B-234\u2060-5678\u202C", "081-234-5678"],
  ["\uFEFF/find\u200E Oli\u00ADvia\u2066", "/find Olivia"],
  ["AB\u200D12\u200C\uFE0F", "AB12"],
  ["a\u0000b\u0007\nc", "ab\nc"],
  [`${family}\u200B❤️\u200D`, `${family}❤️`],
  ["1\uFE0F2", "12"],
])("%j is read as %j", (text, read) => {
  expect(withoutInvisibleMarks(text)).toBe(read);
});

test("no text is left ill-formed, or changes when it is cleaned again", () => {
  assert(
    property(string({ unit: "binary" }), string({ unit: "grapheme" }), (one, other) => {
      const text = one + "\uD83D" + other;
      for (const clean of [wellFormed, shownText, shownName, terminalText, withoutInvisibleMarks]) {
        expect(clean(text).isWellFormed()).toBe(true);
        expect(clean(clean(text))).toBe(clean(text));
      }
      expect(shownName(text)).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
});
