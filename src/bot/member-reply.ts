/** Answers that are for members only: who asks is looked up, and what depends on the profile alone is made once. */
import { KnownError } from "../errors.ts";
import { createKeeping } from "./reply-cache.ts";
import type { Prepared } from "../line/messages/prepare-reply.ts";
import type { Answer, Context, Intent, Said } from "./context.ts";
import type { MemberLookup, Members, ReadyReply } from "../members/member-cache.ts";
import { pageIn } from "./routing/text-router.ts";
import { strangerAnswer } from "./views/onboarding.ts";

type ByMember = Extract<Intent, { access: "member" }>;
type Reply = Omit<Answer, "intent">;
/** Beside the profile, all that an answer depends on which is made once. */
type Depending = Pick<Context, "language" | "details">;

/**
 * @param wordsVersion changes whenever any word does.
 * @param spoken checks and serialises what an intent says.
 */
export function createForMembers(options: {
  members: Members;
  wordsVersion: string;
  spoken(said: Said): Reply;
}) {
  const { members, wordsVersion, spoken } = options;
  const keep = createKeeping();

  /** What was made for this profile before. */
  function ready(intent: ByMember, found: MemberLookup, on: Depending): Prepared | null {
    if (!intent.kept || found.kind !== "member") return null;
    const page = pageIn(on.details);
    const fits = (one: ReadyReply) =>
      one.intent === intent.name &&
      one.page === page &&
      one.language === on.language &&
      one.wordsVersion === wordsVersion;
    return found.ready.find(fits)?.reply ?? null;
  }

  /**
   * @param begun what is asked for, and the lookup of who asks.
   * @throws {KnownError} of the platform when it can't be asked and nothing stands in.
   */
  async function answer(
    { intent, lookup }: { intent: ByMember; lookup: MemberLookup | Promise<MemberLookup> },
    context: Context,
  ): Promise<Reply> {
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
      return spoken({ messages: [strangerAnswer(context, found.kind, intent.fresh ?? false)] });
    }
    const made = ready(intent, found, context);
    if (made) return { reply: made, writes: [] };
    const said = spoken(await intent.answer(context, found.profile));
    if (intent.kept && said.reply) {
      const { language, details } = context;
      const page = pageIn(details);
      const reply = keep(said.reply);
      found.ready.push({ intent: intent.name, page, language, wordsVersion, reply });
    }
    return said;
  }

  return { ready, answer };
}

export const isPlatformFailure = (error: unknown): error is KnownError =>
  error instanceof KnownError && error.party === "platform";
