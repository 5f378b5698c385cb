/** The programme's own questions: for each topic its text, what it leads to, and its phrases in every language. */
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { Variants } from "../../routing/text-router.ts";
import type { NextStep } from "../../views/next-steps.ts";
import { en } from "./phrases.en.ts";
import { ja } from "./phrases.ja.ts";
import { th } from "./phrases.th.ts";
import { zhTW } from "./phrases.zh-TW.ts";

interface TopicAnswer {
  text: MessageKey;
  /** Whether only a person can help: the reply is then a way to one. */
  needsPerson: boolean;
  /** What the bot can show that belongs to it. */
  steps: readonly NextStep[];
}

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

export type Topic = keyof typeof topics;

const names = Object.keys(topics) as Topic[];

export const isTopic = (name: string | undefined): name is Topic =>
  name !== undefined && Object.hasOwn(topics, name);

export const topicVariants: Variants = {
  name: "topic",
  phrases: Object.fromEntries(
    names.map((name) => [name, { en: en[name], th: th[name], ja: ja[name], "zh-TW": zhTW[name] }]),
  ),
};
