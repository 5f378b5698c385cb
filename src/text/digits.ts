/** Reads digits of any script, and numbers as phones and keyboards write them. Pure. */

/** Replaces decimal digits of any script by ASCII digits. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Unicode keeps decimal digits in tens that begin with zero; some tens follow one another.
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
    return String((code - first) % 10);
  });

/**
 * A written number in one form: digits of any script as ASCII, full-width characters and dashes as plain ones,
 * and without the invisible marks that come along when it is copied.
 */
export const plainNumber = (text: string): string =>
  asciiDigits(text.normalize("NFKC"))
    .replace(/\p{Cf}/gu, "")
    // Japanese keyboards write the long vowel mark for a hyphen.
    .replace(/[\p{Pd}\u2212\u30FC]/gu, "-")
    .trim();

/** Quotes, full stops, commas, colons and blanks. */
const framing =
  /^[\s"'`\u2018-\u201F\u300C-\u300F\u00AB\u00BB\uFF02\uFF07:;,.\u3001\u3002\uFF0C\uFF0E\uFF1A\uFF1B]+|(?<![\s"'`\u2018-\u201F\u300C-\u300F\u00AB\u00BB\uFF02\uFF07:;,.\u3001\u3002\uFF0C\uFF0E\uFF1A\uFF1B])[\s"'`\u2018-\u201F\u300C-\u300F\u00AB\u00BB\uFF02\uFF07:;,.\u3001\u3002\uFF0C\uFF0E\uFF1A\uFF1B]+$/gu;

/** A number or code without the quotes, full stops, commas and colons around it, which belong to the sentence that it stood in. */
export const withoutFraming = (text: string): string => text.replace(framing, "");

/** The codes that a text may stand for, the likeliest first: as it is written, without its framing, in plain characters. */
export function codeWritings(written: string): string[] {
  const code = withoutFraming(written);
  return [...new Set([written.trim(), code, asciiDigits(code), plainNumber(code)])];
}
