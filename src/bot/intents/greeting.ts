/** Greets a member who adds or unblocks the account, and who says hello. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Intent, RenderContext } from "../context.ts";
import type { Translate } from "../i18n/translate.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";
import { addressedName, type PersonName } from "../views/person-name.ts";
import { longestMember, sampleMember } from "../views/sample-data.ts";

export const greeting: Intent = {
  name: "greeting",
  access: "member",
  cacheable: false,
  phrases: {
    en: phraseList(`
      hello, hi, hey, hello there, hi there, hey there, hello hello, hi hi, good morning, good afternoon
      good evening, good day, morning, afternoon, evening, greetings, howdy, hiya, heya, hola, hi all, hello all
      hi everyone, hello everyone, hi team, hello team, dear team, hello again, hi again, nice to meet you
      helo, hallo, hullo, hellow, helloo, hellooo, hii, hiii, heyy, hey hey, hello sir, hello madam
      excuse me, i have a question, i've got a question, can i ask something, can i ask a question, question
      sawasdee, sawatdee, sawadee, sawasdee ka, sawasdee krub, sawasdee krap, sawatdee ka, sawatdee krub
      sawadee ka, sawadee krub, konnichiwa, ni hao, nihao, hello ค่ะ, hello ครับ, hi ค่ะ, hi ครับ, hello ka
    `),
    th: [
      ...phraseList("ดีค่ะ, ดีครับ, ดีคับ, ดีจ้า, ดีค่า, ดีจ้ะ, โหลๆ"),
      ...thaiPhraseList(`
        สวัสดี, หวัดดี, สวัสดีตอนเช้า, สวัสดีตอนบ่าย, สวัสดีตอนเย็น, สวัสดียามเช้า, อรุณสวัสดิ์, สวัสดีวันจันทร์
        สวัสดีวันอังคาร, สวัสดีวันพุธ, สวัสดีวันพฤหัส, สวัสดีวันพฤหัสบดี, สวัสดีวันศุกร์, สวัสดีวันเสาร์, สวัสดีวันอาทิตย์
        สวัสดีทุกคน, สวัสดีแอดมิน, สวัสดี แอดมิน, สวัสดีร้าน, ฮัลโหล, ฮัลโหลๆ, ฮัลโล, เฮลโล, เฮลโหล, ไฮ, ยินดีที่ได้รู้จัก
        สอบถาม, ขอสอบถาม, ขอสอบถามข้อมูล, สอบถามข้อมูล, ขอถาม, มีเรื่องสอบถาม, มีคำถาม, ขอโทษ
        สวัสดิ์ดี, สวัสดิดี, สวัดดี, สวัดี, สวสดี, สวัสดร, สวัสดึ, สวัสดีคัฟ, หวัดดีคัฟ, หวัสดี
      `),
    ],
    ja: phraseList(`
      こんにちは, こんにちわ, こんばんは, こんばんわ, おはよう, おはようございます, おはよー, おはよ, おはようさん
      こんちは, こんちわ, はじめまして, 初めまして, どうも, どうもです, やあ, もしもし, ハロー, はろー, ハーイ
      ごきげんよう, よろしく, よろしくお願いします, よろしくお願いいたします, よろしくお願い致します
      宜しくお願いします, 宜しくお願い致します, お世話になります, お世話になっております, いつもお世話になっております
      すみません, すいません, 失礼します, お尋ねします, 質問です, 質問があります, 質問したい, 聞きたいことがあります
      お久しぶりです, お疲れ様です, お疲れさまです, お早うございます, 今日は, こんにちはー, こんばんはー
      こんにちは。よろしくお願いします, こんにちは、よろしくお願いします, こにちは, おはようごさいます
      おはよう御座います
    `),
    "zh-TW": phraseList(`
      你好, 妳好, 您好, 你好啊, 你好呀, 您好啊, 哈囉, 哈嘍, 哈嚕, 哈摟, 嗨, 嗨嗨, 嘿, 安安, 早, 早安, 早上好, 早啊
      午安, 下午好, 晚安, 晚上好, 你們好, 大家好, 店家你好, 店家您好, 老闆好, 老闆你好, 客服你好, 小編好, 小編你好, 你好嗎
      初次見面, 請問, 請問一下, 你好請問, 您好請問, 你好 請問, 您好 請問, 不好意思, 想請問, 想請問一下, 我想請問, 有問題想問
      我有問題, 在嗎, 哈啰, 你好哇, 妳好啊, 祢好, 泥好, 您好嗎, 早安您好, 午安您好, 晚安您好, 安安你好
    `),
  },
  answer: (context, profile) => ({ messages: [view(context, profile, occasionOf(context.event))] }),
  withoutPlatform: (context, last) => ({
    messages: [view(context, last?.profile ?? null, occasionOf(context.event))],
  }),
  samples: (ctx) => [
    { name: "ordinary", messages: [view(ctx, sampleMember(ctx), "added")] },
    { name: "ordinary", about: "back", messages: [view(ctx, sampleMember(ctx), "unblocked")] },
    { name: "ordinary", about: "hello", messages: [view(ctx, sampleMember(ctx), "chat")] },
    { name: "empty", messages: [view(ctx, null, "added")] },
    { name: "empty", about: "hello", messages: [view(ctx, null, "chat")] },
    { name: "longest", messages: [view(ctx, longestMember, "added")] },
  ],
};

/** The account was added or unblocked, or the member greets in the chat. */
type Occasion = "added" | "unblocked" | "chat";

function occasionOf({ type, follow }: LineEvent): Occasion {
  if (type !== "follow") return "chat";
  return follow?.isUnblocked === true ? "unblocked" : "added";
}

/** @param profile null while the platform is unavailable and the member isn't known. */
function view(ctx: RenderContext, profile: PersonName | null, occasion: Occasion): Message {
  const { t, brand, language } = ctx;
  const name = profile ? addressedName(profile, language) : "";
  const text = name ? named(t, name, brand.name, occasion) : nameless(t, brand.name, occasion);
  return withNextSteps(ctx, { type: "text", text }, menuSteps);
}

function named(t: Translate, name: string, business: string, occasion: Occasion): string {
  switch (occasion) {
    case "added":
      return t("greeting.hello", { name, business });
    case "unblocked":
      return t("greeting.back", { name, business });
    case "chat":
      return t("greeting.chat", { name });
  }
}

const nameless = (t: Translate, business: string, occasion: Occasion): string =>
  occasion === "chat" ? t("greeting.chat.nameless") : t("greeting.nameless", { business });
