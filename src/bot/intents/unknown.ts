/** Words that nothing answers to: a short, kind answer with a way on. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import { contactActions } from "../views/contact-button.ts";
import type { Intent, Look } from "../context.ts";
import { withQuickReplies } from "../views/flex-components.ts";
import { asks } from "./help.ts";

export const unknown: Intent = {
  name: "unknown",
  access: "anyone",
  seldom: true,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (look) => [{ name: "ordinary", messages: [view(look)] }],
};

function view(look: Look): Message {
  const { say } = look;
  const message: Message = { type: "text", text: say("unknown.body") };
  return withQuickReplies(message, [...asks(say), ...contactActions(look)]);
}
