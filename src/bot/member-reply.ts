/** Answers the intents for members: from the reply cache, from the profile, or with a fallback when the platform fails. */
import { isPlatformFailure } from "../errors.ts";
import type { Message, SerializedMessages } from "../line/messages/prepare-reply.ts";
import type { MemberCache, MemberLookup } from "../members/member-cache.ts";
import type { BotReply, Context, Intent, Reply } from "./context.ts";
import type { CommandRouter } from "./staff/command-router.ts";
import type { ReplyCache, ReplyKey } from "./reply-cache.ts";
import { pageIn } from "./routing/postback.ts";
import { knownRewards } from "./intents/rewards/offered-rewards.ts";
import { pricedName } from "./intents/rewards/rewards.ts";
import { onboardingView } from "./views/onboarding.ts";

export type MemberIntent = Extract<Intent, { access: "member" }>;
export type ReplyBody = Pick<BotReply, "reply" | "writes" | "tellsOutcome" | "invites">;

export interface MemberReplyServices {
  members: MemberCache;
  replies: ReplyCache;
  commands: Pick<CommandRouter, "overview">;
  /** Validates and serialises the messages of a reply. */
  prepare(messages: readonly Message[]): SerializedMessages;
}

/** What a cached reply depends on besides the profile and the intent. */
type ReplyVariables = Pick<Context, "language" | "details" | "translationsVersion">;

/** The reply that was rendered from this lookup before; null = none. */
export function findCachedReply(
  { replies }: Pick<MemberReplyServices, "replies">,
  intent: MemberIntent,
  lookup: MemberLookup,
  variables: ReplyVariables,
): SerializedMessages | null {
  if (!intent.cacheable || lookup.kind !== "member") return null;
  return replies.find(lookup, replyKey(intent, variables));
}

/**
 * @param pending the sender's lookup, which may not be finished.
 * @throws {KnownError} of the platform when the lookup fails and the intent has no fallback reply.
 */
export async function answerMember(
  services: MemberReplyServices,
  intent: MemberIntent,
  pending: MemberLookup | Promise<MemberLookup>,
  context: Context,
): Promise<ReplyBody> {
  const { members, replies, prepare, commands } = services;
  let lookup: MemberLookup;
  try {
    lookup = await pending;
  } catch (error) {
    const fallback = isPlatformFailure(error)
      ? intent.withoutPlatform?.(context, members.lastKnown(context.lineId))
      : null;
    if (!fallback) throw error;
    return serializeReply(fallback, prepare);
  }
  if (lookup.kind !== "member") {
    if (lookup.kind !== "unknown") {
      return { reply: prepare([onboardingView(context, lookup.kind, false)]), writes: [] };
    }
    // Staff who aren't members are led to what they can do, not to joining.
    const overview = await commands.overview(context);
    if (overview) return serializeReply(overview, prepare);
    return { reply: prepare(await join(intent, context)), writes: [], invites: true };
  }
  const cached = findCachedReply(services, intent, lookup, context);
  if (cached) return { reply: cached, writes: [] };
  const answer = await intent.answer(context, lookup.profile);
  const body = serializeReply(answer, prepare);
  if (intent.cacheable && !answer.isPerishable && body.reply) {
    replies.add(lookup, replyKey(intent, context), body.reply);
  }
  return body;
}

/** How many rewards an invitation names. */
const maxGoals = 3;

/** How to join, and what for: what was asked for as far as it needs no member, else some rewards. */
async function join(intent: MemberIntent, context: Context): Promise<Message[]> {
  const again = intent.fresh ?? false;
  if (!intent.forStrangers) {
    const rewards = again ? [] : await knownRewards(context, null);
    const goals = rewards.slice(0, maxGoals).map((reward) => pricedName(context, reward));
    return [onboardingView(context, "unknown", again, goals)];
  }
  const shown = await intent.forStrangers(context).catch((error: unknown) => {
    if (!isPlatformFailure(error)) throw error;
    return [];
  });
  return [...shown, onboardingView(context, "unknown", again)];
}

const replyKey = (
  { name }: MemberIntent,
  { language, details, translationsVersion }: ReplyVariables,
): ReplyKey => ({
  intent: name,
  page: pageIn(details),
  card: details["card"] ?? "",
  language,
  translationsVersion,
});

export const serializeReply = (
  { messages, writes = [], tellsOutcome = false, invites = false }: Reply,
  prepare: MemberReplyServices["prepare"],
): ReplyBody => ({
  reply: messages.length > 0 ? prepare(messages) : null,
  writes,
  tellsOutcome,
  invites,
});
