/** Answers the programme's own questions, such as missing points or a new phone: by what can be shown, or a way to a person. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../../context.ts";
import { fallbackReply } from "../../views/fallback-reply.ts";
import { withNextSteps } from "../../views/next-steps.ts";
import { wayToPerson } from "../../views/way-to-person.ts";
import { isTopic, topics, topicVariants, type Topic } from "./topics.ts";

export const question: Intent = {
  name: "question",
  access: "anyone",
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  variants: topicVariants,
  answer(context) {
    const topic = context.details["topic"];
    const message = isTopic(topic)
      ? view(context, topic)
      : fallbackReply(context, "unknown.body", context.fallbackDetail());
    return { messages: [message] };
  },
  samples: (ctx) =>
    (Object.keys(topics) as Topic[]).map((topic) => ({
      name: "ordinary",
      about: topic,
      messages: [view(ctx, topic)],
    })),
};

function view(ctx: RenderContext, topic: Topic): Message {
  const { text, needsPerson, steps } = topics[topic];
  return needsPerson
    ? wayToPerson(ctx, ctx.t(text), ["contact", ...steps])
    : withNextSteps(ctx, { type: "text", text: ctx.t(text) }, steps);
}
