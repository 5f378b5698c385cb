/** Declares the messages of the views of texts: the gallery, the table of texts, drafts and publications. */

export const textsKeys = {
  "texts.note": { link: "element" },
} as const;

/** They in one language: an ICU message for every key. */
export type TextsMessages = Record<keyof typeof textsKeys, string>;
