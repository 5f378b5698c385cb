/** Declares the messages of the dev channel. */

export const devKeys = {
  "dev.help.title": {},
  "dev.help.as": {},
  "dev.help.nobody": {},
  "dev.help.preview": {},
  "dev.help.replies": {},
  "dev.help.reset": {},
  "dev.as.usage": {},
  "dev.as.member": { name: "text" },
  "dev.as.nobody": {},
  "dev.reset": {},
  "dev.samplesOnly": {},
  "dev.replies": {},
  "dev.held": {},
} as const;

/** They in one language: an ICU message for every key. */
export type DevMessages = Record<keyof typeof devKeys, string>;
