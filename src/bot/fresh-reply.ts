/** Makes the reply to a request: looks the sender up, then runs the staff command or the intent. */
import { deadline, withTimeout, type Clock } from "../clock.ts";
import { isPlatformFailure, type KnownError } from "../errors.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile } from "../loyalty/contract.ts";
import type { CouponSetCache } from "../loyalty/coupon-sets.ts";
import { isUnsupported, LoyaltyError } from "../loyalty/errors.ts";
import type { RewardPrices } from "../loyalty/reward-prices.ts";
import type { TransactionLookup } from "../members/ledger/mirrored-client.ts";
import type { MemberLookup } from "../members/member-cache.ts";
import type { Log } from "../observability/log.ts";
import {
  renderContextOf,
  type AlikeRequest,
  commandIntent,
  type BotReply,
  type Context,
  type Intent,
  type Redeemer,
  type Reply,
  type RenderServices,
} from "./context.ts";
import type { UserRequest } from "./event-router.ts";
import type { Messages } from "./i18n/translate.ts";
import { help } from "./intents/help.ts";
import type { UserLanguages } from "./i18n/user-language.ts";
import {
  answerMember,
  serializeReply,
  type MemberIntent,
  type ReplyBody,
  type MemberReplyServices,
} from "./member-reply.ts";
import type { CommonReplies, CommonReplyKey } from "./reply-cache.ts";
import type { CodeGuessLimiter } from "./routing/code-guess-limiter.ts";
import type { FallbackThrottle } from "./routing/fallback-throttle.ts";
import type { CommandRouter } from "./staff/command-router.ts";
import { createTracer, type Tracer } from "./tracing/tracer.ts";
import { apologyView, type ApologyKey } from "./views/fallback.ts";

export interface FreshReplyServices extends MemberReplyServices, RenderServices {
  loyalty: LoyaltyClient;
  /** Null where no ledger is mirrored. */
  transactions?: TransactionLookup | null;
  couponSets: CouponSetCache;
  rewardPrices: RewardPrices;
  languages: UserLanguages;
  translations: Messages;
  commands: CommandRouter;
  codeGuesses: CodeGuessLimiter;
  redeemer: Redeemer;
  fallbacks: FallbackThrottle;
  commonReplies: CommonReplies;
  /** Whether replies carry a trace of the lookups made for them. */
  traced?: boolean;
  /** Called for each member lookup: true on a cache hit, false when the platform is called. */
  onMemberLookup?(hit: boolean): void;
  clock: Clock;
  log: Log;
}

/** An intent, with the pending lookup of the sender if it is one for members. */
type StartedIntent =
  | { intent: MemberIntent; lookup: MemberLookup | Promise<MemberLookup> }
  | { intent: Exclude<Intent, MemberIntent>; lookup: null };

/** Time limit for all platform calls of one reply, retries and pages included. */
const budgetMs = 8000;

/** The reply to an event that nothing is sent for. */
export const noReply: BotReply = { intent: "none", reply: null, writes: [] };

/** A failure of the loyalty platform becomes an apology. @throws on faults of the bot itself. */
export async function freshReply(
  services: FreshReplyServices,
  request: UserRequest,
): Promise<BotReply> {
  const { clock, languages, log } = services;
  const { account, lineId, intent } = request;
  const tracer = services.traced ? createTracer(clock) : null;
  // Started before the language is known: a first message waits for the slower of the two, not for both.
  const started: StartedIntent =
    intent.access === "member"
      ? { intent, lookup: startLookup(services, intent, lineId, tracer) }
      : { intent, lookup: null };
  const pendingLanguage = languages.cached(lineId) ?? languages.of(lineId);
  tracer?.add("language", pendingLanguage, (found) => found);
  const language = await pendingLanguage;
  const traceFields = tracer && { trace: tracer.entries };
  using budget = deadline(clock, budgetMs);
  const context: Context = {
    ...renderContextOf(services, services.translations, language),
    event: request.event,
    account,
    lineId,
    details: request.details,
    loyalty: tracer?.instrument(services.loyalty) ?? services.loyalty,
    transactions: services.transactions ?? null,
    // Read on demand, so that a reply without a platform call starts no timer.
    get signal() {
      return budget.signal;
    },
    couponSets: services.couponSets,
    rewardPrices: services.rewardPrices,
    codeGuesses: services.codeGuesses,
    redeemer: services.redeemer,
    addressee: () => nameOf(services, lineId),
    fallbackDetail: () => services.fallbacks.detailFor(lineId, request.event.webhookEventId),
    offeredLanguages: languages.offered,
    translationsVersion: services.translations.version,
    translatorFor: services.translations.in,
  };
  try {
    const reply =
      (await commandReply(services, request, context)) ??
      (await intentReply(services, started, context));
    return traceFields && reply !== noReply ? { ...reply, ...traceFields } : reply;
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    log.info({ intent: intent.name, code: error.code, reason: error.message }, "apologised");
    const key = apologyOf(error);
    const reply = services.prepare([apologyView(context, key, intent.name)]);
    return { intent: "apology", reply, writes: [], ...traceFields };
  }
}

function apologyOf(error: KnownError): ApologyKey {
  if (!(error instanceof LoyaltyError)) return "apology.platform";
  const { isUnsendable, unreadNames } = error;
  if (isUnsendable || isUnsupported(error)) return "apology.absent";
  // What can't be read isn't an outage: it is the same in a moment.
  return unreadNames !== null ? "apology.unread" : "apology.platform";
}

/** @returns null when the request isn't a staff command, or the sender may not use it. */
async function commandReply(
  { commands, prepare }: FreshReplyServices,
  { command }: UserRequest,
  context: Context,
): Promise<BotReply | null> {
  const reply = command && (await commands.answer(command, context));
  return reply && { intent: commandIntent, ...serializeReply(reply, prepare) };
}

async function intentReply(
  services: FreshReplyServices,
  { intent, lookup }: StartedIntent,
  context: Context,
): Promise<BotReply> {
  const body =
    lookup === null
      ? await answerAnyone(services, intent, context)
      : await answerMember(services, intent, lookup, context);
  for (const write of body.writes) {
    if (write.kind === "language") services.languages.choose(write.lineId, write.language);
  }
  return { intent: intent.name, ...body };
}

/** Staff who ask for help are shown what they can do, beside what members can ask. */
async function answerAnyone(
  { commands, prepare, commonReplies }: FreshReplyServices,
  intent: Exclude<Intent, MemberIntent>,
  context: Context,
): Promise<ReplyBody> {
  const key = commonReplyKey(intent, context);
  const answered = await intent.answer(context);
  const overview = intent === help ? await commands.overview(context) : null;
  const reply: Reply = overview
    ? { ...answered, messages: [...answered.messages, ...overview.messages] }
    : answered;
  const body = serializeReply(reply, prepare);
  if (key && body.reply) commonReplies.add(key, body.reply);
  return body;
}

/** What the reply to everybody depends on; null where it depends on the person, too. */
export const commonReplyKey = (
  { name, isAlike }: Exclude<Intent, MemberIntent>,
  request: AlikeRequest & Pick<Context, "language" | "translationsVersion">,
): CommonReplyKey | null => {
  const { details, language, translationsVersion } = request;
  return isAlike?.(request) ? { intent: name, details, language, translationsVersion } : null;
};

/** A question about opening hours waits for no platform that is slow. */
const nameTimeoutMs = 3000;

/** The sender's profile for how they are addressed; null where they aren't a member, or nobody knows it in time. */
async function nameOf(
  { members, clock, onMemberLookup }: FreshReplyServices,
  lineId: string,
): Promise<MemberProfile | null> {
  const cached = members.cached(lineId);
  onMemberLookup?.(cached !== null);
  try {
    const found = cached ?? (await withTimeout(clock, nameTimeoutMs, members.lookup(lineId)));
    return found.kind === "member" ? found.profile : null;
  } catch {
    return members.lastKnown(lineId)?.profile ?? null;
  }
}

function startLookup(
  { members, onMemberLookup }: FreshReplyServices,
  { fresh }: MemberIntent,
  lineId: string,
  tracer: Tracer | null,
): MemberLookup | Promise<MemberLookup> {
  if (fresh) members.forget(lineId);
  const cached = members.cached(lineId);
  onMemberLookup?.(cached !== null);
  const lookup = cached ?? members.lookup(lineId);
  tracer?.add("member", lookup, ({ kind }) => kind);
  // The awaiting caller handles the failure; this only prevents an unhandled rejection in the meantime.
  if (lookup instanceof Promise) lookup.catch(() => {});
  return lookup;
}
