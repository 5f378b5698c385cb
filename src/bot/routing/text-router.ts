/** What a message asks for: text or postback to an intent. Pure. */
import type { Language } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";

/** What an intent is asked by: its words in every language. */
export type Phrases = Readonly<Record<Language, readonly string[]>>;

/** What may follow a phrase, as in `check CODE`. */
export interface Argument {
  /** Its name among the details. */
  name: string;
  /** What it may follow beside the intent's phrases. */
  openings: readonly string[];
  /** What it looks like behind a phrase. */
  form: RegExp;
  /** What it looks like where it needs no phrase. */
  alone: RegExp;
}

export interface RoutedRequest {
  /** The intent's name. */
  intent: string;
  /** What a button brought along, such as a page. */
  details: Readonly<Record<string, string>>;
}

/** @returns what an event asks for, or null when no intent answers to it. */
export type RouteEvent = (event: LineEvent) => RoutedRequest | null;

/** Makes the router from the intents' names and phrases. */
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

  /** An intent's argument is there even where nothing was given: empty. */
  const without = (intent: string) => {
    const missing = withArgument.find(({ name }) => name === intent);
    return missing ? { [missing.argument.name]: "" } : {};
  };

  /** @param text a phrase, or one with an argument, or an argument that needs none. */
  function read(text: string): RoutedRequest | null {
    const exact = byPhrase.get(text.toLowerCase());
    if (exact) return { intent: exact, details: without(exact) };
    for (const { name, argument, openings } of withArgument) {
      const rests = openings.filter((words) => startsWith(text, words)).map(behind(text));
      // "check points" asks for the points.
      const other = rests.map((rest) => byPhrase.get(rest.toLowerCase())).find(Boolean);
      if (other) return { intent: other, details: {} };
      const value = rests.find((rest) => argument.form.test(rest));
      if (value) return { intent: name, details: { [argument.name]: value } };
      if (argument.alone.test(text)) return { intent: name, details: { [argument.name]: text } };
    }
    return null;
  }

  return function route(event) {
    if (event.postback) {
      const { do: intent = "", ...details } = Object.fromEntries(
        new URLSearchParams(event.postback.data),
      );
      return names.has(intent) ? { intent, details } : null;
    }
    const text = event.message?.text ?? "";
    // What our own buttons and most people write needs no tidying.
    const exact = byPhrase.get(text);
    return exact ? { intent: exact, details: without(exact) } : read(tidy(text));
  };
}

/** The `data` of a postback button that asks for an intent. */
export function postbackData(intent: string, details: Readonly<Record<string, string>> = {}) {
  return new URLSearchParams({ do: intent, ...details }).toString();
}

/** The `data` of a button that only opens the keyboard: nothing is asked for yet. */
export const emptyPostback = postbackData("nothing");

/** The page that a button asks for, from 1 to 99; 1 where it names none. */
export function pageIn(details: RoutedRequest["details"]): number {
  const { page = "" } = details;
  return /^[1-9]\d?$/.test(page) ? Number(page) : 1;
}

const byLength = (one: string, other: string) => other.length - one.length;

/** Thai, Japanese and Chinese need no blank behind a word; in English it tells where the word ends. */
const startsWith = (text: string, words: string) =>
  text.slice(0, words.length).toLowerCase() === words &&
  !(/[a-z]$/.test(words) && /^[a-z\d-]/i.test(text.slice(words.length)));

const behind = (text: string) => (words: string) =>
  text.slice(words.length).replace(/^[\s:#]+/, "");

/** Text as it is compared: look-alikes made one, small letters, no blanks, punctuation or emoji around it. */
export const plain = (text: string): string => tidy(text).toLowerCase();

function tidy(text: string): string {
  return (
    text
      .slice(0, 200)
      .normalize("NFKC")
      .replace(/[‘’]/g, "'")
      // Twice the vowel เ looks like แ, and is often typed for it.
      .replace(/เเ/g, "แ")
      .replace(/^[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+|[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+$/gu, "")
      .replace(/[\s,]+/gu, " ")
  );
}
