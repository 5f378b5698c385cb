/** What an intent is given to answer with, and what it gives back. */
import type { Language } from "../config/environment-schema.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile } from "../loyalty/contract.ts";
import type { CodeAddresses } from "../http/code-images.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Message, SerializedMessages } from "../line/messages/prepare-reply.ts";
import type { StateChange } from "../store/line-users.ts";
import type { CodeGuessLimiter } from "./routing/code-guess-limiter.ts";
import type { TraceEntry } from "./trace.ts";
import type { LastKnown } from "../members/member-cache.ts";
import type { Argument, Phrases } from "./routing/text-router.ts";
import type { Translate } from "./i18n/translate.ts";

/** How the business shows itself, and where it sends people for what the chat can't do. */
export interface Brand {
  name: string;
  /** `#RRGGBB`, for surfaces. */
  color: string;
  /** `#RRGGBB`, for buttons and single words. */
  accent: string;
  /** The https address of a PNG or JPEG. */
  logo: string | null;
  registerUrl: string | null;
  contactUrl: string | null;
}

/** All that a view draws with. It tells nothing of who asks, so that samples are drawn by the same views. */
export interface RenderContext {
  language: Language;
  t: Translate;
  brand: Brand;
  /** The business's, such as `Asia/Bangkok`. */
  timeZone: string;
  images: CodeAddresses;
  /** Milliseconds since 1970. */
  now: number;
}

export interface Context extends RenderContext {
  event: LineEvent;
  /** The bot's own LINE user id. */
  account: string;
  /** The sender, in a 1:1 chat with the account. */
  lineId: string;
  /** What a button brought along, such as a page. */
  details: Readonly<Record<string, string>>;
  loyalty: LoyaltyClient;
  /** The languages that one can choose from, the account's default first. */
  offeredLanguages: readonly Language[];
  /** The words of another language. */
  translatorFor(language: Language): Translate;
  /** Ends when the time for the whole answer is up; every call to the platform is bound to it. */
  signal: AbortSignal;
  codeGuesses: CodeGuessLimiter;
}

/** What an intent says, and what changes with it. */
export interface Reply {
  /** In order; none = silence. */
  messages: Message[];
  /** Stored in one transaction with the messages. */
  writes?: readonly StateChange[];
}

/** A reply as it looks with made-up data, for whoever reviews it. */
export interface Sample {
  name: "ordinary" | "empty" | "longest";
  /** Tells samples of one name apart, in small letters and hyphens. */
  about?: string;
  messages: Message[];
}

/** One thing that a member can ask. */
export type Intent = {
  name: string;
  phrases: Phrases;
  /** Said to one sender at most once a minute. */
  seldom?: boolean;
  argument?: Argument;
  /** Made by the same views as the answers. */
  samples(ctx: RenderContext): Sample[];
} & (
  | {
      /** Only answered to a member whom the platform knows under exactly this lineId. */
      access: "member";
      /** The messages depend on the profile and on `details.page` alone, so they are kept as long as it is. */
      kept: boolean;
      /** Looks the sender up anew, past whatever is kept. */
      fresh?: boolean;
      answer(context: Context, profile: MemberProfile): Promise<Reply> | Reply;
      /** Stands in while the platform can't be asked; null, or no such answer = an apology. */
      withoutPlatform?(context: Context, last: LastKnown | null): Reply | null;
    }
  | {
      access: "anyone";
      answer(context: Context): Promise<Reply> | Reply;
    }
);

/** What is said to one event: what leaves the bot. */
export interface BotReply {
  /** The intent that answered, for logs. */
  intent: string;
  /** Checked and serialised; null = silence. */
  reply: SerializedMessages | null;
  writes: readonly StateChange[];
  /** What was looked up for it, where the bot is observed. */
  trace?: readonly TraceEntry[];
}
