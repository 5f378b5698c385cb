/** What the studio's server writes for people, in English. */
import type { ServerMessages } from "./server-keys.ts";

export const en: ServerMessages = {
  "login.wrong": "That isn’t the password",
  "login.first": "Log in first",
  "login.tooMany.client": "Too many attempts. Wait a quarter of an hour.",
  "login.tooMany.queue": "Too many passwords are being tried. Try again in a minute.",
  "login.link.used":
    "This link has been used, or is too old. Write /studio to the bot for another.",
};
