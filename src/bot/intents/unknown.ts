/** Answers texts that match no intent: offers what the user can ask for. */
import type { Intent } from "../context.ts";
import { fallbackReply, fallbackSamples } from "../views/fallback-reply.ts";

export const unknown: Intent = {
  name: "unknown",
  access: "anyone",
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context) => ({
    messages: [fallbackReply(context, "unknown.body", context.fallbackDetail())],
  }),
  samples: (ctx) => fallbackSamples(ctx, "unknown.body"),
};
