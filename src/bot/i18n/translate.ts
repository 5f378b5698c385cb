/** Formats the messages of the catalogues in a language. */
import { createHash } from "node:crypto";
import { IntlMessageFormat, type Formatters } from "intl-messageformat";
import type { Language } from "../../config/environment-schema.ts";
import type { AnswerBook } from "./answers/answer-book.ts";
import { en } from "./messages.en.ts";
import { ja } from "./messages.ja.ts";
import type { ArgumentsOf, Catalogue, MessageKey } from "./message-keys.ts";
import { th } from "./messages.th.ts";
import { zhTW } from "./messages.zh-TW.ts";

/** The texts of the bot by language, and the answers of the shop's own; none where those are absent. */
export type Catalogues = Readonly<Record<Language, Catalogue>> & { readonly answers?: AnswerBook };

export const builtInCatalogues: Catalogues = { en, th, ja, "zh-TW": zhTW };

/** Locales for numbers, dates and plurals; Thai dates come out in Buddhist years. */
export const locales: Readonly<Record<Language, string>> = {
  en: "en-GB",
  th: "th-TH",
  ja: "ja-JP",
  "zh-TW": "zh-TW",
};

/** Formats a message in one language; takes arguments only if the message has some. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: keyof ArgumentsOf<Key> extends never ? [] : [ArgumentsOf<Key>]
) => string;

export interface Messages {
  in(language: Language): Translate;
  /** The answers of the shop's own; none where they are absent. */
  readonly answers?: AnswerBook;
  /** A hash of all texts and answers. */
  version: string;
}

/** By catalogues and time zone: the bot and the studio use the same compiled messages. */
const created = new WeakMap<Catalogues, Map<string, Messages>>();

/**
 * @param catalogues not changed afterwards.
 * @param timeZone the IANA time zone in which dates and times are formatted.
 * @param base catalogues with mostly the same texts: those are parsed once for both.
 */
export function createMessages(
  catalogues: Catalogues,
  timeZone: string,
  base?: Catalogues,
): Messages {
  const byTimeZone = created.get(catalogues) ?? new Map<string, Messages>();
  created.set(catalogues, byTimeZone);
  const messages = byTimeZone.get(timeZone) ?? compileOnUse(catalogues, timeZone, base);
  byTimeZone.set(timeZone, messages);
  return messages;
}

/** Parses each message when it is first used. */
function compileOnUse(catalogues: Catalogues, timeZone: string, base?: Catalogues): Messages {
  const baseMessages = base && createMessages(base, timeZone);
  const compiled = new Map<string, IntlMessageFormat>();
  const formatterFor =
    (language: Language): Translate =>
    (key, ...values) => {
      // Keys are made of stored names, too: one that only another version knows is shown as it is.
      if (!Object.hasOwn(catalogues[language], key)) return key.slice(key.lastIndexOf(".") + 1);
      if (baseMessages && base[language][key] === catalogues[language][key]) {
        return baseMessages.in(language)(key, ...values);
      }
      const id = `${language}/${key}`;
      let message = compiled.get(id);
      if (!message) {
        message = compile(catalogues[language][key], language, timeZone);
        compiled.set(id, message);
      }
      return String(message.format(values[0]));
    };
  const translators = {
    en: formatterFor("en"),
    th: formatterFor("th"),
    ja: formatterFor("ja"),
    "zh-TW": formatterFor("zh-TW"),
  };
  const { answers, ...texts } = catalogues;
  const content = JSON.stringify([texts, answers?.version]);
  return {
    in: (language) => translators[language],
    ...(answers && { answers }),
    version: createHash("sha256").update(content).digest("base64url"),
  };
}

/** Parses an ICU message. @throws {Error} when it is invalid. */
export function compile(text: string, language: Language, timeZone: string): IntlMessageFormat {
  return new IntlMessageFormat(text, locales[language], formats, {
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
