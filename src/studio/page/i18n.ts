/**
 * The page's language, messages, dates and times. They are the same for all of the page's life: another language is
 * another page.
 */
import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { ComponentChildren } from "preact";
import {
  formatterOf,
  languageNameIn,
  locales,
  type ArgumentsOf,
  type TranslateOf,
} from "../../bot/i18n/format.ts";
import type { Language } from "../../config/languages.ts";
import type { pageKeys } from "../i18n/message-keys.ts";

/** The server writes into the HTML what it has chosen by the cookie and the browser. */
const root = document.documentElement;
export const language = root.lang as Language;
const locale = locales[language];
/** Of the shop. */
const timeZone = root.dataset["timeZone"] ?? "UTC";

type Keys = typeof pageKeys;
type Messages = Readonly<Record<keyof Keys, MessageFormatElement[]>>;

const retryMs = 1500;

/** @throws {Error} where the server hasn't got them. */
async function loadMessages(): Promise<Messages> {
  const { href } = document.querySelector<HTMLLinkElement>("#messages") ?? { href: "" };
  const response = await fetch(href).catch(() => null);
  if (!response) {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return loadMessages();
  }
  const messages = (await response.json()) as Record<string, string | MessageFormatElement[]>;
  for (const [key, message] of Object.entries(messages)) {
    if (typeof message === "string") messages[key] = [{ type: 0, value: message }];
  }
  return messages as Messages;
}

const format = formatterOf(await loadMessages(), language, timeZone);

/** Messages without elements. */
type TextKeys = {
  [Key in keyof Keys as "element" extends Keys[Key][keyof Keys[Key]] ? never : Key]: Keys[Key];
};

/** A message in the page's language. */
export const t: TranslateOf<TextKeys> = (key, ...values) => String(format(key, values[0]));

/** A message with elements in it: each tag of the message has a function that makes its element. */
export const rich = <Key extends keyof Keys>(
  key: Key,
  values: ArgumentsOf<Keys, Key>,
): ComponentChildren => format(key, values) as ComponentChildren;

const chosenHere = "language chosen";

/** Another page in the language, which every later one has, too. */
export function chooseLanguage(chosen: Language): void {
  document.cookie = `studio-language=${chosen}; path=/; max-age=31536000; samesite=strict`;
  // Chromium sets a cookie in the background: the request of the new page may overtake it, unless it is read before.
  void document.cookie;
  history.replaceState(chosenHere, "");
  location.reload();
}

/** Whether this page comes of a choice on the one before it; told once. */
export function isOfChosenLanguage(): boolean {
  const isChosen = history.state === chosenHere;
  if (isChosen) history.replaceState(null, "");
  return isChosen;
}

const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: "h23", ...options });
  return (at: number): string => formatter.format(at);
};

/** All take milliseconds since 1970, and show the shop's date and time. */
export const timeText = dateFormat({ dateStyle: "medium", timeStyle: "short" });
export const dayText = dateFormat({ dateStyle: "medium" });
export const clockText = dateFormat({ timeStyle: "short" });
export const exactClockText = dateFormat({ timeStyle: "medium" });
export const weekdayText = dateFormat({ weekday: "short", day: "numeric", month: "short" });
export const exactTimeText = dateFormat({ dateStyle: "medium", timeStyle: "medium" });

/** A day of the shop's, such as `2026-12-31`. */
export const localDayText = (day: string): string => dayFormat(Date.parse(`${day}T00:00Z`));
const dayFormat = dateFormat({ day: "numeric", month: "short", timeZone: "UTC" });

/** A date and time of the shop's, such as `2026-12-31T23:50`. */
export const localTimeText = (local: string): string => localTimeFormat(Date.parse(`${local}:00Z`));
const localTimeFormat = dateFormat({
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** The name of the shop's time zone, such as *Indochina Time*. */
export const zoneName = (): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

export const numberText = (value: number): string => value.toLocaleString(locale);

/** A language tag as a word; a tag that isn't one is shown as it is. */
export const languageName = (tag: string): string => languageNameIn(language, tag);
