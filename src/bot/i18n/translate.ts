/** Says a message of the catalogues in a language. */
import { createHash } from "node:crypto";
import { IntlMessageFormat } from "intl-messageformat";
import type { Language } from "../../config/environment-schema.ts";
import { en } from "./messages.en.ts";
import { ja } from "./messages.ja.ts";
import type { ArgumentsOf, Catalogue, MessageKey } from "./message-keys.ts";
import { th } from "./messages.th.ts";
import { zhTW } from "./messages.zh-TW.ts";

export type Catalogues = Readonly<Record<Language, Catalogue>>;

export const builtInCatalogues: Catalogues = { en, th, ja, "zh-TW": zhTW };

/** Locales for numbers, dates and plurals; Thai dates come out in Buddhist years. */
export const locales: Readonly<Record<Language, string>> = {
  en: "en-GB",
  th: "th-TH",
  ja: "ja-JP",
  "zh-TW": "zh-TW",
};

/** Says a message in one language; arguments are only asked for where the message has some. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: keyof ArgumentsOf<Key> extends never ? [] : [ArgumentsOf<Key>]
) => string;

export interface Messages {
  in(language: Language): Translate;
  /** Changes whenever any word does. */
  version: string;
}

/** @param timeZone the business's time zone, in which dates and times are said. */
export function createMessages(catalogues: Catalogues, timeZone: string): Messages {
  const compiled = new Map<string, IntlMessageFormat>();
  const speak =
    (language: Language): Translate =>
    (key, ...values) => {
      const id = `${language}/${key}`;
      let message = compiled.get(id);
      if (!message) {
        message = compile(catalogues[language][key], language, timeZone);
        compiled.set(id, message);
      }
      return String(message.format(values[0]));
    };
  const voices = { en: speak("en"), th: speak("th"), ja: speak("ja"), "zh-TW": speak("zh-TW") };
  return {
    in: (language) => voices[language],
    version: createHash("sha256").update(JSON.stringify(catalogues)).digest("base64url"),
  };
}

/** An ICU message, ready to be said. @throws {Error} when it isn't a sound one. */
export function compile(text: string, language: Language, timeZone: string): IntlMessageFormat {
  const formats = {
    date: { day: { day: "numeric", month: "short", year: "numeric", timeZone } },
    time: { clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } },
  } as const;
  return new IntlMessageFormat(text, locales[language], formats, { ignoreTag: true });
}

/** Chinese by other names: whoever reads these reads Traditional Chinese sooner than anything else of ours. */
const chinese = new Set(["yue", "cmn", "nan", "hak", "wuu"]);

/** The language of ours that is nearest to a BCP 47 tag, or null. Simplified Chinese readers get Traditional. */
export function nearestLanguage(
  tag: string | undefined,
  offered: readonly Language[],
): Language | null {
  const spoken = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  const wanted = chinese.has(spoken) ? "zh" : spoken;
  return offered.find((language) => language.toLowerCase().split("-")[0] === wanted) ?? null;
}
