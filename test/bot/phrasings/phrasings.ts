/** How people ask, language by language. A new intent adds a row to each. */
import type { Language } from "../../../src/config.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { th } from "./th.ts";
import { zhTW } from "./zh-TW.ts";

/** Language → intent → phrasings. */
export const phrasings: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en,
  th,
  ja,
  "zh-TW": zhTW,
};
