/** "I have registered": looks again, past what is kept. */
import type { Message } from "../../line/messages.ts";
import type { Intent, Look } from "../context.ts";
import { clip, withQuickReplies } from "../flex.ts";
import { asks } from "./help.ts";

const longestName = 60;

export const registered: Intent = {
  name: "registered",
  access: "member",
  kept: false,
  fresh: true,
  phrases: {
    en: ["i have registered", "i registered", "i've registered", "registered", "i have joined"],
    th: ["สมัครแล้ว", "สมัครสมาชิกแล้ว", "ลงทะเบียนแล้ว", "สมัครแล้วค่ะ", "สมัครแล้วครับ"],
    ja: ["登録しました", "会員登録しました", "登録済み", "登録した"],
    "zh-TW": ["我已註冊", "已註冊", "我註冊好了", "我已加入會員", "已加入會員"],
  },
  answer: (context, profile) => ({ messages: [view(context, profile.name)] }),
  samples: (look) => [
    { name: "ordinary", messages: [view(look, "Somchai")] },
    { name: "longest", messages: [view(look, "Wolfeschlegelstein".repeat(9))] },
  ],
};

function view({ say, brand }: Look, name: string): Message {
  const text = say("registered.found", { name: clip(name || brand.name, longestName) });
  return withQuickReplies({ type: "text", text }, asks(say));
}
