/** Words that nothing answers to: a short, kind answer with a way on. */
import type { Intent } from "../context.ts";
import { withQuickReplies } from "../flex.ts";
import { asks } from "./help.ts";

export const unknown: Intent = {
  name: "unknown",
  access: "anyone",
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: ({ say }) => [withQuickReplies({ type: "text", text: say("unknown.body") }, asks(say))],
};
