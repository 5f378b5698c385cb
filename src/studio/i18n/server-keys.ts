/** Declares what the studio's server writes for people. */

export const serverKeys = {
  "login.wrong": {},
  "login.first": {},
  "login.tooMany.client": {},
  "login.tooMany.queue": {},
  "login.link.used": {},
} as const;

/** They in one language: an ICU message for every key. */
export type ServerMessages = Record<keyof typeof serverKeys, string>;
