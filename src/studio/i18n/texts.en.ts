/** The messages of the views of texts, in English. */
import type { TextsMessages } from "./texts-keys.ts";

export const en: TextsMessages = {
  "texts.note":
    "What is saved here goes to your draft. Members get it when that is <link>published</link>.",
};
