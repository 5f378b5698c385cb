/** Answers that are for members only: who asks is looked up, and what depends on the profile alone is made once. */
import type { Language } from "../environment.ts";
import { KnownError } from "../errors.ts";
import type { Answer, Context, Intent, Said } from "./context.ts";
import type { MemberLookup, Members } from "./members.ts";
import { pageIn } from "./route.ts";
import { strangerAnswer } from "./strangers.ts";

type ByMember = Extract<Intent, { access: "member" }>;
type Reply = Omit<Answer, "intent">;

/** Who asks, and what an answer that is made once depends on. */
interface Asked {
  lineId: string;
  details: Context["details"];
  language: Language;
}

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

  /**
   * @param begun what is asked for, and the lookup of who asks.
   * @param inContext what the answer is made with, where it isn't ready.
   * @throws {KnownError} of the platform when it can't be asked and nothing stands in.
   */
  return async function answerMember(
    { intent, lookup }: { intent: ByMember; lookup: MemberLookup | Promise<MemberLookup> },
    { lineId, details, language }: Asked,
    inContext: () => Context,
  ): Promise<Reply> {
    let found: MemberLookup;
    try {
      found = await lookup;
    } catch (error) {
      const standIn = isPlatformFailure(error)
        ? intent.withoutPlatform?.(inContext(), members.lastKnown(lineId))
        : null;
      if (!standIn) throw error;
      return spoken(standIn);
    }
    if (found.kind !== "member") {
      return spoken({ messages: [strangerAnswer(inContext(), found.kind, intent.fresh ?? false)] });
    }
    if (!intent.kept) return spoken(await intent.answer(inContext(), found.profile));
    const key = `${intent.name}/${pageIn(details)}/${language}/${wordsVersion}`;
    const ready = found.ready.get(key);
    if (ready) return { reply: ready, writes: [] };
    const { reply } = spoken(await intent.answer(inContext(), found.profile));
    if (reply) found.ready.set(key, reply);
    return { reply, writes: [] };
  };
}

export const isPlatformFailure = (error: unknown): error is KnownError =>
  error instanceof KnownError && error.party === "platform";
