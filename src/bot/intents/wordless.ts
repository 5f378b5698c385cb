/** Answers stickers, pictures and other messages without text: offers what the user can ask for. */
import type { Intent } from "../context.ts";
import { fallbackReply, fallbackSamples } from "../views/fallback-reply.ts";

export const wordless: Intent = {
  name: "wordless",
  access: "anyone",
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context) => ({
    messages: [fallbackReply(context, "wordless.body", context.fallbackDetail())],
  }),
  samples: (ctx) => fallbackSamples(ctx, "wordless.body"),
};
