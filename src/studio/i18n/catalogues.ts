/** The messages of the studio in each language. */
import { formatterOf } from "../../bot/i18n/format.ts";
import type { Language } from "../../config/languages.ts";
import { en as answersEn } from "./answers.en.ts";
import { ja as answersJa } from "./answers.ja.ts";
import { th as answersTh } from "./answers.th.ts";
import { zhTW as answersZhTW } from "./answers.zh-TW.ts";
import { en as chatEn } from "./chat.en.ts";
import { ja as chatJa } from "./chat.ja.ts";
import { th as chatTh } from "./chat.th.ts";
import { zhTW as chatZhTW } from "./chat.zh-TW.ts";
import { en as frameEn } from "./frame.en.ts";
import { ja as frameJa } from "./frame.ja.ts";
import { th as frameTh } from "./frame.th.ts";
import { zhTW as frameZhTW } from "./frame.zh-TW.ts";
import { en as inspectorEn } from "./inspector.en.ts";
import { ja as inspectorJa } from "./inspector.ja.ts";
import { th as inspectorTh } from "./inspector.th.ts";
import { zhTW as inspectorZhTW } from "./inspector.zh-TW.ts";
import type { pageKeys, studioKeys, StudioTranslate } from "./message-keys.ts";
import { en as publishingEn } from "./publishing.en.ts";
import { ja as publishingJa } from "./publishing.ja.ts";
import { th as publishingTh } from "./publishing.th.ts";
import { zhTW as publishingZhTW } from "./publishing.zh-TW.ts";
import { en as serverEn } from "./server.en.ts";
import { ja as serverJa } from "./server.ja.ts";
import { th as serverTh } from "./server.th.ts";
import { zhTW as serverZhTW } from "./server.zh-TW.ts";
import { en as statisticsEn } from "./statistics.en.ts";
import { ja as statisticsJa } from "./statistics.ja.ts";
import { th as statisticsTh } from "./statistics.th.ts";
import { zhTW as statisticsZhTW } from "./statistics.zh-TW.ts";
import { en as storiesEn } from "./stories.en.ts";
import { ja as storiesJa } from "./stories.ja.ts";
import { th as storiesTh } from "./stories.th.ts";
import { zhTW as storiesZhTW } from "./stories.zh-TW.ts";
import { en as textsEn } from "./texts.en.ts";
import { ja as textsJa } from "./texts.ja.ts";
import { th as textsTh } from "./texts.th.ts";
import { zhTW as textsZhTW } from "./texts.zh-TW.ts";

type CatalogueOf<Keys> = Readonly<Record<keyof Keys, string>>;

/** What the page shows. */
export const pageCatalogues: Readonly<Record<Language, CatalogueOf<typeof pageKeys>>> = {
  en: {
    ...frameEn,
    ...chatEn,
    ...inspectorEn,
    ...answersEn,
    ...storiesEn,
    ...textsEn,
    ...publishingEn,
    ...statisticsEn,
  },
  th: {
    ...frameTh,
    ...chatTh,
    ...inspectorTh,
    ...answersTh,
    ...storiesTh,
    ...textsTh,
    ...publishingTh,
    ...statisticsTh,
  },
  ja: {
    ...frameJa,
    ...chatJa,
    ...inspectorJa,
    ...answersJa,
    ...storiesJa,
    ...textsJa,
    ...publishingJa,
    ...statisticsJa,
  },
  "zh-TW": {
    ...frameZhTW,
    ...chatZhTW,
    ...inspectorZhTW,
    ...answersZhTW,
    ...storiesZhTW,
    ...textsZhTW,
    ...publishingZhTW,
    ...statisticsZhTW,
  },
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
