/**
 * Declares every message of the studio with the arguments that it has; the compiler checks catalogues and callers
 * against it.
 */
import type { MessageKeys, MessageOf, TranslateOf } from "../../bot/i18n/format.ts";
import { answersKeys } from "./answers-keys.ts";
import { chatKeys } from "./chat-keys.ts";
import { frameKeys } from "./frame-keys.ts";
import { inspectorKeys } from "./inspector-keys.ts";
import { publishingKeys } from "./publishing-keys.ts";
import { serverKeys } from "./server-keys.ts";
import { statisticsKeys } from "./statistics-keys.ts";
import { storiesKeys } from "./stories-keys.ts";
import { textsKeys } from "./texts-keys.ts";

/** What the page shows, and loads in its language. */
export const pageKeys = {
  ...frameKeys,
  ...chatKeys,
  ...inspectorKeys,
  ...answersKeys,
  ...storiesKeys,
  ...textsKeys,
  ...publishingKeys,
  ...statisticsKeys,
} as const satisfies MessageKeys;

/** What the studio can say: the server writes in the page's words, too. */
export const studioKeys = { ...pageKeys, ...serverKeys } as const satisfies MessageKeys;

export type StudioTranslate = TranslateOf<typeof studioKeys>;

export type StudioMessage = MessageOf<typeof studioKeys>;

/** Writes a message that is data, such as a fault. */
export const writeMessage = (t: StudioTranslate, { key, values }: StudioMessage): string =>
  (t as (key: string, values?: object) => string)(key, values);
