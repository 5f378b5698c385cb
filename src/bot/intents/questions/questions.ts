/** Answers the programme's own questions, such as missing points or a new phone: by what can be shown, or a way to a person. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../../context.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { Variants } from "../../routing/text-router.ts";
import { fallbackReply } from "../../views/fallback.ts";
import { type NextStep, wayToPerson, withNextSteps } from "../../views/next-steps.ts";
import { en, ja, th, zhTW } from "./phrases.ts";

export const topics = {
  "collect-points": {
    text: "question.collectPoints",
    needsPerson: false,
    steps: ["card", "rewards", "campaigns", "contact", "help"],
  },
  "missing-points": {
    text: "question.missingPoints",
    needsPerson: true,
    steps: ["history", "balance", "help"],
  },
  "other-phone": { text: "question.otherPhone", needsPerson: true, steps: ["card", "help"] },
  "lost-phone": {
    text: "question.lostPhone",
    needsPerson: true,
    steps: ["balance", "card", "help"],
  },
  "close-membership": {
    text: "question.closeMembership",
    needsPerson: true,
    steps: ["balance", "help"],
  },
  refund: { text: "question.refund", needsPerson: true, steps: ["history", "help"] },
  complaint: { text: "question.complaint", needsPerson: true, steps: ["balance", "help"] },
  "stop-messages": {
    text: "question.stopMessages",
    needsPerson: true,
    steps: ["language", "help"],
  },
} as const satisfies Record<string, TopicAnswer>;

const names = Object.keys(topics) as Topic[];

export const topicVariants: Variants = {
  name: "topic",
  phrases: Object.fromEntries(
    names.map((name) => [name, { en: en[name], th: th[name], ja: ja[name], "zh-TW": zhTW[name] }]),
  ),
};

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

// The programme's own questions: for each topic its text, what it leads to, and its phrases in every language.

interface TopicAnswer {
  text: MessageKey;
  /** Whether only a person can help: the reply is then a way to one. */
  needsPerson: boolean;
  /** What the bot can show that belongs to it. */
  steps: readonly NextStep[];
}

type Topic = keyof typeof topics;

export const isTopic = (name: string | undefined): name is Topic =>
  name !== undefined && Object.hasOwn(topics, name);
