/** Answers texts that match no intent: offers what the user can ask for. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import { contactActions } from "../views/contact-button.ts";
import type { Intent, RenderContext } from "../context.ts";
import { withQuickReplies } from "../views/flex-components.ts";
import { menuActions } from "./help.ts";

export const unknown: Intent = {
  name: "unknown",
  access: "anyone",
  throttled: true,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }],
};

function view(ctx: RenderContext): Message {
  const { t } = ctx;
  const message: Message = { type: "text", text: t("unknown.body") };
  return withQuickReplies(message, [...menuActions(t), ...contactActions(ctx)]);
}
