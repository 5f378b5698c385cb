/** Defines what intents work with: render context, context, reply, sample and the intent itself. */
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { CouponSetCache } from "../loyalty/coupon-sets.ts";
import type { MemberCard, MemberProfile } from "../loyalty/contract.ts";
import type { RewardPrices } from "../loyalty/reward-prices.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Message, SerializedMessages } from "../line/messages/prepare-reply.ts";
import type { StateChange } from "../store/state-changes.ts";
import type { CodeGuessLimiter } from "./routing/code-guess-limiter.ts";
import type { FallbackDetail } from "./routing/fallback-throttle.ts";
import type { TraceEntry } from "./tracing/trace-entry.ts";
import type { TransactionLookup } from "../members/ledger/mirrored-client.ts";
import type { LastKnown, MemberLookup } from "../members/member-cache.ts";
import type { Block, Limits, Order, Question } from "../store/rules/order.ts";
import type { OrderAction } from "../store/orders.ts";
import type { Redemption } from "./redemption.ts";
import type { AnswerBook } from "./i18n/answers/answer-book.ts";
import type { Argument, Phrases, Variants } from "./routing/text-router.ts";
import type { Messages, Translate } from "./i18n/translate.ts";

/** How cards of a type look; what is absent is the brand's. */
export interface CardStyle {
  /** `#RRGGBB`. */
  color?: string | undefined;
  /** The address of a picture. */
  picture?: string | undefined;
}

/** Something that the platform tells of a card or of its member beyond the contract. */
export interface CardFact {
  /** Who has it: the card, the member, or the member's `otherData`. */
  owner: "card" | "profile" | "otherData";
  /** Its name: of a field, of a field in a field, or the key in `otherData`. */
  path: readonly string[];
  label: Readonly<Partial<Record<Language, string>>>;
  /** How its value is read and shown; any other value isn't shown. */
  kind: "points" | "number" | "money" | "date" | "expiry" | "text";
  /** The ISO 4217 code of `money`. */
  currency?: string | undefined;
  /** Where: on the coloured face of the card, below it, or to staff only, who are shown all of them. */
  place: "face" | "below" | "staff";
}

/** The business's branding and links, from the configuration. */
export interface Brand {
  name: string;
  /** `#RRGGBB`, for filled areas. */
  color: string;
  /** `#RRGGBB`, for buttons and emphasised words. */
  accent: string;
  /** The https address of a PNG or JPEG; null = none. */
  logo: string | null;
  /** By card type in lower case; absent = every card in the brand's colour. */
  cardStyles?: ReadonlyMap<string, CardStyle>;
  /** In the order of the configuration; absent = none. */
  cardFacts?: readonly CardFact[];
  registerUrl: string | null;
  contactUrl: string | null;
}

/** URLs of images of a text; null without a public URL, or if the text cannot be encoded. */
export interface CodeAddresses {
  /** @param until expiry of the URL in milliseconds since 1970; at most, and if null, 30 days from now. */
  qr(text: string, until?: number | null): string | null;
  barcode(text: string, until?: number | null): string | null;
}

/** The intent of what staff ask for by commands and their buttons, in counts and logs. */
export const commandIntent = "command";

/** The images that views can show. */
export interface Images extends CodeAddresses {
  /** Whether LINE loads pictures over http, too: only an embedded one does, from this machine. */
  readonly allowHttp?: boolean;
  /** The URL of a picture for samples; absent where the demo isn't there to serve it. */
  readonly samplePicture?: string;
  /**
   * The URL of a QR code that opens the member at the till, for a minute and once; null where it can't be shown.
   * Absent where members show the number of their card instead.
   */
  memberCode?(member: Pick<MemberProfile, "uuid">, card: MemberCard): string | null;
}

/** All that a view renders with. It holds nothing about the user, so samples use the same views. */
export interface RenderContext {
  language: Language;
  t: Translate;
  brand: Brand;
  /** The business's IANA time zone, such as `Asia/Bangkok`. */
  timeZone: string;
  images: Images;
  /** Milliseconds since 1970. */
  now: number;
  /** The answers of the shop's own; absent = none. */
  answers?: AnswerBook;
}

/** The services that a render context is made of. */
export interface RenderServices {
  brand: Brand;
  timeZone: string;
  images: Images;
  clock: Clock;
}

/** The render context of one language, at the clock's current time. */
export const renderContextOf = (
  { brand, timeZone, images, clock }: RenderServices,
  translations: Messages,
  language: Language,
): RenderContext => ({
  language,
  t: translations.in(language),
  brand,
  timeZone,
  images,
  now: clock.now(),
  ...(translations.answers && { answers: translations.answers }),
});

/** What a member is asked: whether to pay for a coupon of a set with the points of a card. */
export interface RedemptionOffer {
  /** LINE user id of who is asked: the member, or a staff member for them. */
  asker: string;
  member: MemberProfile;
  card: Pick<MemberCard, "card_no">;
  set: { uuid: string; name: string };
  /** The price. */
  points: number;
}

/** Result of a tap on a button of a redemption, as in `Tap`. */
export type RedemptionTap =
  | { kind: "claimed" | "awaiting_approval" | "expired" | "already"; redemption: Redemption }
  | { kind: "blocked"; redemption: Redemption; by: Block }
  | { kind: "none" };

/** What a redemption is confirmed against, beside the redemptions of the member on that day. */
export interface RedemptionMaxima {
  /** How many of the set one member may redeem; null = any number. */
  perSet: number | null;
  /** Of the staff member who redeems for somebody; null for a member. */
  limits: Limits | null;
}

/** Redeems points for coupons, each redemption once, whoever taps how often. */
export interface Redeemer {
  /** The question to store with the reply that asks it. @param now milliseconds since 1970. */
  question(offer: RedemptionOffer, now: number): Question;
  /** @param id of its order, or of the one that undoes it. */
  find(account: string, id: string): Promise<Redemption | null>;
  /** A member's last ones and their undos, newest first. */
  ofMember(account: string, memberUuid: string, max: number): Promise<readonly Order[]>;
  /** The redemption of the same member that needs a review: until staff have settled it, nothing else can be redeemed. */
  inReview(redemption: Redemption): Promise<Redemption | null>;
  /** The member as the platform knows them now. @throws {LoyaltyError} */
  freshMember(lineId: string): Promise<MemberLookup>;
  /** Takes the answer yes, and goes as far as the platform answers. */
  confirm(
    redemption: Redemption,
    maxima: RedemptionMaxima,
    action: OrderAction,
    signal: AbortSignal,
  ): Promise<RedemptionTap>;
  cancel(redemption: Redemption, action: OrderAction, signal: AbortSignal): Promise<RedemptionTap>;
  /** Voids the coupon, and then the burn, as far as the platform answers. */
  undo(redemption: Redemption, action: OrderAction, signal: AbortSignal): Promise<RedemptionTap>;
}

/** What an intent answers one event with. */
export interface Context extends RenderContext {
  event: LineEvent;
  /** The LINE user id of the bot's account. */
  account: string;
  /** The sender's LINE user id; the chat is 1:1. */
  lineId: string;
  /** The parameters of a postback or the argument of a text, such as `page` or `code`. */
  details: Readonly<Record<string, string>>;
  loyalty: LoyaltyClient;
  /** Finds transactions in the mirrored ledger; null where there is none. */
  transactions: TransactionLookup | null;
  couponSets: CouponSetCache;
  /** What coupon sets cost members in points. */
  rewardPrices: RewardPrices;
  /** The languages a user can choose from, the account's default first. */
  offeredLanguages: readonly Language[];
  /** The version of the texts that `t` formats; replies are cached by it. */
  translationsVersion: string;
  /** The message catalogue of another language. */
  translatorFor(language: Language): Translate;
  /** Aborts when the time limit of the whole answer is reached; pass it to every platform call. */
  signal: AbortSignal;
  codeGuesses: CodeGuessLimiter;
  redeemer: Redeemer;
  /** The sender's name as the platform knows it; null where they aren't a member, or it doesn't answer at once. */
  addressee(): Promise<Pick<MemberProfile, "name" | "lastName"> | null>;
  /** Counts the event as not understood. @returns how much of the fallback reply it gets. */
  fallbackDetail(): FallbackDetail;
}

/** What says whether everybody is answered alike. */
export type AlikeRequest = Pick<Context, "details" | "answers" | "now" | "timeZone">;

/** An intent's reply and the state changes that go with it. */
export interface Reply {
  /** In order; empty = no reply is sent. */
  messages: Message[];
  /** Stored in the same transaction as the messages. */
  writes?: readonly StateChange[];
  /**
   * Whether the messages tell what became of a write that this event may carry out, also that it wasn't. They are stored
   * before they are sent: "not known yet" or "not now" may have been seen, and another attempt, which could know more,
   * or could do it by then, must not take it for its own reply.
   */
  tellsOutcome?: boolean;
  /** Whether the messages tell somebody how to join. */
  invites?: boolean;
  /** Whether the messages hold what works for a moment only, so that they aren't cached. */
  isPerishable?: boolean;
}

/** A reply rendered with sample data, for the gallery and `/preview`. */
export interface Sample {
  name: "ordinary" | "empty" | "longest";
  /** Tells samples of the same name apart; lower case and hyphens. */
  about?: string;
  messages: Message[];
}

/** Something a user can ask for: the phrases that ask for it and the answer. */
export type Intent = {
  name: string;
  phrases: Phrases;
  /** Its phrases are small words: with others around them, or behind a phrase, they may mean something else. */
  asksForNothing?: boolean;
  argument?: Argument;
  /** What its answer depends on besides the person: a postback or a phrase names it. */
  variants?: Variants;
  /** Rendered by the same views as the answers. */
  samples(ctx: RenderContext): Sample[];
} & (
  | {
      /** Answered only when the platform has exactly one active profile with this lineId. */
      access: "member";
      /** The messages depend only on the profile, the language and `details.page`, so they are cached with the profile. */
      cacheable: boolean;
      /** Looks the sender up on the platform, bypassing the member cache. */
      fresh?: boolean;
      answer(context: Context, profile: MemberProfile): Promise<Reply> | Reply;
      /**
       * What somebody whom the platform doesn't know is shown of it in front of how to join: nothing personal, and no
       * next steps. Without such a function they are shown how to join alone.
       * @throws {LoyaltyError} when the platform fails: they are shown how to join alone, then.
       */
      forStrangers?(context: Context): Promise<Message[]>;
      /**
       * The fallback reply while the platform is unavailable. Null, or no such function = an apology.
       * @param last the member as last known; null = not known.
       */
      withoutPlatform?(context: Context, last: LastKnown | null): Reply | null;
    }
  | {
      access: "anyone";
      /** It changes something on the platform: not begun when the reply would be too late, and never given up. */
      writes?: boolean;
      /** Whether everybody is answered alike in a language, so that the messages are cached. */
      isAlike?(request: AlikeRequest): boolean;
      answer(context: Context): Promise<Reply> | Reply;
    }
);

/** The bot's reply to one event. */
export interface BotReply {
  /** The name of the intent that answered, for logs. */
  intent: string;
  /** Validated and serialised; null = nothing is sent. */
  reply: SerializedMessages | null;
  writes: readonly StateChange[];
  /** As in `Reply`. */
  tellsOutcome?: boolean;
  invites?: boolean;
  /** The lookups made for it; absent unless the bot is traced. */
  trace?: readonly TraceEntry[];
}
