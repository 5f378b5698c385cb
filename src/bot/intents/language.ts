/** Answers "change the language": who names one gets it, anybody else is asked which. */
import { languages, type Language } from "../../config/environment-schema.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { postbackAction, withQuickReplies } from "../views/flex-components.ts";
import type { Translate } from "../i18n/translate.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";
import { phraseList, thaiPhraseList } from "../routing/phrases.ts";
import { languageNames } from "./language-names.ts";

/** Each language's name in that language. */
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
    en: phraseList(`
      language, languages, my language, change language, change the language, change my language
      switch language, choose language, select language, set language, language setting, language settings
      langauge, languge, lanuage, languague, lenguage, change ภาษา
    `),
    th: thaiPhraseList(`
      ภาษา, เปลี่ยนภาษา, ขอเปลี่ยนภาษา, อยากเปลี่ยนภาษา, เลือกภาษา, ตั้งค่าภาษา, ภาสา, พาษา, ภาษ, เปลียนภาษา
    `),
    ja: phraseList(`
      言語, 言語設定, 言語変更, 言語の変更, 言語を変える, 言語を変えたい, 言語を変更, 言語を変更したい, 言語切替, 言語切り替え
      言語を選ぶ, 言語選択, げんご, 原語, 言葉を変える
    `),
    "zh-TW": phraseList(`
      語言, 切換語言, 更改語言, 變更語言, 換語言, 改語言, 選擇語言, 語言設定, 設定語言, 語言選擇, 我要換語言, 我想換語言
      语言, 切换语言, 語言切換, 語研, 語音設定, 切換language
    `),
  },
  variants: { name: "to", phrases: languageNames },
  answer(context) {
    const { t, translatorFor, offeredLanguages, details, lineId } = context;
    const chosen = offeredLanguages.find((one) => one === details["to"]);
    if (!chosen) return { messages: [choice(t, offeredLanguages)] };
    return {
      messages: [confirmation({ ...context, t: translatorFor(chosen), language: chosen }, chosen)],
      writes: [{ kind: "language", lineId, language: chosen }],
    };
  },
  samples: (ctx) => [
    { name: "ordinary", messages: [choice(ctx.t, languages)] },
    { name: "ordinary", about: "chosen", messages: [confirmation(ctx, ctx.language)] },
  ],
};

const choice = (t: Translate, offered: readonly Language[]): Message =>
  withQuickReplies(
    { type: "text", text: t("language.body") },
    offered.map((one) => postbackAction(ownNames[one], language.name, { to: one })),
  );

const confirmation = (ctx: RenderContext, chosen: Language): Message =>
  withNextSteps(
    ctx,
    { type: "text", text: ctx.t("language.chosen", { language: ownNames[chosen] }) },
    menuSteps,
  );
