/** Answers "change the language": who names one gets it, anybody else is asked which. */
import { type Language, languages } from "../../config/environment-schema.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import type { Translate } from "../i18n/translate.ts";
import { phraseList, type Phrases, thaiPhraseList } from "../routing/text-router.ts";
import * as ui from "../views/flex-components.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";

/** Each language's name in that language. */
const ownNames: Readonly<Record<Language, string>> = {
  th: "ไทย",
  en: "English",
  ja: "日本語",
  "zh-TW": "繁體中文",
};

/** How people name a language in which they want to be answered: by its code, then by the language that they write. */
const languageNames: Readonly<Record<Language, Phrases>> = {
  en: {
    en: phraseList(`
      english, in english, english please, in english please, speak english, speak in english, speak english please
      do you speak english, can you speak english, english language, use english, write in english, reply in english
      answer in english, change to english, switch to english, change language to english, set language to english
      i want english, i need english, i only speak english, i speak english, english only, english version, eng, engish, englsh, englis
    `),
    th: phraseList(`
      ภาษาอังกฤษ, อังกฤษ, ขอภาษาอังกฤษ, เปลี่ยนเป็นภาษาอังกฤษ, เปลี่ยนเป็นอังกฤษ, ใช้ภาษาอังกฤษ, พูดภาษาอังกฤษ, เปลี่ยนภาษาเป็นอังกฤษ
      เปลี่ยนภาษาเป็นภาษาอังกฤษ, ขอเป็นภาษาอังกฤษ, ตอบเป็นภาษาอังกฤษ, ขอภาษา english, เปลี่ยนเป็น english, ภาษา english, อิงลิช, ภาษาอังกฤต
    `),
    ja: phraseList(`
      英語, 英語で, 英語にして, 英語にしてください, 英語でお願いします, 英語に変更, 英語に切り替え, 英語に切り替えて, 英語表示, 英語版, 英語がいい, 英語で話して, えいご
    `),
    "zh-TW": phraseList(`
      英文, 英語模式, 用英文, 請用英文, 說英文, 講英文, 改成英文, 換成英文, 切換成英文, 切換英文, 切換到英文, 我要英文, 我想用英文, 英文版, 英文模式, 英语, 换成英文
    `),
  },
  th: {
    en: phraseList(`
      thai, in thai, thai please, in thai please, speak thai, thai language, use thai, write in thai, reply in thai, answer in thai
      change to thai, switch to thai, change language to thai, set language to thai, i want thai, thai only, thai version
    `),
    th: phraseList(`
      ไทย, ภาษาไทย, ขอภาษาไทย, เปลี่ยนเป็นภาษาไทย, เปลี่ยนเป็นไทย, ใช้ภาษาไทย, พูดภาษาไทย, พูดไทย, เปลี่ยนภาษาเป็นไทย, เปลี่ยนภาษาเป็นภาษาไทย
      ขอเป็นภาษาไทย, ตอบเป็นภาษาไทย, ขอไทย, เอาภาษาไทย, ภาสาไทย, พาษาไทย
    `),
    ja: phraseList(`
      タイ語, タイ語で, タイ語にして, タイ語にしてください, タイ語でお願いします, タイ語に変更, タイ語に切り替え, タイ語に切り替えて, タイ語表示, タイ語版, タイご
    `),
    "zh-TW": phraseList(`
      泰文, 泰語, 用泰文, 請用泰文, 說泰文, 講泰文, 改成泰文, 換成泰文, 切換成泰文, 切換泰文, 我要泰文, 我想用泰文, 泰文版, 泰语
    `),
  },
  ja: {
    en: phraseList(`
      japanese, in japanese, japanese please, in japanese please, speak japanese, japanese language, use japanese, write in japanese
      reply in japanese, answer in japanese, change to japanese, switch to japanese, change language to japanese
      set language to japanese, i want japanese, japanese only, japanese version, nihongo, japanes, japense
    `),
    th: phraseList(`
      ภาษาญี่ปุ่น, ญี่ปุ่น, ขอภาษาญี่ปุ่น, เปลี่ยนเป็นภาษาญี่ปุ่น, เปลี่ยนเป็นญี่ปุ่น, ใช้ภาษาญี่ปุ่น, พูดภาษาญี่ปุ่น, เปลี่ยนภาษาเป็นญี่ปุ่น
      ขอเป็นภาษาญี่ปุ่น, ตอบเป็นภาษาญี่ปุ่น, ภาษายี่ปุ่น
    `),
    ja: phraseList(`
      日本語, 日本語で, 日本語にして, 日本語にしてください, 日本語でお願いします, 日本語に変更, 日本語に変更して, 日本語に切り替え, 日本語に切り替えて, 日本語表示
      日本語版, 日本語がいい, 日本語で話して, 日本語で話してください, 日本語でお願い, 日本語に戻して, 日本語に直して, にほんご, 二本語
    `),
    "zh-TW": phraseList(`
      日文, 日語, 用日文, 請用日文, 說日文, 講日文, 改成日文, 換成日文, 切換成日文, 切換日文, 我要日文, 我想用日文, 日文版, 日语, 日语版
    `),
  },
  "zh-TW": {
    en: phraseList(`
      chinese, in chinese, chinese please, in chinese please, speak chinese, chinese language, use chinese, write in chinese
      reply in chinese, answer in chinese, change to chinese, switch to chinese, change language to chinese, traditional chinese
      set language to chinese, i want chinese, chinese only, chinese version, mandarin, mandarin please, taiwanese, chinease, chinesse
    `),
    th: phraseList(`
      ภาษาจีน, จีน, ขอภาษาจีน, เปลี่ยนเป็นภาษาจีน, เปลี่ยนเป็นจีน, ใช้ภาษาจีน, พูดภาษาจีน, เปลี่ยนภาษาเป็นจีน, ขอเป็นภาษาจีน, ตอบเป็นภาษาจีน
      จีนตัวเต็ม, ภาษาจีนตัวเต็ม, ภาษาไต้หวัน
    `),
    ja: phraseList(`
      中国語, 中国語で, 中国語にして, 中国語にしてください, 中国語でお願いします, 中国語に変更, 中国語に切り替え, 中国語に切り替えて, 中国語表示, 中国語版
      繁体字, 繁体字中国語, 台湾語, ちゅうごくご
    `),
    "zh-TW": phraseList(`
      中文, 繁體中文, 繁中, 繁體, 正體中文, 國語, 用中文, 請用中文, 說中文, 講中文, 請說中文, 改成中文, 換成中文, 切換成中文, 切換中文, 切換到中文, 改回中文, 換回中文
      我要中文, 我想用中文, 中文版, 中文模式, 台灣中文, 华语, 简体中文, 繁体中文, 讲中文, 说中文
    `),
  },
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
  ui.withQuickReplies(
    { type: "text", text: t("language.body") },
    offered.map((one) => ui.postbackAction(ownNames[one], language.name, { to: one })),
  );

const confirmation = (ctx: RenderContext, chosen: Language): Message =>
  withNextSteps(
    ctx,
    { type: "text", text: ctx.t("language.chosen", { language: ownNames[chosen] }) },
    menuSteps,
  );
