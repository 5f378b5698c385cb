/** Formats a person's name by the culture of its script: the order of its parts, how the person is addressed, what is masked. */
import type { Language } from "../../config/environment-schema.ts";
import type { MemberProfile } from "../../loyalty/contract.ts";
import { shownName } from "../../text/safe-text.ts";
import * as ui from "./flex-components.ts";

/** The parts of a name as the platform stores them; either may be empty. */
export type PersonName = Pick<MemberProfile, "name" | "lastName">;

const maxNameLength = 60;

const thai = /\p{Script=Thai}/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const ideographOrHangul = /[\p{Script=Han}\p{Script=Hangul}]/u;
const latin = /\p{Script=Latin}/u;

/** Both parts; the family name first in Chinese, Japanese and Korean script. Empty if both are. */
export function fullName({ name, lastName }: PersonName): string {
  const [given, family] = [shownName(name), shownName(lastName)];
  return ui.clip(
    isFamilyFirst(given + family) ? joinEastAsian(family, given) : `${given} ${family}`.trim(),
    maxNameLength,
  );
}

/**
 * How a text in the language addresses the person, without a title: by the family name in Japanese, by the full
 * name if it is written family name first or its culture isn't known to a Japanese reader, else by the given name.
 * Empty if both parts are.
 */
export function addressedName(person: PersonName, language: Language): string {
  const [given, family] = [shownName(person.name), shownName(person.lastName)];
  if (thai.test(given + family)) return ui.clip(given || family, maxNameLength);
  if (!isFamilyFirst(given + family)) {
    return language === "ja" ? fullName(person) : ui.clip(given || family, maxNameLength);
  }
  // 王様 would read as "the king".
  if (language === "ja" && family !== "王") return ui.clip(family || given, maxNameLength);
  return fullName(person);
}

/**
 * The part that people are called by, and the initial of the other: enough for the till to check the person.
 * Thai initials are consonants, since a vowel may be written in front of its consonant; Chinese, Japanese and
 * Korean names keep the family name.
 */
export function maskedName({ name, lastName }: PersonName): string {
  const [given, family] = [shownName(name), shownName(lastName)];
  if (!isFamilyFirst(given + family)) {
    return ui.clip(`${given} ${family ? `${initialOf(family)}.` : ""}`.trim(), maxNameLength);
  }
  if (!given || !family) return ui.clip(given || family, maxNameLength);
  const [initial = "", ...hidden] = graphemesOf(given);
  return ui.clip(
    joinEastAsian(family, hidden.length > 0 ? `${initial}○` : "○", given),
    maxNameLength,
  );
}

const isFamilyFirst = (text: string) => !thai.test(text) && eastAsian.test(text);

/** Ideographs and Hangul are written without a space between the names; kana alone and Latin letters need one. */
function joinEastAsian(family: string, shownGiven: string, given = shownGiven): string {
  const both = family + given;
  const space = ideographOrHangul.test(both) && !latin.test(both) ? "" : " ";
  return `${family}${family && shownGiven ? space : ""}${shownGiven}`;
}

function initialOf(text: string): string {
  const [consonant] = /[ก-ฮ]/.exec(text) ?? [];
  const graphemes = graphemesOf(text);
  const letter = graphemes.find((grapheme) => /\p{L}/u.test(grapheme));
  return consonant ?? letter ?? graphemes[0] ?? "";
}

/** Made once: that takes longer than to split a name. */
const segmenter = new Intl.Segmenter();

const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);
