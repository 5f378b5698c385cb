/** Parses the text after a command's name into named arguments. Pure. */
import { asciiDigits, plainNumber } from "../../text/digits.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import type { Translate } from "../i18n/translate.ts";

/** A word of usage lines, by the message that has it. */
type ParameterWord = MessageKey extends infer Key
  ? Key extends `staff.parameter.${infer Name}`
    ? Name
    : never
  : never;

/** A parameter as far as texts are parsed by it. */
export interface ParameterForm {
  name: ParameterWord;
  /** The word that usage lines have for it; its name by default. */
  word?: ParameterWord;
  /** Absent for a parameter that the command does without. */
  ask?: unknown;
  /**
   * `word`: one word, or several in quotes. `person`: a word, a phone or card number in groups, or a name
   * of several words when only optional parameters follow. `whole`: a whole number, not yet parsed. `rest`:
   * the remaining text as it is written, in one line and without quotes around all of it.
   */
  is: "word" | "person" | "whole" | "rest";
}

interface Word {
  text: string;
  /** Where it begins in the text. */
  at: number;
  quoted: boolean;
}

/** A word, bare or in quotes; phone keyboards insert typographic quotes. */
const wordPattern =
  /["“”„‟〝〞＂]([^"“”„‟〝〞＂]*)["“”„‟〝〞＂]|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』|(\S+)/gu;

/** The words in quotes that a text begins with, and the text behind them; null for another beginning. */
export function leadingQuote(text: string): { inner: string; rest: string } | null {
  const trimmed = text.trim();
  const [whole, one, two, three, four, bare] = trimmed.matchAll(wordPattern).next().value ?? [];
  if (whole === undefined || bare !== undefined) return null;
  return { inner: one ?? two ?? three ?? four ?? "", rest: trimmed.slice(whole.length) };
}

/** Looks like a phone or card number, or a group of its digits. */
const isDigitGroup = (text: string) => /^[+(]?[\d()./-]+$/.test(plainNumber(text));
/** Looks like a number, well-formed or not. */
const isNumeric = (text: string) => /^[+-]?\d[\d.,]*$/.test(plainNumber(text));

/**
 * Parses a whole number in digits of any script, with optional commas as thousands separators. Null for all
 * else, such as `1.000`: a point means thousands in some countries and decimals in others.
 */
export function wholeNumber(text: string): number | null {
  const digits = asciiDigits(text.normalize("NFKC"));
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(digits) ? Number(digits.replaceAll(",", "")) : null;
}

/** The text without spaces and one pair of quotes around all of it. */
export function unquoted(text: string): string {
  const quoted = leadingQuote(text);
  return quoted?.rest === "" ? quoted.inner : text.trim();
}

/** The usage text of parameters in the reader's language, such as `<set> <who> [quantity]`. */
export const usageOf = (t: Translate, parameters: readonly ParameterForm[]): string =>
  parameters
    .map(({ name, word = name, ask }) => {
      const shown = t(`staff.parameter.${word}`);
      return ask ? `<${shown}>` : `[${shown}]`;
    })
    .join(" ");

/** @returns the arguments by name, without those that nothing is written for; null when text is left over. */
export function parseArguments(
  parameters: readonly ParameterForm[],
  text: string,
): Record<string, string> | null {
  const remaining = tokenize(text);
  const values: Record<string, string> = {};
  for (const [index, parameter] of parameters.entries()) {
    const value =
      parameter.is === "rest"
        ? takeRest(remaining, text)
        : takeValue(parameter, remaining, parameters.slice(index + 1));
    if (value) values[parameter.name] = value;
  }
  return remaining.length > 0 ? null : values;
}

function tokenize(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ index: at, ...found }) => {
    const bare = found[5];
    if (bare !== undefined) return { text: bare, at, quoted: false };
    return { text: unquoted(found[0]), at, quoted: true };
  });
}

/** Removes all words from `remaining`. @returns the text from the first of them on; empty when there is none. */
function takeRest(remaining: Word[], text: string): string {
  const [first] = remaining.splice(0);
  return first ? unquoted(text.slice(first.at).replace(/(?<!\s)\s*[\r\n]\s*/g, " ")) : "";
}

/** Removes the value of one parameter from the front of `remaining`; empty when there is none. */
function takeValue(
  { is }: ParameterForm,
  remaining: Word[],
  following: readonly ParameterForm[],
): string {
  const first = remaining.shift();
  if (!first) return "";
  if (is === "whole")
    return [asciiDigits(first.text), ...takeThousands(first, remaining)].join(" ");
  if (is === "word" || first.quoted) return first.text;
  const taken = [first.text];
  const take = () => taken.push(remaining.shift()?.text ?? "");
  if (isDigitGroup(first.text)) {
    while (
      remaining[0] &&
      isDigitGroup(remaining[0].text) &&
      continuesNumber(plainNumber(taken.join("")), remaining, following)
    )
      take();
    return plainNumber(taken.join(" "));
  }
  if (following.every(({ ask }) => !ask)) {
    const last = remaining.at(-1);
    const reserved = following.length > 0 && last && isNumeric(last.text) ? 1 : 0;
    while (remaining.length > reserved) take();
  }
  return taken.join(" ");
}

/**
 * Removes the groups of three digits behind a number: with a blank between them they are one number in
 * some countries, which `wholeNumber` doesn't take, and never a number and a reference.
 */
function takeThousands(first: Word, remaining: Word[]): string[] {
  const isGroup = ({ text, quoted: isQuoted }: Word, form: RegExp) =>
    !isQuoted && form.test(asciiDigits(text.normalize("NFKC")));
  if (!isGroup(first, /^\d+$/)) return [];
  const group = isGroup(first, /^\d{1,3}$/) ? /^\d{3}([.,]\d+)?$/ : /^000$/;
  const end = remaining.findIndex((word) => !isGroup(word, group));
  return remaining.splice(0, end === -1 ? remaining.length : end).map(({ text }) => text);
}

/** Whether the next group of digits still belongs to the phone or card number `number`. */
function continuesNumber(
  number: string,
  remaining: readonly Word[],
  following: readonly ParameterForm[],
): boolean {
  if (following.length === 0) return true;
  const digits = number.replace(/\D/g, "").length;
  const fullLength = number.startsWith("00") ? 12 : /^[+0]/.test(number) ? 10 : 12;
  // The last group may be a quantity or points: it is when a required parameter follows, or it is short.
  const isReserved = following.some(({ ask }) => ask) && remaining.length === 1;
  return (
    digits < fullLength &&
    !isReserved &&
    (remaining.length > 1 || plainNumber(remaining[0]?.text ?? "").length > 2)
  );
}
