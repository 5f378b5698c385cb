/** "help": what one can ask for. */
import type { Context, Intent } from "../context.ts";
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
  answer: ({ say }) => [
    withQuickReplies(
      { type: "text", text: `${say("help.title")}\n\n${say("help.body")}` },
      asks(say),
    ),
  ],
};

/** The buttons under every answer that leaves a member without a next step. */
export function asks(say: Context["say"]) {
  return [ask(say("balance.label"), "balance"), ask(say("help.label"), "help")];
}
