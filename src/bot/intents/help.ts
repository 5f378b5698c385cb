/** "help": what one can ask for. */
import type { Message } from "../../line/messages.ts";
import type { Intent, Look } from "../context.ts";
import { ask, withQuickReplies } from "../flex.ts";

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
  const text = `${say("help.title")}\n\n${say("help.body")}`;
  return withQuickReplies({ type: "text", text }, asks(say));
}

/** The buttons under every answer that leaves a member without a next step. */
export function asks(say: Look["say"]) {
  return [
    ask(say("balance.label"), "balance"),
    ask(say("card.label"), "card"),
    ask(say("coupons.label"), "coupons"),
    ask(say("check.label"), "check"),
    ask(say("history.label"), "history"),
    ask(say("campaigns.label"), "campaigns"),
    ask(say("help.label"), "help"),
  ];
}
