/** Properties of masking and clipping over random Unicode: no half characters, and nothing of what is hidden. */
import { expect, test } from "vitest";
import type { MemberProfile } from "../../../src/loyalty/contract.ts";
import { clip, clipGraphemes } from "../../../src/bot/views/flex-components.ts";
import { maskedName } from "../../../src/bot/views/person-name.ts";
import { maskedPhone } from "../../../src/bot/staff/member-text.ts";
import * as fc from "../../support/properties.ts";

const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 120 }),
  fc.string({ unit: "binary", maxLength: 120 }),
  fc
    .array(fc.constantFrom("👨‍👩‍👧‍👦", "🇹🇭", "é", "กิ์", "𠮷", "漢", "a", "\u0301", "ﷺ"), { maxLength: 60 })
    .map((parts) => parts.join("")),
);

test("a clipped text is the beginning of the text, within the limit and well-formed", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, limit) => {
      const clipped = clip(text, limit);
      expect(clipped.length).toBeLessThanOrEqual(limit);
      expect(clipped.isWellFormed()).toBe(true);
      if (text.length <= limit) expect(clipped).toBe(text);
      else expect(text.startsWith(clipped.slice(0, -1))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("a label is clipped between graphemes", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, limit) => {
      const clipped = clipGraphemes(text, limit);
      const kept = graphemesOf(clipped);
      expect(kept.length).toBeLessThanOrEqual(limit);
      expect(clipped.isWellFormed()).toBe(true);
      if (clipped !== text) expect(text.startsWith(clipped.slice(0, -1))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

/** Letters of one script, so that the order of the name's parts is known. */
const letters = (from: string) =>
  fc
    .array(fc.constantFrom(...from.split("")), { minLength: 2, maxLength: 12 })
    .map((all) => all.join(""));

test.each([
  ["Latin", "abcdefghij", "klmnopqrst"],
  ["Thai", "กขคงจฉ", "ชซฌญฎฏ"],
] as const)("a masked name in %s shows the given name and one letter more", (_, given, family) => {
  fc.assert(
    fc.property(letters(given), letters(family), (name, lastName) => {
      const [first = ""] = lastName;
      expect(maskedName({ name, lastName })).toBe(`${name} ${first}.`);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["ideographs", "天地玄黃", "宇宙洪荒"],
  ["kana", "あいうえ", "かきくけ"],
] as const)("a masked name in %s shows the family name and one letter more", (_, given, family) => {
  fc.assert(
    fc.property(letters(given), letters(family), (name, lastName) => {
      const masked = maskedName({ name, lastName });
      const [first = ""] = name;
      expect(masked.startsWith(lastName)).toBe(true);
      expect(masked.slice(lastName.length).trim()).toBe(`${first}○`);
    }),
    { numRuns: 500 },
  );
});

test("a masked name is well-formed and short, whatever the platform stores", () => {
  fc.assert(
    fc.property(anyText, anyText, (name, lastName) => {
      const masked = maskedName({ name, lastName });
      expect(masked.isWellFormed()).toBe(true);
      expect(masked.length).toBeLessThanOrEqual(60);
    }),
    { numRuns: 1000 },
  );
});

test("a masked phone number shows its last four digits at most", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.stringMatching(/^[+0-9 ().-]{0,24}$/)), (phoneNumber) => {
      const masked = maskedPhone({ phoneNumber } as MemberProfile);
      const digits = phoneNumber.replace(/\D/g, "");
      expect(masked).toMatch(/^•••\d{0,4}$/);
      expect(digits.endsWith(masked.replace("•••", ""))).toBe(true);
      if (digits.length < 6) expect(masked).toBe("•••");
    }),
    { numRuns: 1000 },
  );
});
