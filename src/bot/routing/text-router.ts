/** Routes a text or postback to an intent by the intents' phrases and arguments. Pure. */
import type { Language } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import { normalizeText } from "../../text/folded-name.ts";
import { parsePostback } from "./postback.ts";
import { withoutPoliteEnding, withoutPoliteWords } from "./text-normalizer.ts";

export { plain } from "../../text/folded-name.ts";

/** The phrases that ask for an intent, by language, each in the form of `plain`. */
export type Phrases = Readonly<Record<Language, readonly string[]>>;

/** The argument that may follow a phrase, as in `check CODE`. */
export interface Argument {
  /** Its key in `details`. */
  name: string;
  /** Phrases that it may follow, in addition to the intent's, likewise. */
  openings: readonly string[];
  /** What it matches after a phrase. */
  form: RegExp;
  /** What it matches without a phrase; stricter. */
  alone: RegExp;
}

/** Phrases that ask for one of several variants of an intent. */
export interface Variants {
  /** The key in `details` whose value names the variant. */
  name: string;
  /** By the value. */
  phrases: Readonly<Record<string, Phrases>>;
}

export interface RoutedRequest {
  /** The intent's name. */
  intent: string;
  /** The parameters of the postback, or the argument or variant of the text. */
  details: Readonly<Record<string, string>>;
}

interface RouteOptions {
  /** A text must be a phrase or an argument as it is, without polite words around it. */
  isExact?: boolean;
  /**
   * What a folded phrase of the shop's own asks for; absent = there are none. They stand above the phrases of intents,
   * none of which they have but those that they may take over.
   */
  askedOfShop?: (phrase: string) => RoutedRequest | undefined;
}

/** @returns the intent that an event asks for, or null when none matches. */
export type RouteEvent = (event: LineEvent, options?: RouteOptions) => RoutedRequest | null;

const nothingOfShop = () => undefined;

/** An intent with an argument. */
interface IntentWithArgument {
  name: string;
  argument: Argument;
  /** The phrases that the argument may follow, the longest first. */
  openings: readonly string[];
}

interface PhraseIndex {
  /** What each phrase asks for; an argument is then the empty string. */
  byPhrase: ReadonlyMap<string, RoutedRequest>;
  /** The same without the small words that ask for nothing. */
  requests: ReadonlyMap<string, RoutedRequest>;
  /** In the order in which arguments are tried. */
  withArgument: readonly IntentWithArgument[];
}

type RoutableIntent = {
  name: string;
  phrases: Phrases;
  asksForNothing?: boolean;
  argument?: Argument;
  variants?: Variants;
};

/** Every phrase of an intent in a language, those of its variants included. */
export const phrasesIn = (
  { phrases, variants }: Pick<RoutableIntent, "phrases" | "variants">,
  language: Language,
): readonly string[] => [
  ...phrases[language],
  ...Object.values(variants?.phrases ?? {}).flatMap((variant) => variant[language]),
];

/** Creates the router from the intents' names, phrases and arguments. */
export function createTextRouter(intents: readonly RoutableIntent[]): RouteEvent {
  const names = new Set(intents.map(({ name }) => name));
  const index = indexPhrases(intents);
  return function route(event, { isExact = false, askedOfShop = nothingOfShop } = {}) {
    if (event.postback) {
      const { action, details } = parsePostback(event.postback.data);
      return names.has(action) ? { intent: action, details } : null;
    }
    const text = event.message?.text ?? "";
    // Fast path: the texts of buttons, and most typed ones, match without normalising.
    return (
      askedOfShop(text) ??
      index.byPhrase.get(text) ??
      routeText({ ...index, askedOfShop }, normalizeText(text), isExact)
    );
  };
}

function indexPhrases(intents: readonly RoutableIntent[]): PhraseIndex {
  const withArgument = intents.flatMap(({ name, phrases, argument }) => {
    if (!argument) return [];
    const openings = [...Object.values(phrases).flat(), ...argument.openings];
    return [{ name, argument, openings: openings.toSorted(byLength) }];
  });
  const asking = intents.filter(({ asksForNothing }) => !asksForNothing);
  return {
    byPhrase: new Map(intents.flatMap(phraseEntries)),
    requests: new Map(asking.flatMap(phraseEntries)),
    withArgument,
  };
}

/** Each phrase of an intent with what it asks for. */
function phraseEntries({ name, phrases, argument, variants }: RoutableIntent) {
  const entriesOf = (texts: Phrases, details: RoutedRequest["details"]) =>
    Object.values(texts)
      .flat()
      .map((phrase): [string, RoutedRequest] => [phrase, { intent: name, details }]);
  return [
    ...entriesOf(phrases, argument ? { [argument.name]: "" } : {}),
    ...Object.entries(variants?.phrases ?? {}).flatMap(([value, texts]) =>
      entriesOf(texts, { [variants?.name ?? ""]: value }),
    ),
  ];
}

/** The phrases of the intents, and of the shop's own. */
type AllPhrases = PhraseIndex & Required<Pick<RouteOptions, "askedOfShop">>;

/** @param text normalised: a phrase, a phrase with an argument, or an argument alone. */
function routeText(index: AllPhrases, text: string, isExact: boolean): RoutedRequest | null {
  const folded = text.toLowerCase();
  const exact = index.askedOfShop(folded) ?? index.byPhrase.get(folded);
  if (exact) return exact;
  if (isExact) return routeArgument(index, text);
  const polite = routePolitely(index, text);
  if (polite) return polite;
  const rest = withoutPoliteEnding(text);
  // A phrase that lacks its argument: the "code" of "check code" isn't one.
  return index.byPhrase.has(rest.toLowerCase()) ? null : routeArgument(index, rest);
}

/** Routes a phrase with polite words around it, but none that lacks its argument: those ask for something else, too. */
function routePolitely({ requests, askedOfShop }: AllPhrases, text: string): RoutedRequest | null {
  return (
    withoutPoliteWords(text)
      .map((rest) => rest.toLowerCase())
      .map((rest) => askedOfShop(rest) ?? requests.get(rest))
      .find((routed) => routed && !Object.values(routed.details).includes("")) ?? null
  );
}

/** @param text normalised. */
function routeArgument(index: PhraseIndex, text: string): RoutedRequest | null {
  const lower = text.toLowerCase();
  for (const { name, argument, openings } of index.withArgument) {
    const remainders = openings
      .filter((opening) => lower.startsWith(opening) && isWhole(text, opening))
      .map((opening) => textAfter(text, opening));
    // "check points" asks for the intent "points", not for a code.
    const otherRequest = remainders
      .map((rest) => index.requests.get(rest.toLowerCase()))
      .find(Boolean);
    if (otherRequest) return otherRequest;
    const value = remainders.find((rest) => argument.form.test(rest));
    if (value) return { intent: name, details: { [argument.name]: value } };
    if (argument.alone.test(text)) return { intent: name, details: { [argument.name]: text } };
  }
  return null;
}

const byLength = (one: string, other: string) => other.length - one.length;

/** Whether a phrase ends with a word of the text that it begins: Thai, Japanese and Chinese need no space behind it. */
const isWhole = (text: string, phrase: string) =>
  !(/[a-z]$/.test(phrase) && /^[a-z\d-]/i.test(text.slice(phrase.length)));

const textAfter = (text: string, phrase: string) =>
  text.slice(phrase.length).replace(/^[\s:#"']+/, "");

// Parses the phrase lists of intents; a text matches only a listed phrase.

/** The phrases of a text, separated by commas or line breaks. Each has to be in the form of `plain`. */
export function phraseList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
}

/** Thai particles that may follow a request, with common misspellings. */
const particles = phraseList(`
  ค่ะ, คะ, ค่า, คร่า, ครับ, คับ, ครับผม, จ้า, จ้ะ, นะ, นะคะ, นะครับ, ที, ด้วย, ด้วยค่ะ, ด้วยครับ
  หน่อย, หน่อยค่ะ, หน่อยคะ, หน่อยครับ, หน่อยคับ, หน่อยนะ, หน่อยนะคะ, หน่อยนะครับ, หน่อยจ้า
`);

/** The listed Thai phrases, and each followed by every particle, with and without a space. */
export function thaiPhraseList(text: string): string[] {
  return phraseList(text).flatMap((phrase) => [
    phrase,
    ...particles.flatMap((particle) => [`${phrase}${particle}`, `${phrase} ${particle}`]),
  ]);
}
