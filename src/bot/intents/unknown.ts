/** Answers texts that match no intent: offers what the user can ask for, and the shop's answers that may be meant. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Context, Intent, RenderContext } from "../context.ts";
import { fallbackName, isGivenAt } from "../i18n/answers/answer.ts";
import { answerParts, relatedAnswers } from "../views/answer-view.ts";
import { fallbackReply, fallbackSamples } from "../views/fallback.ts";
import { sampleMember } from "../views/sample-data.ts";

export const unknown: Intent = {
  name: "unknown",
  access: "anyone",
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: async (context) => ({ messages: [await unknownReply(context)] }),
  samples(ctx) {
    const own = ownFallback(ctx);
    const person = sampleMember(ctx);
    const parts = own && answerParts(ctx, own, { person, languages: [ctx.language] });
    return fallbackSamples(ctx, "unknown.body", parts);
  },
};

export async function unknownReply(context: Context): Promise<Message> {
  const detail = context.fallbackDetail();
  const own = ownFallback(context);
  const parts = own && {
    ...answerParts(context, own, {
      person: detail === "full" ? await context.addressee() : null,
      languages: [context.language, ...context.offeredLanguages],
    }),
  };
  const related = relatedAnswers(context, context.event.message?.text ?? "");
  return fallbackReply(context, "unknown.body", detail, { parts, related });
}

/** The shop's own sentence for what isn't understood; undefined where it has none now. */
function ownFallback({ answers, now, timeZone }: RenderContext) {
  const own = answers?.answers.get(fallbackName);
  return own && isGivenAt(own, now, timeZone) ? own : undefined;
}

/** Answers stickers, pictures and other messages without text: offers what the user can ask for. */
export const wordless: Intent = {
  name: "wordless",
  access: "anyone",
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context) => ({
    messages: [fallbackReply(context, "wordless.body", context.fallbackDetail())],
  }),
  samples: (ctx) => fallbackSamples(ctx, "wordless.body"),
};
