/** The messages of the studio in each language. */
import { formatterOf } from "../../bot/i18n/format.ts";
import type { Language } from "../../config/languages.ts";
import { en as frameEn } from "./frame.en.ts";
import { ja as frameJa } from "./frame.ja.ts";
import { th as frameTh } from "./frame.th.ts";
import { zhTW as frameZhTW } from "./frame.zh-TW.ts";
import type { pageKeys, studioKeys, StudioTranslate } from "./message-keys.ts";
import { en as serverEn } from "./server.en.ts";
import { ja as serverJa } from "./server.ja.ts";
import { th as serverTh } from "./server.th.ts";
import { zhTW as serverZhTW } from "./server.zh-TW.ts";
import { en as textsEn } from "./texts.en.ts";
import { ja as textsJa } from "./texts.ja.ts";
import { th as textsTh } from "./texts.th.ts";
import { zhTW as textsZhTW } from "./texts.zh-TW.ts";

type CatalogueOf<Keys> = Readonly<Record<keyof Keys, string>>;

/** What the page shows. */
export const pageCatalogues: Readonly<Record<Language, CatalogueOf<typeof pageKeys>>> = {
  en: { ...frameEn, ...textsEn },
  th: { ...frameTh, ...textsTh },
  ja: { ...frameJa, ...textsJa },
  "zh-TW": { ...frameZhTW, ...textsZhTW },
};

/** What the page shows, and what the server writes. */
export const studioCatalogues: Readonly<Record<Language, CatalogueOf<typeof studioKeys>>> = {
  en: { ...pageCatalogues.en, ...serverEn },
  th: { ...pageCatalogues.th, ...serverTh },
  ja: { ...pageCatalogues.ja, ...serverJa },
  "zh-TW": { ...pageCatalogues["zh-TW"], ...serverZhTW },
};

/** Writes the studio's messages; a time isn't among them: the page shows times in the shop's zone. */
export const studioTranslate = (language: Language): StudioTranslate => translators[language];

const translatorFor = (language: Language): StudioTranslate => {
  const format = formatterOf(studioCatalogues[language], language, "UTC");
  return (key, ...values) => String(format(key, values[0]));
};
const translators: Readonly<Record<Language, StudioTranslate>> = {
  en: translatorFor("en"),
  th: translatorFor("th"),
  ja: translatorFor("ja"),
  "zh-TW": translatorFor("zh-TW"),
};
