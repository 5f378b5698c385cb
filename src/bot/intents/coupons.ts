/** Answers "what coupons do I have?": the coupons that the member can use now, soonest expiry first. */
import type { Coupon, MemberProfile } from "../../loyalty/contract.ts";
import type { FlexBubble, FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import { readAvailableCoupons } from "../../loyalty/available-coupons.ts";
import type { Context, Intent, RenderContext } from "../context.ts";
import {
  couponHeading,
  couponName,
  type CouponSetFacts,
  isAvailable,
  showCouponButton,
} from "../views/coupon.ts";
import { validUntil } from "../views/coupon-expiry.ts";
import * as ui from "../views/flex-components.ts";
import { withNextSteps, type NextStep } from "../views/next-steps.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { paginate } from "../views/paginate.ts";
import { pageIn } from "../routing/postback.ts";
import { sampleCoupons } from "../views/sample-data.ts";
import { knownRewards } from "./rewards/offered-rewards.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
/** Of the description and of the terms. */
const maxConditionLength = 120;
const nextSteps: readonly NextStep[] = ["balance", "campaigns", "history", "help"];
const nextStepsWithoutCoupons: readonly NextStep[] = ["campaigns", "check", "balance", "help"];
/** Offered where there are rewards. */
const redeemStep: readonly NextStep[] = ["rewards"];

export const coupons: Intent = {
  name: "coupons",
  access: "member",
  cacheable: false,
  phrases: {
    en: phraseList(`
      coupons, coupon, my coupons, my coupon, vouchers, voucher, my vouchers
      available coupons, show coupons, show my coupons, show me my coupons, see my coupons, list coupons
      coupons please, any coupons, do i have coupons, do i have any coupons, what coupons do i have
      what coupons have i got, what coupons can i use, cupon, cupons, coupan, coupens, copuon, coupns, coupos, ดู coupon, มี couponไหม
      couponを見る, 我的coupon, gift vouchers, discount coupons, my discounts, view my coupons
      my coupons please, which coupons can i use, check my coupons, copon, coupn, coupen, coopons, couopn
      vocher, vouchar, coupon ของฉัน, copons, my copons, coupones
      use coupon, use a coupon, use my coupon, use my coupons, use coupons, i want to use my coupon, i want to use a coupon
      how do i use my coupon, how do i use a coupon, how do i use coupons, how can i use my coupon, how to use my coupon
      how to use coupon, how to use coupons, how to use a coupon, where can i use my coupon, use voucher, use my voucher, use this coupon
      my gifts, my gift, gifts, gift, my presents, my present, any gifts, do i have a gift, do i have gifts, did i get a gift
      i got a gift, where is my gift, where are my gifts, show my gifts, see my gifts, view my gifts, free gift, birthday gift
      my birthday gift, welcome gift
    `),
    th: thaiPhraseList(`
      คูปอง, คูปองของฉัน, คูปองของผม, คูปองส่วนลด, คูปองที่มี, คูปองที่ใช้ได้, ดูคูปอง, ขอดูคูปอง, ขอคูปอง
      อยากดูคูปอง, มีคูปองไหม, มีคูปองมั้ย, มีคูปองบ้างไหม, มีคูปองอะไรบ้าง, มีคูปองอะไร, มีกี่คูปอง, ส่วนลด
      โค้ดส่วนลด, บัตรกำนัล, เวาเชอร์, คูปอ, คุปอง, คู่ปอง, กูปอง, คูปองค์, คูบอง, เช็คคูปอง, เช็กคูปอง
      ขอเช็คคูปอง, คูปองทั้งหมด, คูปองคงเหลือ, ส่วนลดของฉัน, บัตรส่วนลด, คูปอน, คปอง, คูปิง, คูปองง
      ตรวจสอบคูปอง, ตรวจคูปอง, ใช้คูปอง, ขอใช้คูปอง, อยากใช้คูปอง, จะใช้คูปอง, ต้องการใช้คูปอง, ใช้คูปองยังไง, ใช้คูปองอย่างไร
      วิธีใช้คูปอง, คูปองใช้ยังไง, คูปองใช้อย่างไร, ใช้คูปองที่ไหน, คูปองใช้ที่ไหน, ใช้ส่วนลด, ขอใช้ส่วนลด, ใช้โค้ดส่วนลด, ใช้คูปองได้ที่ไหน, ใช้คูปองไง
      ของขวัญ, ของขวัญของฉัน, ของขวัญของผม, ดูของขวัญ, ขอดูของขวัญ, มีของขวัญไหม, มีของขวัญมั้ย, ของขวัญอยู่ไหน, ของขวัญอยู่ที่ไหน, ของขวัญวันเกิด
      ได้ของขวัญ, ได้ของขวัญอะไร, ได้ของขวัญไหม, รับของขวัญ, ขอรับของขวัญ, ของฟรี, มีของฟรีไหม, ของขวัน, กิฟต์, กิ๊ฟ
    `),
    ja: phraseList(`
      クーポン, クーポン一覧, マイクーポン, 使えるクーポン, 利用できるクーポン, 持っているクーポン, 割引
      割引券, 割引クーポン, クーポンを見る, クーポンが見たい, クーポンを見せて, クーポン見せて
      クーポンを見せてください, クーポンを表示, クーポンを使う, クーポンを使いたい, クーポン使いたい, クーポンある, 使えるクーポンはありますか, 使えるクーポンありますか, 使えるクーポンある
      クーポンはある, クーポンありますか, クーポンはありますか, クーポンは, クーポンを教えて, くーぽん, クポン
      クーボン, ク-ポン, クーポ, クーポンー, 私のクーポン, 手持ちのクーポン, クーポン確認, クーポンの確認
      クーポンを確認, クーポン教えて, 優待券, ク一ポン, クーポンの使い方, クーポンの使い方は, クーポンの使い方を教えて, クーポンの使い方を教えてください
      クーポンはどう使う, クーポンはどうやって使う, クーポンはどうやって使いますか, クーポンはどう使いますか, クーポンの使用方法, クーポンの利用方法, クーポン使う, クーポンを使用したい
      クーポンを利用したい, クーポン利用, クーポン使用, クーポンはどこで使えますか, クーポンを使うには, クーポンを使いたいです, クーポン使い方
      プレゼント, プレゼントは, プレゼントを見る, プレゼントを見せて, 私のプレゼント, プレゼントある, プレゼントはありますか, プレゼントありますか, もらったプレゼント
      プレゼントをもらった, プレゼントはどこ, プレゼントはどこですか, 誕生日プレゼント, 誕生日特典, バースデークーポン, 誕生日クーポン, ギフト, マイギフト, ギフトを見る, 私のギフト, もらったクーポン, ぷれぜんと
    `),
    "zh-TW": phraseList(`
      優惠券, 優惠卷, 優惠劵, 折價券, 折價卷, 折扣券, 抵用券, 兌換券, 優待券, 我的優惠券, 我的優惠卷
      我的折價券, 可用優惠券, 可用的優惠券, 看優惠券, 看我的優惠券, 優惠券列表, 有優惠券嗎, 有什麼優惠券
      有哪些優惠券, 我有優惠券嗎, 我有哪些優惠券, 我有什麼優惠券, 还有优惠券吗, 优惠券, 我的优惠券, 優會券
      優惠圈, 票券, 我的票券, 可以用的優惠券, 查優惠券, 查詢優惠券, 優惠券查詢, 我要看優惠券, 我想看優惠券
      用優惠券, 我的優惠券有哪些, 有沒有優惠券可以用, 可以用哪些優惠券, 有哪些優惠券可以用
      使用優惠券, 打開優惠券, 有沒有優惠券, 折价券, 優惠勸, 優恵券, 查詢折價券, 查询优惠券, 我要用優惠券, 我想用優惠券, 我要使用優惠券, 我想使用優惠券, 想用優惠券, 怎麼用優惠券, 怎麼使用優惠券, 如何使用優惠券
      優惠券怎麼用, 優惠券怎麼使用, 優惠券如何使用, 優惠券要怎麼用, 用折價券, 使用折價券, 我要用折價券, 折價券怎麼用, 優惠券哪裡可以用
      禮物, 我的禮物, 看禮物, 看我的禮物, 我要看禮物, 有禮物嗎, 我有禮物嗎, 有什麼禮物, 我有什麼禮物, 收到的禮物, 我收到的禮物, 禮物在哪, 禮物在哪裡, 我的禮物在哪裡
      生日禮, 生日禮物, 我的生日禮, 生日優惠, 生日優惠券, 入會禮, 領禮物, 我要領禮物, 查看禮物, 礼物, 我的礼物
    `),
  },
  async answer(context, profile) {
    const page = await readPage(context, profile);
    const rewards = await knownRewards(context, profile);
    return { messages: view(context, page, rewards.length > 0) };
  },
  samples: (ctx) => [
    { name: "ordinary", messages: view(ctx, sample(ctx, 3, 3, "50 THB off"), true) },
    { name: "empty", messages: view(ctx, sample(ctx, 0, 0, ""), false) },
    {
      name: "longest",
      messages: view(
        ctx,
        sample(ctx, 10, 99, "Wolfeschlegelstein".repeat(20), "terms ".repeat(800)),
        true,
      ),
    },
    {
      name: "ordinary",
      about: "in-part",
      messages: view(ctx, { ...sample(ctx, 2, 2, "50 THB off"), isComplete: false }, true),
    },
  ],
};

/** A coupon with what is known of its set. */
interface ListedCoupon {
  coupon: Coupon;
  set: CouponSetFacts;
}

/** One page of the member's coupons. */
interface CouponPage {
  coupons: readonly ListedCoupon[];
  page: number;
  /** Number of coupons after this page. */
  left: number;
  /** Whether there are no others. */
  isComplete: boolean;
}

/** @throws {LoyaltyError} when the platform fails, or none of the member's coupons can be told from the pages read. */
async function readPage(context: Context, { uuid }: MemberProfile): Promise<CouponPage> {
  const { loyalty, couponSets, details, timeZone, signal } = context;
  const { coupons: own, isComplete } = await readAvailableCoupons(loyalty, uuid, {
    isAvailable: (coupon) => isAvailable(coupon, uuid, context),
    timeZone,
    signal,
  });
  const requestedPage = pageIn(details);
  // An old button can ask for a page that no longer exists.
  const page = requestedPage <= Math.ceil(own.length / pageSize) ? requestedPage : 1;
  const { shown, left } = paginate(own, page, pageSize);
  if (shown.length === 0) return { coupons: [], page, left, isComplete };
  const sets = await couponSets.read(loyalty);
  const listed = shown.map((coupon) => ({ coupon, set: sets.get(coupon.coupon_set_uuid) ?? {} }));
  return { coupons: listed, page, left, isComplete };
}

/** @param hasRewards whether points can be redeemed for coupons. */
function view(
  ctx: RenderContext,
  { coupons: shown, isComplete, ...pages }: CouponPage,
  hasRewards: boolean,
): Message[] {
  const { t } = ctx;
  const redeem = hasRewards ? redeemStep : [];
  if (shown.length === 0) {
    const empty: Message = { type: "text", text: t("coupons.empty") };
    return [withNextSteps(ctx, empty, [...redeem, ...nextStepsWithoutCoupons])];
  }
  const couponTexts = shown.map(({ coupon }) =>
    t("coupons.alt.one", {
      coupon: couponName(ctx, coupon),
      until: validUntil(ctx, coupon).text,
    }),
  );
  const message = ui.flex(t("coupons.alt", { coupons: ui.altEntries(couponTexts) }), [
    ...shown.map((listed) => couponBubble(ctx, listed)),
    ...ui.nextPageBubble(coupons.name, (left) => t("coupons.more", left), pages),
  ]);
  const list = withNextSteps(ctx, message, ["card", ...redeem, ...nextSteps]);
  return isComplete ? [list] : [{ type: "text", text: t("coupons.partial") }, list];
}

function couponBubble(ctx: RenderContext, { coupon, set }: ListedCoupon): FlexBubble {
  const { brand, images } = ctx;
  const picture = ui.pictureUrl(images, set.image);
  return ui.coloredBox(
    brand.color,
    [...couponHeading(ctx, coupon, set, "lg"), ...conditionLines(set)],
    {
      ...(picture && { hero: ui.heroPicture(picture) }),
      ...ui.buttonFooter(showCouponButton(ctx, coupon.code)),
    },
  );
}

/** The beginning of the description and of the terms; the opened coupon has them in full. */
const conditionLines = ({ description = "", terms = "" }: CouponSetFacts): FlexComponent[] => [
  ...ui.optionalLine(ui.clip(description.trim(), maxConditionLength), {
    size: "sm",
    maxLines: 3,
    margin: "md",
  }),
  ...ui.optionalLine(ui.clip(terms.trim(), maxConditionLength), {
    size: "xs",
    color: ui.palette.soft,
    maxLines: 2,
    margin: "sm",
  }),
];

/** Coupons with what their set tells. */
function sample(
  ctx: RenderContext,
  shown: number,
  total: number,
  name: string,
  terms = "One coupon per bill.",
): CouponPage {
  const { samplePicture } = ctx.images;
  const set: CouponSetFacts = {
    type: "DISCOUNT_AMOUNT",
    value: 50,
    terms,
    ...(samplePicture && { image: samplePicture }),
  };
  const listed = sampleCoupons(ctx, shown, name).map((coupon) => ({ coupon, set }));
  return { coupons: listed, page: 1, left: total - shown, isComplete: true };
}
