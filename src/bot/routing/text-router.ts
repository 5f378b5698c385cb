/** Routes a text or postback to an intent by the intents' phrases and arguments. Pure. */
import type { Language } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
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

/** @returns the intent that an event asks for, or null when none matches. */
export type RouteEvent = (event: LineEvent) => RoutedRequest | null;

/** Creates the router from the intents' names, phrases and arguments. */
export function createTextRouter(
  intents: readonly { name: string; phrases: Phrases; argument?: Argument }[],
): RouteEvent {
  const names = new Set(intents.map(({ name }) => name));
  const byPhrase = new Map(
    intents.flatMap(({ name, phrases }) =>
      Object.values(phrases).flatMap((words) => words.map((word) => [plain(word), name] as const)),
    ),
  );
  const withArgument = intents.flatMap(({ name, phrases, argument }) => {
    if (!argument) return [];
    const openings = [...Object.values(phrases).flat(), ...argument.openings].map(plain);
    return [{ name, argument, openings: openings.toSorted(byLength) }];
  });

  /** The details of a phrase without argument: the argument is the empty string. */
  const emptyDetails = (intent: string) => {
    const missing = withArgument.find(({ name }) => name === intent);
    return missing ? { [missing.argument.name]: "" } : {};
  };

  /** @param text tidied: a phrase, a phrase with an argument, or an argument alone. */
  function routeText(text: string): RoutedRequest | null {
    const exact = byPhrase.get(text.toLowerCase());
    if (exact) return { intent: exact, details: emptyDetails(exact) };
    for (const { name, argument, openings } of withArgument) {
      const remainders = openings.filter((words) => startsWith(text, words)).map(textAfter(text));
      // "check points" asks for the intent "points", not for a code.
      const otherIntent = remainders.map((rest) => byPhrase.get(rest.toLowerCase())).find(Boolean);
      if (otherIntent) return { intent: otherIntent, details: {} };
      const value = remainders.find((rest) => argument.form.test(rest));
      if (value) return { intent: name, details: { [argument.name]: value } };
      if (argument.alone.test(text)) return { intent: name, details: { [argument.name]: text } };
    }
    return null;
  }

  return function route(event) {
    if (event.postback) {
      const { action, details } = parsePostback(event.postback.data);
      return names.has(action) ? { intent: action, details } : null;
    }
    const text = event.message?.text ?? "";
    // Fast path: the texts of buttons, and most typed ones, match without tidying.
    const exact = byPhrase.get(text);
    return exact ? { intent: exact, details: emptyDetails(exact) } : routeText(tidy(text));
  };
}

const byLength = (one: string, other: string) => other.length - one.length;

/** Whether a text starts with a phrase. After a Latin letter the word must end; Thai, Japanese and Chinese need no space. */
const startsWith = (text: string, words: string) =>
  text.slice(0, words.length).toLowerCase() === words &&
  !(/[a-z]$/.test(words) && /^[a-z\d-]/i.test(text.slice(words.length)));

const textAfter = (text: string) => (words: string) =>
  text.slice(words.length).replace(/^[\s:#]+/, "");

/** The form in which texts are compared: NFKC, lower case, without surrounding spaces, punctuation and emoji. */
export const plain = (text: string): string => tidy(text).toLowerCase();

function tidy(text: string): string {
  return (
    text
      .slice(0, 200)
      .normalize("NFKC")
      .replace(/[‘’]/g, "'")
      // The vowel เ typed twice looks like แ and is a common typing error.
      .replace(/เเ/g, "แ")
      .replace(/^[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+|[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+$/gu, "")
      .replace(/[\s,]+/gu, " ")
  );
}
