/** What an intent is given to answer with. */
import type { Business, Language } from "../config.ts";
import type { LineEvent } from "../line/events.ts";
import type { Message, Prepared } from "../line/messages.ts";
import type { Write } from "../store/chats.ts";
import type { MemberLookup } from "./members.ts";
import type { Phrases } from "./route.ts";
import type { Say, Words } from "./words/words.ts";

/** How the business shows itself. */
export interface Brand {
  name: string;
  /** `#RRGGBB` */
  color: string;
}

/** Where members are sent for what the chat can't do; null where the operator named no address. */
export interface Links {
  register: string | null;
  contact: string | null;
}

export interface Context {
  event: LineEvent;
  /** The sender. Intents are only asked in 1:1 chats. */
  lineId: string;
  language: Language;
  say: Say;
  words: Words;
  business: Business;
  brand: Brand;
  links: Links;
  /** Milliseconds since 1970. */
  now: number;
  /** What a button brought along. */
  details: Readonly<Record<string, string>>;
  /** @throws {ConnectError} when the platform can't tell. */
  member(): Promise<MemberLookup>;
}

/** What is said, and what changes with it. */
export interface Answer {
  /** The intent that answered, for logs. */
  intent: string;
  /** In order; none = silence. */
  messages: readonly Message[];
  /** The same messages, already checked and serialised. */
  ready?: Prepared;
  /** Stored in one transaction with the messages. */
  writes?: readonly Write[];
}

/** One thing that a member can ask. */
export interface Intent {
  name: string;
  phrases: Phrases;
  answer(context: Context): Promise<Omit<Answer, "intent">>;
}
