/** Answers "I have registered": looks the member up on the platform, bypassing the cache. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";
import { registeredIntent } from "../views/onboarding.ts";
import { addressedName, type PersonName } from "../views/person-name.ts";
import { longestMember, sampleMember } from "../views/sample-data.ts";
import { phraseList, thaiPhraseList } from "../routing/phrases.ts";

export const registered = {
  name: registeredIntent,
  access: "member",
  cacheable: false,
  fresh: true,
  phrases: {
    en: phraseList(`
      i have registered, i've registered, i registered, registered, already registered, i already registered
      i am registered, i'm registered, i have joined, i've joined, i joined, i have signed up, i've signed up
      i signed up, signed up, i just registered, i just signed up, done registering, i am a member now
      i have registerd, i have regsitered, i have resgistered
    `),
    th: thaiPhraseList(`
      สมัครแล้ว, สมัครสมาชิกแล้ว, สมัครเรียบร้อย, สมัครเรียบร้อยแล้ว, สมัครเสร็จแล้ว, ลงทะเบียนแล้ว, ลงทะเบียนเรียบร้อยแล้ว
      เป็นสมาชิกแล้ว, ฉันสมัครแล้ว, ผมสมัครแล้ว, สมัคแล้ว, สมัครแร้ว, ลงทะเบีนแล้ว
    `),
    ja: phraseList(`
      登録しました, 会員登録しました, 登録した, 登録済み, 登録済みです, 登録完了, 登録が完了しました, 登録できました, 登録が終わりました
      もう登録しました, 会員登録が完了しました, 会員になりました, 入会しました, とうろくしました, 登録しまし, 登録しましたー
    `),
    "zh-TW": phraseList(`
      我已註冊, 已註冊, 我已經註冊, 我已經註冊了, 已經註冊了, 我註冊了, 註冊好了, 我註冊好了, 註冊完成, 已完成註冊, 我已完成註冊
      我已加入會員, 已加入會員, 我加入會員了, 我是會員了, 加入好了, 已经注册, 我已注册, 我注册了, 我已注冊, 已注冊, 我已駐冊
    `),
  },
  answer: (context, profile) => ({ messages: [view(context, profile)] }),
  samples: (ctx) => [
    { name: "ordinary", messages: [view(ctx, sampleMember(ctx))] },
    { name: "empty", messages: [view(ctx, { name: "", lastName: "" })] },
    {
      name: "longest",
      messages: [view(ctx, longestMember)],
    },
  ],
} satisfies Intent;

function view(ctx: RenderContext, profile: PersonName): Message {
  const { t, language } = ctx;
  const name = addressedName(profile, language);
  const text = name ? t("registered.found", { name }) : t("registered.found.nameless");
  return withNextSteps(ctx, { type: "text", text }, menuSteps);
}
