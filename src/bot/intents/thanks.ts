/** Answers "thank you". */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";

export const thanks: Intent = {
  name: "thanks",
  access: "anyone",
  phrases: {
    en: phraseList(`
      thanks, thank you, thx, thank u, ty, tysm, tnx, thanx, thankyou, thanks a lot, thanks so much
      thanks very much, thank you very much, thank you so much, many thanks, cheers, much appreciated
      appreciate it, ok thanks, ok thank you, okay thanks, okay thank you, great thanks, great thank you
      perfect thanks, perfect thank you, got it thanks, got it thank you, thanks again, thank you again
      thanks for your help, thank you for your help, thank you all, thanks all, thanks anyway
      thnaks, tahnks, thaks, thnks, thankx, thak you, thanl you, thank yuo, thank you ค่ะ, thank you ครับ
    `),
    th: thaiPhraseList(`
      ขอบคุณ, ขอบคุณมาก, ขอบคุณมากๆ, ขอบใจ, ขอบใจมาก, ขอบพระคุณ, ขอบพระคุณมาก, ขอบคุณสำหรับข้อมูล
      ขอบคุณที่ช่วย, ขอบคุณที่ช่วยเหลือ, โอเคขอบคุณ, โอเค ขอบคุณ, ขอบคุณล่วงหน้า, ขอบคุณแอดมิน, ขอบคุณทางร้าน
      แต๊งกิ้ว, แต้งกิ้ว, แท้งกิ้ว, แทงกิ้ว, เธงกิ้ว, ขอบคุน, ขอบคุร, ขอบคณ, ขอบคุฯ, ขอบุคณ, ขอบคุณณ, ขอบคุนมาก
    `),
    ja: phraseList(`
      ありがとう, ありがとうございます, ありがとうございました, どうもありがとう, どうもありがとうございます
      どうもありがとうございました, 本当にありがとう, 本当にありがとうございます, いつもありがとう, いつもありがとうございます
      ありがとうね, ありがとー, ありがと, あざす, あざっす, サンキュー, さんきゅー, サンクス, 感謝, 感謝です, 感謝します
      助かります, 助かりました, 有難う, 有難うございます, 有り難うございます, 了解ありがとう, 了解ありがとうございます
      了解です、ありがとうございます, わかりました、ありがとうございます, お世話になりました
      ありがとうござます, ありがとございます, ありがとうごさいます, ありがとうこざいます, 有難うございました
    `),
    "zh-TW": phraseList(`
      謝謝, 謝謝你, 謝謝妳, 謝謝您, 謝謝你們, 感謝, 感謝你, 感謝您, 多謝, 謝啦, 謝了, 謝囉, 謝謝喔, 謝謝哦, 謝謝囉, 謝謝啦
      非常感謝, 十分感謝, 太感謝了, 真的很感謝, 謝謝幫忙, 謝謝你的幫忙, 謝謝您的幫忙, 感謝幫忙, 感謝協助, 謝謝協助
      好的謝謝, 好的 謝謝, 好謝謝, 好 謝謝, 了解 謝謝, 知道了 謝謝, 收到 謝謝, 謝謝店家, 謝謝老闆, 謝謝客服
      感恩, 3q, 謝謝再聯絡, 谢谢, 谢谢你, 谢谢您, 感谢, 多谢, 射射, 謝謝妮, 謝謝泥
    `),
  },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }],
};

const view = (ctx: RenderContext): Message =>
  withNextSteps(ctx, { type: "text", text: ctx.t("thanks.body") }, menuSteps);
