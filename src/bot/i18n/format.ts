/** Formats ICU messages by a language and a time zone; for the bot, the studio's server and its page alike. */
import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { IntlMessageFormat, type Formatters } from "intl-messageformat";
import type { Language } from "../../config/languages.ts";

/** What a message's arguments are, by kind. */
interface Values {
  text: string;
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  /** Makes an element of what stands between a tag's ends. */
  element: (content: string[]) => object;
}

/** Messages with the arguments that they may use: name → kind. */
export type MessageKeys = Readonly<Record<string, Readonly<Record<string, keyof Values>>>>;

/** The arguments needed to format a message. */
export type ArgumentsOf<Keys extends MessageKeys, Key extends keyof Keys> = {
  -readonly [Name in keyof Keys[Key]]: Values[Keys[Key][Name]];
};

/** A message as data, to be written in whichever language it is read. */
export type MessageOf<Keys extends MessageKeys> = {
  [Key in keyof Keys]: keyof Keys[Key] extends never
    ? { key: Key; values?: undefined }
    : { key: Key; values: ArgumentsOf<Keys, Key> };
}[keyof Keys];

/** Formats a message in one language; takes arguments only if the message has some. */
export type TranslateOf<Keys extends MessageKeys> = <Key extends keyof Keys>(
  key: Key,
  ...values: keyof Keys[Key] extends never ? [] : [ArgumentsOf<Keys, Key>]
) => string;

/** Locales for numbers, dates and plurals; Thai dates come out in Buddhist years. */
export const locales: Readonly<Record<Language, string>> = {
  en: "en-GB",
  th: "th-TH",
  ja: "ja-JP",
  "zh-TW": "zh-TW",
};

/** Each language as its readers write it. */
export const ownNames: Readonly<Record<Language, string>> = {
  en: "English",
  th: "ไทย",
  ja: "日本語",
  "zh-TW": "繁體中文",
};

/** @param message a text to parse, or what came of one. @throws {Error} when it is invalid. */
export function compile(
  message: string | MessageFormatElement[],
  language: Language,
  timeZone: string,
): IntlMessageFormat {
  return new IntlMessageFormat(message, locales[language], formats, {
    ignoreTag: true,
    formatters: formattersIn(timeZone),
  });
}

const formats = {
  date: { day: { day: "numeric", month: "short", year: "numeric" } },
  time: { clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } },
} as const;

/** Every date and time is one of this time zone, in whichever of ICU's styles a text has it. */
const formattersIn = (timeZone: string): Formatters => ({
  getNumberFormat: madeOnce((...args) => new Intl.NumberFormat(...args)),
  getDateTimeFormat: madeOnce(
    (locale, options) => new Intl.DateTimeFormat(locale, { ...options, timeZone }),
  ),
  getPluralRules: madeOnce((...args) => new Intl.PluralRules(...args)),
});

function madeOnce<Args extends unknown[], Formatter>(
  make: (...args: Args) => Formatter,
): (...args: Args) => Formatter {
  const all = new Map<string, Formatter>();
  return (...args) => {
    const key = JSON.stringify(args);
    const formatter = all.get(key) ?? make(...args);
    all.set(key, formatter);
    return formatter;
  };
}

/**
 * Formats the messages of one language; compiles each when it is first used.
 * @returns a text, or, of a message with tags, texts and elements in their order.
 */
export function formatterOf<Key extends string>(
  messages: Readonly<Record<Key, string | MessageFormatElement[]>>,
  language: Language,
  timeZone: string,
): (key: Key, values?: object) => unknown {
  const compiled = new Map<Key, IntlMessageFormat>();
  return (key, values) => {
    let message = compiled.get(key);
    if (!message) {
      message = compile(messages[key], language, timeZone);
      compiled.set(key, message);
    }
    return message.format(values as Record<string, string>);
  };
}

/** Codes of other Chinese languages: their readers get Traditional Chinese. */
const chinese = new Set(["yue", "cmn", "nan", "hak", "wuu"]);

/** The offered language that matches a BCP 47 tag, or null. Every Chinese tag gets Traditional Chinese. */
export function nearestLanguage(
  tag: string | undefined,
  offered: readonly Language[],
): Language | null {
  const subtag = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  const primary = chinese.has(subtag) ? "zh" : subtag;
  return offered.find((language) => language.toLowerCase().split("-")[0] === primary) ?? null;
}

/** The first offered language that one of some BCP 47 tags matches, or null. */
export const firstLanguage = (
  tags: readonly string[],
  offered: readonly Language[],
): Language | null =>
  tags.map((tag) => nearestLanguage(tag, offered)).find((language) => language !== null) ?? null;

/** What the readers of a language call the one of a tag; a tag that isn't one is shown as it is. */
export function languageNameIn(language: Language, tag: string): string {
  // Readers know it by its letters rather than by its place.
  const named = tag === "zh-TW" ? "zh-Hant" : tag;
  try {
    return namesIn(locales[language]).of(named) ?? tag;
  } catch {
    return tag;
  }
}

const namesIn = madeOnce((locale: string) => new Intl.DisplayNames(locale, { type: "language" }));
