/** What a message asks for: text or postback to an intent. Pure. */
import type { Language } from "../config.ts";
import type { LineEvent } from "../line/events.ts";

/** What an intent is asked by: its words in every language. */
export type Phrases = Readonly<Record<Language, readonly string[]>>;

export interface Request {
  /** The intent's name. */
  intent: string;
  /** What a button brought along, such as a page. */
  details: Readonly<Record<string, string>>;
}

/** @returns what an event asks for, or null when no intent answers to it. */
export type Route = (event: LineEvent) => Request | null;

/** Makes the router from the intents' names and phrases. */
export function createRouter(intents: readonly { name: string; phrases: Phrases }[]): Route {
  const names = new Set(intents.map(({ name }) => name));
  const byPhrase = new Map(
    intents.flatMap(({ name, phrases }) =>
      Object.values(phrases).flatMap((words) => words.map((word) => [plain(word), name] as const)),
    ),
  );
  return function route(event) {
    if (event.postback) {
      const { do: intent = "", ...details } = Object.fromEntries(
        new URLSearchParams(event.postback.data),
      );
      return names.has(intent) ? { intent, details } : null;
    }
    const intent = byPhrase.get(plain(event.message?.text ?? ""));
    return intent ? { intent, details: {} } : null;
  };
}

/** The `data` of a postback button that asks for an intent. */
export function postbackData(intent: string, details: Readonly<Record<string, string>> = {}) {
  return new URLSearchParams({ do: intent, ...details }).toString();
}

/** The page that a button asks for, from 1 to 99; 1 where it names none. */
export function pageIn(details: Request["details"]): number {
  const { page = "" } = details;
  return /^[1-9]\d?$/.test(page) ? Number(page) : 1;
}

/** Text as it is compared: look-alikes made one, small letters, no blanks, punctuation or emoji around it. */
export function plain(text: string): string {
  return (
    text
      .slice(0, 200)
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[‘’]/g, "'")
      // Twice the vowel เ looks like แ, and is often typed for it.
      .replace(/เเ/g, "แ")
      .replace(/^[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+|[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+$/gu, "")
      .replace(/[\s,]+/gu, " ")
  );
}
