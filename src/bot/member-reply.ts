/** Answers the intents for members: awaits the member lookup, uses cached replies, falls back when the platform fails. */
import { KnownError } from "../errors.ts";
import type { ReplyCache, ReplyKey } from "./reply-cache.ts";
import type { SerializedMessages } from "../line/messages/prepare-reply.ts";
import type { BotReply, Context, Intent, Reply } from "./context.ts";
import type { MemberLookup, MemberCache } from "../members/member-cache.ts";
import type { Messages } from "./i18n/translate.ts";
import { pageIn } from "./routing/postback.ts";
import { onboardingView } from "./views/onboarding.ts";

type MemberIntent = Extract<Intent, { access: "member" }>;
type ReplyBody = Omit<BotReply, "intent">;
/** What a cached reply depends on besides the profile. */
type ReplyVariables = Pick<Context, "language" | "details">;

/**
 * @param replies caches the rendered replies.
 * @param words whose version cached replies depend on.
 * @param serialize validates and serialises an intent's reply.
 */
export function createMemberReply(options: {
  members: MemberCache;
  replies: ReplyCache;
  words: Pick<Messages, "version">;
  serialize(reply: Reply): ReplyBody;
}) {
  const { members, replies, words, serialize } = options;

  const keyOf = (intent: MemberIntent, { language, details }: ReplyVariables): ReplyKey => ({
    intent: intent.name,
    page: pageIn(details),
    language,
    wordsVersion: words.version,
  });

  /** The reply that was rendered for this profile before; null = none. */
  function findCached(
    intent: MemberIntent,
    found: MemberLookup,
    variables: ReplyVariables,
  ): SerializedMessages | null {
    if (!intent.cacheable || found.kind !== "member") return null;
    return replies.find(found, keyOf(intent, variables));
  }

  /**
   * @param started the intent and the sender's lookup, which may be pending.
   * @throws {KnownError} of the platform when the lookup fails and the intent has no fallback reply.
   */
  async function answer(
    { intent, lookup }: { intent: MemberIntent; lookup: MemberLookup | Promise<MemberLookup> },
    context: Context,
  ): Promise<ReplyBody> {
    let found: MemberLookup;
    try {
      found = await lookup;
    } catch (error) {
      const fallback = isPlatformFailure(error)
        ? intent.withoutPlatform?.(context, members.lastKnown(context.lineId))
        : null;
      if (!fallback) throw error;
      return serialize(fallback);
    }
    if (found.kind !== "member") {
      return serialize({ messages: [onboardingView(context, found.kind, intent.fresh ?? false)] });
    }
    const cached = findCached(intent, found, context);
    if (cached) return { reply: cached, writes: [] };
    const computed = serialize(await intent.answer(context, found.profile));
    if (intent.cacheable && computed.reply) {
      replies.add(found, keyOf(intent, context), computed.reply);
    }
    return computed;
  }

  return { findCached, answer };
}

/** Whether an error is a failure of the loyalty platform, not of the bot. */
export const isPlatformFailure = (error: unknown): error is KnownError =>
  error instanceof KnownError && error.party === "platform";
