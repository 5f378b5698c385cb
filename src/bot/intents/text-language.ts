/** Guesses the language of a text from its script; Chinese characters also from the phrases that they form. */
import type { Language } from "../../config/environment-schema.ts";
import { phrasesIn, plain } from "../routing/text-router.ts";
import { intents } from "./intents.ts";

/** Tried in this order: Japanese mixes kana with Chinese characters, and everybody mixes Latin letters in. */
const scripts: readonly [script: RegExp, languageOf: (text: string) => Language][] = [
  [/\p{Script=Thai}/u, () => "th"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, () => "ja"],
  [
    /\p{Script=Han}/u,
    (text) => (isPhraseIn(text, "ja") && !isPhraseIn(text, "zh-TW") ? "ja" : "zh-TW"),
  ],
  [/\p{Script=Latin}/u, () => "en"],
];

/** @returns null for a text without letters, and where the language isn't one of the offered. */
export function languageOfText(text: string, offered: readonly Language[]): Language | null {
  const language = scripts.find(([script]) => script.test(text))?.[1](text);
  return language && offered.includes(language) ? language : null;
}

function isPhraseIn(text: string, language: Language): boolean {
  const asked = plain(text);
  return intents.some((intent) => phrasesIn(intent, language).includes(asked));
}
