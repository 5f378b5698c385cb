/** Answers stickers, pictures and other messages without text: offers what the user can ask for. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { withQuickReplies } from "../views/flex-components.ts";
import { menuActions } from "./help.ts";

export const wordless: Intent = {
  name: "wordless",
  access: "anyone",
  throttled: true,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }],
};

const view = ({ t }: RenderContext): Message =>
  withQuickReplies({ type: "text", text: t("wordless.body") }, menuActions(t));
