/** Declares the messages of what stands on every view of the page. */

export const frameKeys = {
  "language.label": {},
  /** `zone`: the name of the shop's time zone, such as *Indochina Time*. */
  "zone.note": { zone: "text" },
} as const;

/** They in one language: an ICU message for every key. */
export type FrameMessages = Record<keyof typeof frameKeys, string>;
