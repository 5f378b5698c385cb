/** Brings names, and what people type, to the forms in which they are compared, and gives the writings of a name that a search may know. Pure. */
import { asciiDigits } from "./digits.ts";

/** What phones and other programs write for an apostrophe and a quotation mark. */
const apostrophes = /[\u0060\u00B4\u2018-\u201B\u2032\u02B9\u02BB\u02BC\u02BE\u02BF\uFF07]/g;
const quotes = /[\u00AB\u00BB\u201C-\u201F\u2033\u300C-\u300F\u301D-\u301F\uFF02]/g;
/** Hyphens, dashes and the minus sign; the wave dash has a form of its own. */
const dashes = /[\p{Pd}\u2212]/gu;
const waveDashes = /[\u301C\u3030\u223C]/g;

const thaiForms: readonly (readonly [RegExp, string])[] = [
  // The vowel เ typed twice looks like แ.
  [/\u0E40\u0E40/g, "\u0E41"],
  // A mark typed twice looks like one.
  [/([\u0E31\u0E34-\u0E3A\u0E47-\u0E4E])\1+/g, "$1"],
  // The tone stands behind the vowel above or below a consonant, and before ำ.
  [/([\u0E48-\u0E4C])([\u0E31\u0E34-\u0E3A\u0E47])/g, "$2$1"],
  [/\u0E4D([\u0E48-\u0E4C]?)\u0E32([\u0E48-\u0E4C]?)/g, "$1$2\u0E33"],
  [/([\u0E48-\u0E4C])\u0E4D\u0E32|\u0E33([\u0E48-\u0E4C])/g, "$1$2\u0E33"],
];

/** One writing of each Thai syllable that several orders of its characters show alike. */
const orderedThai = (text: string): string =>
  thaiForms.reduce((rest, [form, ordered]) => rest.replace(form, ordered), text);

/** Straight quotes, plain hyphens, and one writing of each Thai syllable; capitals and blanks stay. */
export const plainName = (text: string): string =>
  orderedThai(text.toWellFormed().replace(apostrophes, "'").normalize("NFKC"))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replace(/[^\S ]|\p{Cc}/gu, " ")
    .replace(waveDashes, "~")
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .replace(dashes, "-");

/**
 * A name as it is compared: case, blanks, full-width characters, the script of digits, the shapes of quotes and
 * dashes, the order of Thai marks and what can't be seen don't matter.
 */
export const foldedName = (text: string): string =>
  asciiDigits(plainName(text)).toLowerCase().normalize("NFC").replace(/ +/g, " ").trim();

/** The longest text that is compared; what is behind it doesn't count. */
const maxLength = 200;

/** The form in which texts are compared: NFKC, lower case, without surrounding spaces, punctuation and emoji. */
export const plain = (text: string): string => normalizeText(text).toLowerCase();

/** The same with its capitals. */
export function normalizeText(text: string): string {
  return plainName(text.slice(0, maxLength))
    .replace(
      /^[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+|(?<![\s\p{P}\p{S}\p{C}\uFE0F\u20E3])[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+$/gu,
      "",
    )
    .replace(/[\s,]+/gu, " ");
}

const innerBlank =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu;

/** A folded name without blanks between letters of scripts whose words have none between them. */
export const withoutInnerBlanks = (folded: string): string => folded.replace(innerBlank, "");

/** What else may stand in a stored name for what is typed, one replacement at a time. */
const otherWritings: readonly ((name: string) => string)[] = [
  (name) => name.replaceAll("'", "\u2019"),
  (name) => name.replaceAll("'", "\u2018"),
  (name) => name.replace(/"([^"]*)"/g, "\u201C$1\u201D"),
  (name) => name.replaceAll("-", "\u2013"),
  (name) => name.replaceAll("-", "\u2014"),
  (name) => name.replaceAll("'", "\u2019").replaceAll("-", "\u2013"),
  (name) => name.replace(/([\u0E48-\u0E4B]?)\u0E33/g, "\u0E4D$1\u0E32"),
  (name) => name.replace(/([\u0E48-\u0E4B]?)\u0E33/g, "$1\u0E4D\u0E32"),
  (name) => name.replaceAll("\u0E41", "\u0E40\u0E40"),
];

/**
 * The writings of a name to search for on a platform that compares characters: as it is written, in plain characters,
 * and with the quotes, dashes and Thai forms that others type for the same. At most a dozen, mostly one.
 */
export function nameWritings(written: string): string[] {
  const text = written.normalize("NFC").trim();
  const simple = plainName(text).normalize("NFC").replace(/ +/g, " ").trim();
  return [
    ...new Set([text, simple, asciiDigits(simple), ...otherWritings.map((write) => write(simple))]),
  ].filter(Boolean);
}
