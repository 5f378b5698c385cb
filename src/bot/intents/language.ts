/** "language": which language one is answered in, and a choice of another. */
import { languages, type Language } from "../../config.ts";
import type { Message } from "../../line/messages.ts";
import type { Intent, Look } from "../context.ts";
import { ask, withQuickReplies } from "../flex.ts";
import type { Say } from "../words/words.ts";
import { asks } from "./help.ts";

/** Each in its own words, so that it is found from any language. */
const ownNames: Readonly<Record<Language, string>> = {
  th: "ไทย",
  en: "English",
  ja: "日本語",
  "zh-TW": "繁體中文",
};

export const language: Intent = {
  name: "language",
  access: "anyone",
  phrases: {
    en: ["language", "languages", "change language", "english"],
    th: ["ภาษา", "เปลี่ยนภาษา", "ภาษาไทย", "ไทย"],
    ja: ["言語", "言語設定", "言語変更", "日本語"],
    "zh-TW": ["語言", "切換語言", "更改語言", "中文", "繁體中文"],
  },
  answer({ say, sayIn, offered, details, lineId }) {
    const chosen = offered.find((one) => one === details["to"]);
    if (!chosen) return { messages: [choice(say, offered)] };
    return {
      messages: [confirmation(sayIn(chosen), chosen)],
      writes: [{ kind: "language", lineId, language: chosen }],
    };
  },
  samples: ({ say, language: current }: Look) => [
    { name: "ordinary", messages: [choice(say, languages)] },
    { name: "longest", messages: [confirmation(say, current)] },
  ],
};

const choice = (say: Say, offered: readonly Language[]): Message =>
  withQuickReplies(
    { type: "text", text: say("language.body") },
    offered.map((one) => ask(ownNames[one], language.name, { to: one })),
  );

const confirmation = (say: Say, chosen: Language): Message =>
  withQuickReplies(
    { type: "text", text: say("language.chosen", { language: ownNames[chosen] }) },
    asks(say),
  );
