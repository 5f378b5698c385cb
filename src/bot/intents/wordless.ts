/** Stickers, pictures and whatever else has no words: thanks, and a way on. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, Look } from "../context.ts";
import { withQuickReplies } from "../views/flex-components.ts";
import { asks } from "./help.ts";

export const wordless: Intent = {
  name: "wordless",
  access: "anyone",
  seldom: true,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (look) => [{ name: "ordinary", messages: [view(look)] }],
};

const view = ({ say }: Look): Message =>
  withQuickReplies({ type: "text", text: say("wordless.body") }, asks(say));
