/** Answers "when do my points expire?": what the platform tells of it (`CARD_FACTS` of kind `expiry`), else who knows. */
import type { MemberProfile } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { phraseList } from "../routing/text-router.ts";
import { expiryLines, type FactOwner } from "../views/card.ts";
import { type NextStep, wayToPerson, withNextSteps } from "../views/next-steps.ts";
import { longestMember, sampleCards, sampleMember } from "../views/sample-data.ts";

const nextSteps: readonly NextStep[] = ["contact", "balance", "rewards", "history", "help"];

export const pointsExpiry: Intent = {
  name: "points-expiry",
  access: "member",
  cacheable: true,
  phrases: {
    en: phraseList(`
      when do points expire, when do my points expire, when will my points expire, when does my points expire, do points expire
      do my points expire, will my points expire, points expiry, point expiry, expiry of points, points expiry date
      points expiration, points expiration date, expiry date of my points, when are my points expiring, are my points expiring
      expiring points, how long are points valid, how long are my points valid, how long do points last, how long do my points last
      until when are my points valid, are my points still valid, points valid until, point expiration, points expire
      when points expire, when my points expire, do points run out, when do points run out, points exipre, points expirey
    `),
    th: phraseList(`
      แต้มหมดอายุเมื่อไหร่, แต้มหมดอายุเมื่อไร, แต้มหมดอายุวันไหน, แต้มหมดอายุตอนไหน, แต้มจะหมดอายุเมื่อไหร่, แต้มจะหมดอายุเมื่อไร, แต้มหมดอายุไหม
      แต้มหมดอายุมั้ย, แต้มมีวันหมดอายุไหม, แต้มมีวันหมดอายุมั้ย, แต้มมีหมดอายุไหม, แต้มมีอายุกี่วัน, แต้มมีอายุกี่เดือน, แต้มมีอายุกี่ปี, แต้มมีอายุเท่าไหร่, แต้มอยู่ได้กี่ปี
      วันหมดอายุแต้ม, วันหมดอายุของแต้ม, อายุแต้ม, เช็ควันหมดอายุแต้ม, ดูวันหมดอายุแต้ม, แต้มหมดอายุ, แต้มใกล้หมดอายุ, แต้มที่จะหมดอายุ
      แต้มของฉันหมดอายุเมื่อไหร่, คะแนนหมดอายุเมื่อไหร่, คะแนนหมดอายุเมื่อไร, คะแนนหมดอายุวันไหน, คะแนนหมดอายุไหม, คะแนนมีวันหมดอายุไหม, วันหมดอายุคะแนน
      คะแนนหมดอายุ, แต้มหมดอายุเมื่อไหล่, แต้มหมดอายุเมือไหร่
    `),
    ja: phraseList(`
      ポイントの有効期限, ポイント有効期限, ポイントの有効期限は, ポイントの有効期限はいつ, ポイントの有効期限はいつですか, ポイントの有効期限はいつまで
      ポイントの有効期限はいつまでですか, ポイントの有効期限を教えて, ポイントの有効期限を教えてください, ポイントの有効期限を知りたい, ポイントの期限, ポイントの期限は
      ポイントの期限はいつ, ポイントの期限はいつですか, ポイント期限, ポイントはいつまで, ポイントはいつまでですか, ポイントはいつまで使える, ポイントはいつまで使えますか
      ポイントはいつまで有効ですか, ポイントはいつ切れる, ポイントはいつ切れますか, ポイントはいつ失効する, ポイントはいつ失効しますか, ポイントに有効期限はありますか
      ポイントの有効期限はありますか, ポイントは失効しますか, ポイント失効, ポイントの失効, 失効予定ポイント, 有効期限, 有効期限は, ポイントの有効期間, ポイント有効きげん
    `),
    "zh-TW": phraseList(`
      點數什麼時候到期, 點數何時到期, 點數什麼時候過期, 點數何時過期, 我的點數什麼時候到期, 我的點數何時到期, 我的點數什麼時候過期, 點數會過期嗎, 點數會到期嗎, 點數會不會過期
      點數有期限嗎, 點數有效期限, 點數有效期, 點數期限, 點數到期日, 點數的有效期限, 點數使用期限, 點數到期, 點數過期, 點數效期, 點數有效期限到什麼時候, 點數可以用到什麼時候, 點數用到什麼時候
      點數能用多久, 點數可以用多久, 點數可以放多久, 點數有效多久, 點數多久到期, 點數多久過期, 點數多久會過期, 即將到期點數, 快到期的點數, 查點數到期日, 查詢點數期限
      紅利點數有效期限, 积分什么时候过期, 點數什麼時侯到期, 點數何時到其
    `),
  },
  answer: (context, profile) => ({ messages: [view(context, profile)] }),
  samples: (ctx) => [
    { name: "ordinary", messages: [view(ctx, sampleCards(ctx, 2, sampleMember(ctx), 1250))] },
    { name: "empty", messages: [view(ctx, { cards: [] })] },
    { name: "longest", messages: [view(ctx, sampleCards(ctx, 10, longestMember, 999_999_999))] },
  ],
};

function view(ctx: RenderContext, profile: Pick<MemberProfile, "cards"> & FactOwner): Message {
  const lines = expiryLines(ctx, profile);
  if (lines.length === 0) {
    return wayToPerson(ctx, ctx.t("pointsExpiry.unknown"), nextSteps);
  }
  const text = [ctx.t("pointsExpiry.title"), "", ...lines].join("\n");
  return withNextSteps(ctx, { type: "text", text }, nextSteps);
}
