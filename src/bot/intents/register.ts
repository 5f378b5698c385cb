/** Answers "register" and "how do I join?": who isn't a member is told how to join, a member that they are one. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";
import { registeredIntent } from "../views/onboarding.ts";
import { addressedName, type PersonName } from "../views/person-name.ts";
import { longestMember, sampleMember } from "../views/sample-data.ts";

/** Answers "I have registered": looks the member up on the platform, bypassing the cache. */
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

export const register: Intent = {
  ...registered,
  name: "register",
  fresh: false,
  phrases: {
    en: phraseList(`
      join, join us, join now, join today, join membership, join the club, join the programme, join the program
      how to join, how do i join, how can i join, register, register me, register now, register here, registration
      register as a member, register as member, member registration, membership registration, sign up, signup, sign-up
      sign me up, sign up now, sign up as a member, how to register, how do i register, how can i register
      how to sign up, how do i sign up, how can i sign up, where do i register, where can i register, where do i sign up
      become a member, become member, be a member, new member, how to become a member, how do i become a member
      how can i become a member, apply for membership, apply for a card, get a card, get a membership card, enroll, enrol
      i am not a member, i'm not a member, i am not a member yet, i'm not a member yet, not a member, not a member yet
      not registered, i have not registered, i haven't registered, i am not registered, i'm not registered
      registr, regsiter, resgister, rigister, singup, sing up, สมัคร member, 註冊 member
    `),
    th: thaiPhraseList(`
      สมัคร, สมัครสมาชิก, สมัครสมาชิกใหม่, สมาชิกใหม่, สมัครบัตร, สมัครบัตรสมาชิก, สมัครเมมเบอร์, สมัครยังไง
      สมัครสมาชิกยังไง, สมัครอย่างไร, สมัครสมาชิกอย่างไร, สมัครที่ไหน, สมัครสมาชิกที่ไหน, สมัครได้ที่ไหน
      สมัครสมาชิกได้ที่ไหน, วิธีสมัคร, วิธีสมัครสมาชิก, วิธีการสมัคร, วิธีการสมัครสมาชิก, อยากสมัคร, อยากสมัครสมาชิก
      ต้องการสมัคร, ต้องการสมัครสมาชิก, ขอสมัคร, ขอสมัครสมาชิก, สนใจสมัคร, สนใจสมัครสมาชิก, ลงทะเบียน
      ลงทะเบียนสมาชิก, ลงทะเบียนยังไง, ลงทะเบียนอย่างไร, วิธีลงทะเบียน, อยากลงทะเบียน, อยากเป็นสมาชิก
      เป็นสมาชิกยังไง, ยังไม่ได้สมัคร, ยังไม่ได้สมัครสมาชิก, ยังไม่ได้เป็นสมาชิก, ยังไม่เป็นสมาชิก, ยังไม่ได้ลงทะเบียน
      สมัค, สมัคสมาชิก, สมัครสมาชิค, สมัครสมชิก, ลงทะเบีน
    `),
    ja: phraseList(`
      登録, 会員登録, 新規登録, 新規会員登録, メンバー登録, カード登録, 入会, 新規入会, 登録する, 会員登録する, 入会する
      登録したい, 会員登録したい, 会員登録をしたい, 入会したい, 会員になりたい, メンバーになりたい, 登録希望, 会員登録希望
      入会希望, 登録方法, 会員登録方法, 会員登録の方法, 入会方法, 入会の方法, 登録の仕方, 会員登録の仕方, 登録のしかた
      登録するには, 会員登録するには, 会員になるには, 入会するには, どうやって登録, どうやって登録しますか
      どうやって登録するの, 登録はどうすればいい, 会員登録はどうすればいい, 登録していません, まだ登録していません
      会員登録していません, 登録してない, まだ登録してない, 会員ではありません, まだ会員ではありません, 会員じゃない
      入会申込, 入会申し込み, 会員申込, 会員申し込み, とうろく, かいいんとうろく, 会員登禄, 登禄
    `),
    "zh-TW": phraseList(`
      註冊, 註冊會員, 會員註冊, 線上註冊, 加入, 加入會員, 成為會員, 申請會員, 會員申請, 申辦會員, 申請會員卡, 申辦會員卡
      辦會員, 辦會員卡, 辦卡, 入會, 入會申請, 申請入會, 新會員, 怎麼註冊, 如何註冊, 怎麼註冊會員, 如何註冊會員, 怎麼加入
      如何加入, 怎麼加入會員, 如何加入會員, 怎麼成為會員, 如何成為會員, 怎麼申請會員, 如何申請會員, 怎麼申請, 怎麼入會
      如何入會, 註冊方式, 加入方式, 哪裡註冊, 在哪裡註冊, 還沒註冊, 我還沒註冊, 還沒加入會員, 還沒加入, 尚未註冊, 還不是會員
      我還不是會員, 不是會員, 我不是會員, 我要註冊, 我想註冊, 我要加入, 我想加入, 我要加入會員, 我想加入會員, 我要辦會員
      注冊, 注冊會員, 注册, 注册会员, 加入会员, 怎么注册, 怎么加入会员, 駐冊, 駐冊會員
    `),
  },
};

function view(ctx: RenderContext, profile: PersonName): Message {
  const { t, language } = ctx;
  const name = addressedName(profile, language);
  const text = name ? t("registered.found", { name }) : t("registered.found.nameless");
  return withNextSteps(ctx, { type: "text", text }, menuSteps);
}
