/** Digits of every script, and numbers and codes as they are pasted. */
import { expect, test } from "vitest";
import { asciiDigits, withoutFraming } from "../../src/text/digits.ts";

test("every decimal digit of Unicode has its own value", () => {
  // The first two planes have them all.
  const codes = Array.from({ length: 0x2_0000 }, (_, code) => code);
  const digits = codes
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /\p{Nd}/u.test(one));
  expect(digits.map((digit) => asciiDigits(digit)).join("")).toBe(
    "0123456789".repeat(digits.length / 10),
  );
  for (const digit of digits.filter((one) => /\d/.test(one.normalize("NFKC"))))
    expect(asciiDigits(digit)).toBe(digit.normalize("NFKC"));
});

test.each([
  ["AB-12.", "AB-12"],
  ["“AB-12”", "AB-12"],
  ["「AB-12」。", "AB-12"],
  ["’AB-12’:", "AB-12"],
  [": AB-12 ", "AB-12"],
  ["AB_1.2/3+4", "AB_1.2/3+4"],
  ["+66 81", "+66 81"],
  ["(081) 234", "(081) 234"],
])("what frames %s is left out", (written, code) => {
  expect(withoutFraming(written)).toBe(code);
});
