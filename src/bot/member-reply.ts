/** Answers that are for members only: who asks is looked up, and what depends on the profile alone is made once. */
import { KnownError } from "../errors.ts";
import { createReplyCache } from "./reply-cache.ts";
import type { SerializedMessages } from "../line/messages/prepare-reply.ts";
import type { BotReply, Context, Intent, Reply } from "./context.ts";
import type { MemberLookup, MemberCache, RenderedReply } from "../members/member-cache.ts";
import { pageIn } from "./routing/text-router.ts";
import { onboardingView } from "./views/onboarding.ts";

type MemberIntent = Extract<Intent, { access: "member" }>;
type ReplyBody = Omit<BotReply, "intent">;
/** Beside the profile, all that an answer depends on which is made once. */
type ReplyVariables = Pick<Context, "language" | "details">;

/**
 * @param wordsVersion changes whenever any word does.
 * @param spoken checks and serialises what an intent says.
 */
export function createMemberReply(options: {
  members: MemberCache;
  wordsVersion: string;
  spoken(said: Reply): ReplyBody;
}) {
  const { members, wordsVersion, spoken } = options;
  const keep = createReplyCache();

  /** What was made for this profile before. */
  function ready(
    intent: MemberIntent,
    found: MemberLookup,
    on: ReplyVariables,
  ): SerializedMessages | null {
    if (!intent.kept || found.kind !== "member") return null;
    const page = pageIn(on.details);
    const fits = (one: RenderedReply) =>
      one.intent === intent.name &&
      one.page === page &&
      one.language === on.language &&
      one.wordsVersion === wordsVersion;
    return found.replies.find(fits)?.reply ?? null;
  }

  /**
   * @param begun what is asked for, and the lookup of who asks.
   * @throws {KnownError} of the platform when it can't be asked and nothing stands in.
   */
  async function answer(
    { intent, lookup }: { intent: MemberIntent; lookup: MemberLookup | Promise<MemberLookup> },
    context: Context,
  ): Promise<ReplyBody> {
    let found: MemberLookup;
    try {
      found = await lookup;
    } catch (error) {
      const standIn = isPlatformFailure(error)
        ? intent.withoutPlatform?.(context, members.lastKnown(context.lineId))
        : null;
      if (!standIn) throw error;
      return spoken(standIn);
    }
    if (found.kind !== "member") {
      return spoken({ messages: [onboardingView(context, found.kind, intent.fresh ?? false)] });
    }
    const made = ready(intent, found, context);
    if (made) return { reply: made, writes: [] };
    const said = spoken(await intent.answer(context, found.profile));
    if (intent.kept && said.reply) {
      const { language, details } = context;
      const page = pageIn(details);
      const reply = keep(said.reply);
      found.replies.push({ intent: intent.name, page, language, wordsVersion, reply });
    }
    return said;
  }

  return { ready, answer };
}

export const isPlatformFailure = (error: unknown): error is KnownError =>
  error instanceof KnownError && error.party === "platform";
