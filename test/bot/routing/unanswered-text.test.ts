/** Only what can't be about a person is counted as not answered. */
import { describe, expect, test } from "vitest";
import { countableText } from "../../../src/bot/routing/unanswered-text.ts";
import * as fc from "../../support/properties.ts";

const nobody = { name: "", lastName: "" };
const question = fc.constantFrom(
  "do you have",
  "ขอสอบถาม",
  "犬は大丈夫ですか",
  "可以帶狗嗎",
  "is there a",
  "",
);

test.each([
  ["Are dogs allowed?", "are dogs allowed"],
  ["  เอาหมาเข้าได้ไหมคะ ", "เอาหมาเข้าได้ไหมคะ"],
  ["犬は大丈夫ですか？", "犬は大丈夫ですか"],
  ["可以帶狗嗎", "可以帶狗嗎"],
  ["table for 12 at 7", "table for 12 at 7"],
])("%s is counted as %s", (text, counted) => {
  expect(countableText(text, nobody)).toBe(counted);
});

test.each([
  "?!",
  "a".repeat(61),
  "call 0812",
  "call ๐๘๑๒",
  "call ０８１２",
  "zero 8 1 2 7",
  "me@example.com",
  "me ＠ example",
  "me (at) example com",
  "see https://x.co/a",
  "see www.shop",
  "see shop.co.th",
  "code T10-AB",
  "abcde1",
  "i live at 12 soi thonglor",
  "บ้านเลขที่ 12 ซอย 3",
  "渋谷区1丁目",
  "信義路3段",
  "電話〇八一二",
])("%s isn't counted", (text) => {
  expect(countableText(text, nobody)).toBeNull();
});

const phoneNumber = fc
  .tuple(
    fc.array(fc.nat(9), { minLength: 4, maxLength: 12 }),
    fc.constantFrom("", " ", "-", "."),
    fc.constantFrom(0x30, 0xff10, 0x0e50, 0x0660),
  )
  .map(([digits, separator, zero]) =>
    digits.map((digit) => String.fromCodePoint(zero + digit)).join(separator),
  );

describe("whatever stands around it, nothing is counted with", () => {
  test.each<[what: string, inner: fc.Arbitrary<string>]>([
    ["a phone number, in any script of digits, with any separators", phoneNumber],
    ["a code", fc.stringMatching(/^[A-Z]{2,4}[0-9][A-Z0-9-]{3,8}$/)],
    ["an e-mail address", fc.emailAddress()],
    ["the address of a page", fc.webUrl()],
  ])("%s", (_what, inner) => {
    fc.assert(
      fc.property(question, inner, question, (before, personal, behind) => {
        const text = [before, personal, behind].filter(Boolean).join(" ");
        expect(countableText(text, nobody)).toBeNull();
      }),
    );
  });

  test("the name of who wrote it, however it is written", () => {
    const latin = fc.stringMatching(/^[A-Z][a-z]{1,9}$/);
    const part = fc.oneof(
      latin,
      fc.constantFrom(
        "สมชาย",
        "ใจดี",
        "佐藤",
        "陽菜",
        "王",
        "小明",
        "김",
        "Ольга",
        "O’Neil",
        "Anne-Marie",
      ),
    );
    const writing = fc.constantFrom<(name: string) => string>(
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.normalize("NFD"),
      (name) => ` ${name}!`,
    );
    fc.assert(
      fc.property(part, part, writing, fc.boolean(), (name, lastName, write, isLast) => {
        const text = `this is ${write(isLast ? lastName : name)} asking`;
        expect(countableText(text, { name, lastName })).toBeNull();
      }),
    );
  });
});

describe("what is counted", () => {
  test("has never more than 60 characters, and is always in its folded form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        const counted = countableText(text, nobody);
        if (counted === null) return;
        expect(Array.from(counted).length).toBeLessThanOrEqual(60);
        expect(counted).toBe(counted.toLowerCase());
      }),
    );
  });
});
