/** Formats the messages of the catalogues in a language. */
import { createHash } from "node:crypto";
import type { Language } from "../../config/environment-schema.ts";
import type { AnswerBook } from "./answers/answer-book.ts";
import { formatterOf, type TranslateOf } from "./format.ts";
import { en } from "./messages.en.ts";
import { ja } from "./messages.ja.ts";
import type { Catalogue, messageKeys } from "./message-keys.ts";
import { th } from "./messages.th.ts";
import { zhTW } from "./messages.zh-TW.ts";

/** The texts of the bot by language, and the answers of the shop's own; none where those are absent. */
export type Catalogues = Readonly<Record<Language, Catalogue>> & { readonly answers?: AnswerBook };

export const builtInCatalogues: Catalogues = { en, th, ja, "zh-TW": zhTW };

/** Formats a message in one language; takes arguments only if the message has some. */
export type Translate = TranslateOf<typeof messageKeys>;

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

function compileOnUse(catalogues: Catalogues, timeZone: string, base?: Catalogues): Messages {
  const baseMessages = base && createMessages(base, timeZone);
  function translatorFor(language: Language): Translate {
    const own = catalogues[language];
    const format = formatterOf(own, language, timeZone);
    return (key, ...values) => {
      // Keys are made of stored names, too: one that only another version knows is shown as it is.
      if (!Object.hasOwn(own, key)) return key.slice(key.lastIndexOf(".") + 1);
      if (baseMessages && base[language][key] === own[key]) {
        return baseMessages.in(language)(key, ...values);
      }
      return String(format(key, values[0]));
    };
  }
  const translators = {
    en: translatorFor("en"),
    th: translatorFor("th"),
    ja: translatorFor("ja"),
    "zh-TW": translatorFor("zh-TW"),
  };
  const { answers, ...texts } = catalogues;
  const content = JSON.stringify([texts, answers?.version]);
  return {
    in: (language) => translators[language],
    ...(answers && { answers }),
    version: createHash("sha256").update(content).digest("base64url"),
  };
}
