/** Answers "what can I ask?": the list of everything that a member can ask for. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { menuSteps, withNextSteps, type NextStep } from "../views/next-steps.ts";

/** The line of the help text for each intent that is offered. */
const lines: Readonly<Record<NextStep, MessageKey>> = {
  balance: "help.balance",
  card: "help.card",
  coupons: "help.coupons",
  rewards: "help.rewards",
  check: "help.check",
  history: "help.history",
  campaigns: "help.campaigns",
  language: "help.language",
  contact: "help.contact",
  help: "help.help",
};

export const help: Intent = {
  name: "help",
  access: "anyone",
  phrases: {
    en: phraseList(`
      help, menu, help me, help please, please help, i need help, need help, show menu, main menu, commands
      what can you do, what can i do, what can i ask, how does this work, how do i use this, how to use
      hlep, hepl, halp, hel, hlp, mneu, meun, help หน่อย, menu หน่อย, help お願いします, menu 請
    `),
    th: thaiPhraseList(`
      ช่วยเหลือ, เมนู, ช่วยด้วย, ขอความช่วยเหลือ, ขอเมนู, ดูเมนู, เมนูหลัก, วิธีใช้, วิธีใช้งาน, ใช้ยังไง, ใช้งานยังไง
      ทำอะไรได้บ้าง, ถามอะไรได้บ้าง, มีอะไรบ้าง, คำสั่ง, ช่วยเหลิอ, ช่วยเหลื่อ, ข่วยเหลือ, ช่วยเหือ, เมณู, เมนุ
    `),
    ja: phraseList(`
      ヘルプ, メニュー, 使い方, 使いかた, つかいかた, 使い方を教えて, 使い方を教えてください, 使い方がわからない, 使い方は
      メニューを見る, メニューを見せて, メニューを開く, 助けて, 助けてください, 何ができる, 何ができますか, 何ができるの
      困っています, へるぷ, ヘルブ, めにゅー, メニュ, メニユー
    `),
    "zh-TW": phraseList(`
      說明, 選單, 幫助, 幫忙, 請幫忙, 使用說明, 使用方法, 怎麼用, 怎麼使用, 如何使用, 要怎麼用, 主選單, 看選單, 打開選單, 功能選單
      可以做什麼, 能做什麼, 有什麼功能, 可以問什麼, 需要幫忙, 我需要幫助, 说明, 帮助, 菜单, 選单, 說名, 幫住
    `),
  },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }],
};

function view(ctx: RenderContext): Message {
  const { t } = ctx;
  const bullets = menuSteps.map((step) => `• ${t(lines[step])}`);
  const text = [t("help.title"), "", t("help.body"), ...bullets].join("\n");
  const others = menuSteps.filter((step) => step !== help.name);
  return withNextSteps(ctx, { type: "text", text }, others);
}
