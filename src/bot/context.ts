/** What an intent is given to answer with, and what it gives back. */
import type { Business, Language } from "../config.ts";
import type { MemberProfile } from "../connect/contract.ts";
import type { LineEvent } from "../line/events.ts";
import type { Message, Prepared } from "../line/messages.ts";
import type { Write } from "../store/chats.ts";
import type { Phrases } from "./route.ts";
import type { Say } from "./words/words.ts";

/** How the business shows itself, and where it sends people for what the chat can't do. */
export interface Brand {
  name: string;
  /** `#RRGGBB` */
  color: string;
  registerUrl: string | null;
  contactUrl: string | null;
}

export interface Context {
  event: LineEvent;
  /** The sender, in a 1:1 chat with the account. */
  lineId: string;
  language: Language;
  say: Say;
  business: Business;
  brand: Brand;
  /** Milliseconds since 1970. */
  now: number;
  /** What a button brought along, such as a page. */
  details: Readonly<Record<string, string>>;
}

/** What is said to one event, and what changes with it. */
export interface Answer {
  /** The intent that answered, for logs. */
  intent: string;
  /** What is said, checked and serialised; null = silence. */
  reply: Prepared | null;
  /** Stored in one transaction with the reply. */
  writes: readonly Write[];
}

/** One thing that a member can ask. */
export type Intent = { name: string; phrases: Phrases } & (
  | {
      /** Only answered to a member whom the platform knows under exactly this lineId. */
      access: "member";
      /** The messages depend on the profile alone, so they are kept as long as it is. */
      kept: boolean;
      answer(context: Context, profile: MemberProfile): Promise<Message[]> | Message[];
    }
  | {
      access: "anyone";
      answer(context: Context): Promise<Message[]> | Message[];
    }
);
