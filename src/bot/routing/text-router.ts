/** Routes a text or postback to an intent by the intents' phrases and arguments. Pure. */
import type { Language } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import { withoutPoliteEnding, withoutPoliteWords } from "./polite-words.ts";
import { parsePostback } from "./postback.ts";

/** The phrases that ask for an intent, by language. */
export type Phrases = Readonly<Record<Language, readonly string[]>>;

/** The argument that may follow a phrase, as in `check CODE`. */
export interface Argument {
  /** Its key in `details`. */
  name: string;
  /** Phrases that it may follow, in addition to the intent's. */
  openings: readonly string[];
  /** What it matches after a phrase. */
  form: RegExp;
  /** What it matches without a phrase; stricter. */
  alone: RegExp;
}

export interface RoutedRequest {
  /** The intent's name. */
  intent: string;
  /** The parameters of the postback, or the argument of the text. */
  details: Readonly<Record<string, string>>;
}

/**
 * @param options `isExact`: a text must be a phrase or an argument as it is, without polite words around it.
 * @returns the intent that an event asks for, or null when none matches.
 */
export type RouteEvent = (
  event: LineEvent,
  options?: { isExact?: boolean },
) => RoutedRequest | null;

/** An intent with an argument. */
interface IntentWithArgument {
  name: string;
  argument: Argument;
  /** The normalised phrases that the argument may follow, the longest first. */
  openings: readonly string[];
}

interface PhraseIndex {
  /** The intent of each normalised phrase. */
  byPhrase: ReadonlyMap<string, string>;
  /** In the order in which arguments are tried. */
  withArgument: readonly IntentWithArgument[];
}

type RoutableIntent = { name: string; phrases: Phrases; argument?: Argument };

/** Creates the router from the intents' names, phrases and arguments. */
export function createTextRouter(intents: readonly RoutableIntent[]): RouteEvent {
  const names = new Set(intents.map(({ name }) => name));
  const index = indexPhrases(intents);
  return function route(event, { isExact = false } = {}) {
    if (event.postback) {
      const { action, details } = parsePostback(event.postback.data);
      return names.has(action) ? { intent: action, details } : null;
    }
    const text = event.message?.text ?? "";
    // Fast path: the texts of buttons, and most typed ones, match without normalising.
    return routePhrase(index, text) ?? routeText(index, normalizeText(text), isExact);
  };
}

function indexPhrases(intents: readonly RoutableIntent[]): PhraseIndex {
  const entries = intents.flatMap(({ name, phrases }) =>
    Object.values(phrases)
      .flat()
      .map((phrase) => [plain(phrase), name] as const),
  );
  const withArgument = intents.flatMap(({ name, phrases, argument }) => {
    if (!argument) return [];
    const openings = [...Object.values(phrases).flat(), ...argument.openings].map(plain);
    return [{ name, argument, openings: openings.toSorted(byLength) }];
  });
  return { byPhrase: new Map(entries), withArgument };
}

/** Routes a text that is exactly a phrase; an argument is then the empty string. */
function routePhrase({ byPhrase, withArgument }: PhraseIndex, text: string): RoutedRequest | null {
  const intent = byPhrase.get(text);
  if (intent === undefined) return null;
  const missing = withArgument.find(({ name }) => name === intent);
  return { intent, details: missing ? { [missing.argument.name]: "" } : {} };
}

/** @param text normalised: a phrase, a phrase with an argument, or an argument alone. */
function routeText(index: PhraseIndex, text: string, isExact: boolean): RoutedRequest | null {
  const exact = routePhrase(index, text.toLowerCase());
  if (exact) return exact;
  if (isExact) return routeArgument(index, text);
  const polite = routePolitely(index, text);
  if (polite) return polite;
  const rest = withoutPoliteEnding(text);
  // A phrase that lacks its argument: the "code" of "check code" isn't one.
  return index.byPhrase.has(rest.toLowerCase()) ? null : routeArgument(index, rest);
}

/** Routes a phrase with polite words around it, but none that lacks its argument: those ask for something else, too. */
function routePolitely(index: PhraseIndex, text: string): RoutedRequest | null {
  return (
    withoutPoliteWords(text)
      .map((rest) => routePhrase(index, rest.toLowerCase()))
      .find((routed) => routed && Object.keys(routed.details).length === 0) ?? null
  );
}

/** @param text normalised. */
function routeArgument(index: PhraseIndex, text: string): RoutedRequest | null {
  for (const { name, argument, openings } of index.withArgument) {
    const remainders = openings
      .filter((opening) => startsWith(text, opening))
      .map((opening) => textAfter(text, opening));
    // "check points" asks for the intent "points", not for a code.
    const otherIntent = remainders
      .map((rest) => index.byPhrase.get(rest.toLowerCase()))
      .find(Boolean);
    if (otherIntent) return { intent: otherIntent, details: {} };
    const value = remainders.find((rest) => argument.form.test(rest));
    if (value) return { intent: name, details: { [argument.name]: value } };
    if (argument.alone.test(text)) return { intent: name, details: { [argument.name]: text } };
  }
  return null;
}

const byLength = (one: string, other: string) => other.length - one.length;

/** Whether a text starts with a phrase. After a Latin letter the word must end; Thai, Japanese and Chinese need no space. */
const startsWith = (text: string, phrase: string) =>
  text.slice(0, phrase.length).toLowerCase() === phrase &&
  !(/[a-z]$/.test(phrase) && /^[a-z\d-]/i.test(text.slice(phrase.length)));

const textAfter = (text: string, phrase: string) =>
  text.slice(phrase.length).replace(/^[\s:#]+/, "");

/** The form in which texts are compared: NFKC, lower case, without surrounding spaces, punctuation and emoji. */
export const plain = (text: string): string => normalizeText(text).toLowerCase();

function normalizeText(text: string): string {
  return (
    text
      .slice(0, 200)
      // Copied texts, Thai ones above all, have invisible spaces between words.
      .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "")
      .normalize("NFKC")
      .replace(/[‘’]/g, "'")
      // The vowel เ typed twice looks like แ and is a common typing error.
      .replace(/เเ/g, "แ")
      .replace(
        /^[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+|(?<![\s\p{P}\p{S}\p{C}\uFE0F\u20E3])[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+$/gu,
        "",
      )
      .replace(/[\s,]+/gu, " ")
  );
}
