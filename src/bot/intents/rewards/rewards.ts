/** Answers "what can I get for my points?": the rewards that can be redeemed now, the affordable ones first. */
import type { FlexBubble, FlexComponent, Message } from "../../../line/messages/prepare-reply.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { leftOf } from "../../../loyalty/coupon-sets.ts";
import { type Funds, fundsOf } from "../../../loyalty/points.ts";
import type { Intent, RenderContext } from "../../context.ts";
import { fitsPostback, pageIn } from "../../routing/postback.ts";
import { phraseList, thaiPhraseList } from "../../routing/text-router.ts";
import { noCardText } from "../../views/card.ts";
import { setNameIn, setValidity, worthLine } from "../../views/coupon.ts";
import * as ui from "../../views/flex-components.ts";
import { type NextStep, stepsWithoutCard, withNextSteps } from "../../views/next-steps.ts";
import { onboardingView } from "../../views/onboarding.ts";
import { paginate } from "../../views/paginate.ts";
import { redeemIntent } from "../redeem/views.ts";
import {
  knownRewards,
  type OfferedRewards,
  readOfferedRewards,
  type Reward,
} from "./offered-rewards.ts";
import { longestRewards, sampleRewards } from "./samples.ts";

export const rewardsIntent: Intent = {
  name: "rewards",
  access: "member",
  cacheable: false,
  phrases: {
    en: phraseList(`
      rewards, reward, my rewards, redeem, redeem points, redeem my points, redeem my points please, redeem rewards, redeem a reward
      redeem coupon, redeem coupons, redeem a coupon, show rewards, show me rewards, show me the rewards
      see rewards, view rewards, list rewards, rewards please, available rewards, rewards catalog
      rewards catalogue, reward catalog, reward catalogue, any rewards, what rewards are there
      what rewards do you have, which rewards can i get, what can i redeem, what can i redeem my points for
      what can i get, what can i get for my points, what can i get with my points, what are my points worth
      use points, use my points, spend points, spend my points, exchange points, exchange my points
      how do i redeem, how do i redeem points, how to redeem, how to redeem points, how can i use my points
      rewrads, rewads, reawrds, rewrds, redem, reedem, redeam, reddem, redeem point, แลก point, แลก reward
      next reward, my next reward, what is my next reward, what's my next reward, how far to the next reward, how far is the next reward
      how far to my next reward, how far am i from the next reward, how many points to the next reward, how many points to next reward, how far to next reward, how far to my reward
      how many points until the next reward, how many points until my next reward, how many points do i need, how many more points do i need
      how many points more, how many points to go, points to the next reward, points to next reward, points needed, how close am i to a reward
      when do i get a reward, when do i get my next reward, how many points for a reward, how many points do i need for a reward
      how many points do i still need, next rewrad
    `),
    th: thaiPhraseList(`
      แลกแต้ม, แลกคะแนน, แลก, แลกของ, แลกของรางวัล, ของรางวัล, แลกรางวัล, รางวัล, แลกคูปอง, แลกพอยท์, แลกพอยต์
      ขอแลกแต้ม, อยากแลกแต้ม, ต้องการแลกแต้ม, จะแลกแต้ม, ขอแลกคะแนน, อยากแลกคะแนน, ใช้แต้ม, ใช้คะแนน, ใช้แต้มแลก
      เอาแต้มไปแลก, แลกแต้มยังไง, แลกแต้มอย่างไร, วิธีแลกแต้ม, แลกอะไรได้บ้าง, แต้มแลกอะไรได้บ้าง
      แต้มแลกอะไรได้, คะแนนแลกอะไรได้บ้าง, แต้มใช้ทำอะไรได้บ้าง, แลกอะไรได้, มีอะไรให้แลก, มีอะไรให้แลกบ้าง
      ดูของรางวัล, ขอดูของรางวัล, มีของรางวัลอะไรบ้าง, รายการแลกแต้ม, รายการของรางวัล, ของแลก, แลกแต้มสะสม
      แลกแต้มม, แลกแตม, แรกแต้ม, แลดแต้ม, แลกแค้ม, ของรางวัน
      อีกกี่แต้ม, อีกกี่แต้มแลกได้, อีกกี่แต้มจะแลกได้, อีกกี่แต้มถึงแลกได้, อีกกี่แต้มถึงจะแลกได้, อีกกี่แต้มจะได้รางวัล, อีกกี่แต้มได้รางวัล, อีกกี่แต้มจะได้ของรางวัล, ขาดอีกกี่แต้ม, ขาดกี่แต้ม, ต้องอีกกี่แต้ม, ต้องใช้กี่แต้ม
      ต้องมีกี่แต้ม, กี่แต้มแลกได้, กี่แต้มถึงแลกได้, กี่แต้มถึงจะแลกได้, ใช้กี่แต้มแลก, ต้องใช้กี่แต้มแลก, อีกกี่คะแนน, อีกกี่คะแนนแลกได้, ขาดอีกกี่คะแนน
      รางวัลต่อไป, รางวัลถัดไป, ของรางวัลถัดไป, ของรางวัลต่อไป, ใกล้แลกได้หรือยัง, แลกได้หรือยัง, แลกได้ยัง, อีกเท่าไหร่แลกได้, อีกเท่าไหร่จะแลกได้
    `),
    ja: phraseList(`
      特典, 特典一覧, 特典を見る, 特典を見せて, 特典を教えて, 特典交換, 特典と交換, ポイント特典, 特典は, 特典ある
      特典ありますか, 特典はありますか, ポイント交換, ポイントを交換, ポイント交換したい, ポイントを交換したい
      ポイントを交換する, ポイント交換できるもの, ポイントで交換, ポイントを使う, ポイントを使いたい, ポイント使いたい
      ポイントで何がもらえる, ポイントで何がもらえますか, ポイントは何に使える, ポイントは何に使えますか
      ポイントの使い方, ポイントの使い道, 何と交換できる, 何と交換できますか, 何に交換できる, 何に交換できますか
      交換, 交換したい, 交換する, 交換できるもの, 交換一覧, 景品, 景品交換, 景品一覧, クーポンと交換, クーポンに交換
      ポイント引き換え, ポイント引換, 引き換え, 引換, とくてん, ポイントこうかん, ぽいんと交換, ポイント交感
      特典は何がありますか, 特典は何がある, 特典には何がありますか, どんな特典がありますか, どんな特典がある, 何の特典がありますか
      次の特典, 次の特典は, 次の特典まで, 次の特典まで何ポイント, 次の特典まで何ポイントですか, 次の特典まであと何ポイント, 次の特典まであと何ポイントですか
      次の特典まであとどれくらい, あと何ポイント, あと何ポイントですか, あと何ポイント必要, あと何ポイント必要ですか, あと何ポイントで交換できる, あと何ポイントで交換できますか
      あと何ポイントで特典, 何ポイントで交換できる, 何ポイントで交換できますか, 何ポイント必要, 何ポイント必要ですか, 何ポイントから交換できますか, 何ポイントから使えますか
      いつ交換できる, いつ交換できますか, もう交換できますか, あと何ポイトですか
    `),
    "zh-TW": phraseList(`
      兌換, 點數兌換, 兌換點數, 兌點數, 換點數, 我要兌換, 想兌換, 我想兌換, 我要換點數, 我想換點數, 我要兌換點數
      我想兌換點數, 可以兌換什麼, 可以換什麼, 能換什麼, 有什麼可以換, 有什麼可以兌換, 點數換什麼, 點數可以換什麼
      點數可以兌換什麼, 點數能換什麼, 點數怎麼用, 點數怎麼換, 怎麼兌換, 如何兌換, 怎麼換, 點數換禮物, 點數換贈品
      兌換優惠券, 換優惠券, 點數換優惠券, 兌換商品, 兌換禮物, 兌換贈品, 兌換獎品, 兌換項目, 兌換清單, 看兌換項目
      可兌換項目, 贈品, 獎品, 好禮兌換, 兌獎, 使用點數, 用點數, 我要用點數, 紅利兌換, 紅利點數兌換, 積分兌換
      兑换, 点数兑换, 兑换点数, 對換, 兌換點术, 點數對換, 兌煥, 兌換什麼, 能兌換什麼, 兌換什麼東西
      下一個獎勵, 下個獎勵, 下一個贈品, 下個贈品, 下一個兌換, 離下一個獎勵還差多少, 離下一個獎勵還有多遠, 距離下一個獎勵還差多少點, 還差幾點, 還差多少點, 還差多少點數
      還差多少, 還差幾點可以換, 還差幾點可以兌換, 還差多少點可以換, 還差多少點可以兌換, 還要幾點, 還要多少點, 還要幾點才能換, 還要多少點才能換, 還要多少點才能兌換, 還需要幾點
      還需要多少點, 幾點可以換, 幾點可以兌換, 多少點可以換, 多少點可以兌換, 要幾點才能換, 要多少點才能兌換, 需要幾點, 需要多少點數, 什麼時候可以換, 什麼時候可以兌換, 還差幾点
    `),
  },
  async answer(context, profile) {
    if (profile.cards.length === 0) {
      const text = noCardText(context, profile);
      return { messages: [withNextSteps(context, { type: "text", text }, stepsWithoutCard)] };
    }
    const offered = await readOfferedRewards(context, profile);
    return {
      messages: rewardsView(context, offered, fundsOf(profile.cards), pageIn(context.details)),
    };
  },
  async forStrangers(context) {
    const offered = { rewards: await knownRewards(context, null), isComplete: true };
    return rewardsView(context, offered, null, pageIn(context.details));
  },
  samples: (ctx) => [
    { name: "ordinary", messages: rewardsView(ctx, sampleRewards(ctx, 3), sampleFunds(1250), 1) },
    {
      name: "ordinary",
      about: "partial",
      messages: rewardsView(
        ctx,
        { ...sampleRewards(ctx, 2), isComplete: false },
        sampleFunds(180),
        1,
      ),
    },
    {
      name: "ordinary",
      about: "stranger",
      messages: [
        ...rewardsView(ctx, sampleRewards(ctx, 3), null, 1),
        onboardingView(ctx, "unknown", false),
      ],
    },
    { name: "empty", messages: rewardsView(ctx, sampleRewards(ctx, 0), sampleFunds(0), 1) },
    { name: "longest", messages: rewardsView(ctx, longestRewards(ctx), sampleFunds(999_999), 1) },
  ],
};

const sampleFunds = (most: number): Funds => ({ most, isKnown: true });

// Renders the rewards that a member can redeem points for, each with its price.

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
/** Coupons that count as few. */
const fewLeft = 10;
const maxDescriptionLength = 120;
const nextSteps: readonly NextStep[] = ["balance", "coupons", "help"];
const nextStepsWithoutRewards: readonly NextStep[] = ["campaigns", "coupons", "balance", "help"];

/**
 * @param funds what the member can pay with; null for who isn't a member, who is shown no more than the prices.
 * @param page from 1; past the end, the last page.
 */
function rewardsView(
  ctx: RenderContext,
  { rewards, isComplete }: OfferedRewards,
  funds: Funds | null,
  page: number,
): Message[] {
  const { t } = ctx;
  if (rewards.length === 0) {
    const empty: Message = { type: "text", text: t("rewards.empty") };
    return [withNextSteps(ctx, empty, funds ? nextStepsWithoutRewards : [])];
  }
  const { shown, ...pages } = paginate(rewards, page, pageSize);
  const rewardTexts = ui.altEntries(shown.map((reward) => pricedName(ctx, reward)));
  const message = ui.flex(t("rewards.alt", { rewards: rewardTexts }), [
    ...shown.map((reward) => rewardBubble(ctx, reward, funds)),
    ...ui.nextPageBubble("rewards", (left) => t("rewards.more", left), pages),
  ]);
  const list = withNextSteps(ctx, message, funds ? nextSteps : []);
  return isComplete ? [list] : [{ type: "text", text: t("rewards.partial") }, list];
}

/** A reward in one line, with its price. */
export const pricedName = (ctx: RenderContext, { set, terms }: Reward): string =>
  ctx.t("rewards.alt.one", { reward: setNameIn(ctx, set), points: terms.points });

function rewardBubble(ctx: RenderContext, { set, terms }: Reward, funds: Funds | null): FlexBubble {
  const { t, brand, images } = ctx;
  const picture = ui.pictureUrl(images, set.image);
  const details = { set: set.uuid };
  const price = terms.points;
  const isAffordable = funds !== null && price <= funds.most && fitsPostback(redeemIntent, details);
  const isMissing = funds !== null && price > funds.most && funds.isKnown;
  return ui.coloredBox(
    brand.color,
    [
      ...factLines(ctx, set),
      ui.textLine(setNameIn(ctx, set), { size: "lg", weight: "bold", maxLines: 3, margin: "sm" }),
      ...ui.optionalLine(ui.clip(set.description.trim(), maxDescriptionLength), {
        size: "sm",
        maxLines: 3,
        margin: "md",
      }),
      ui.textLine(t("rewards.price", { points: price }), {
        size: "xl",
        weight: "bold",
        margin: "lg",
      }),
      ...(isMissing
        ? missingPoints(
            ctx,
            { price, points: funds.most },
            t("rewards.missing", { points: price - funds.most }),
          )
        : []),
    ],
    {
      ...(picture && { hero: ui.heroPicture(picture) }),
      ...ui.buttonFooter(
        isAffordable
          ? [ui.button(ui.postbackAction(t("rewards.redeem"), redeemIntent, details), brand.accent)]
          : [],
      ),
    },
  );
}

/** What the coupon is worth, how long it will be valid, and how few are left; nothing where none of it is known. */
function factLines(ctx: RenderContext, set: CouponSet): FlexComponent[] {
  const { t } = ctx;
  const left = leftOf(set);
  const few = left !== null && left <= fewLeft ? t("rewards.left", { count: left }) : "";
  const lines: ui.StyledLine[] = [
    { ...worthLine(ctx, set), weight: "bold" },
    { text: setValidity(ctx, set, (days) => t("rewards.validity", { days })) },
    { text: few, weight: "bold", color: ui.palette.soon },
  ];
  const isKnown = lines.some(({ text }) => text.trim());
  return isKnown ? [ui.styledLines(lines, { size: "xs", color: ui.palette.soft })] : [];
}

// Renders how many points are missing until a reward, as a bar and in words.

/** @param price above `points`. @param points may be below zero. @param words say what is missing. */
export function missingPoints(
  { brand }: RenderContext,
  { price, points }: { price: number; points: number },
  words: string,
): FlexComponent[] {
  const share = Math.floor((100 * Math.max(0, points)) / price);
  const bar = ui.column(
    share > 0
      ? [ui.column([], { backgroundColor: brand.color, height: "6px", width: `${share}%` })]
      : [],
    { backgroundColor: ui.palette.line, height: "6px", cornerRadius: "md", margin: "md" },
  );
  return [
    bar,
    ui.textLine(words, { size: "sm", color: ui.palette.soft, maxLines: 3, margin: "sm" }),
  ];
}
