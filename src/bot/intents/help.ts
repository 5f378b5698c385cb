/** "help": what one can ask for. */
import type { Action, Message } from "../../line/messages.ts";
import type { Intent, Look } from "../context.ts";
import { ask, withQuickReplies } from "../flex.ts";
import type { MessageKey } from "../words/keys.ts";

/**
 * What one can ask, in the order in which it is told: a line of help, and a button's label where
 * a tap is enough. A new intent appears everywhere by its row here.
 */
const offers = [
  { intent: "balance", told: "help.balance", label: "balance.label" },
  { intent: "language", told: "help.language", label: "language.label" },
  { intent: "help", told: "help.help", label: "help.label" },
] as const satisfies { intent: string; told: MessageKey; label: MessageKey | null }[];

export const help: Intent = {
  name: "help",
  access: "anyone",
  phrases: {
    en: ["help", "menu"],
    th: ["ช่วยเหลือ", "เมนู", "ช่วยด้วย"],
    ja: ["ヘルプ", "メニュー", "使い方"],
    "zh-TW": ["說明", "選單", "幫助"],
  },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (look) => [{ name: "ordinary", messages: [view(look)] }],
};

function view({ say }: Look): Message {
  const lines = offers.map(({ told }) => `• ${say(told)}`);
  const text = [say("help.title"), "", say("help.body"), ...lines].join("\n");
  return withQuickReplies({ type: "text", text }, asks(say));
}

/** The buttons under every answer that leaves a member without a next step. */
export function asks(say: Look["say"]): Action[] {
  return offers.flatMap(({ intent, label }) => (label ? [ask(say(label), intent)] : []));
}
