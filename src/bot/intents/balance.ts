/** Answers "how many points do I have?": the points of each of the member's cards. */
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import type { FlexBubble, FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import { staleNotice } from "../views/fallback.ts";
import type { Intent, RenderContext } from "../context.ts";
import * as ui from "../views/flex-components.ts";
import { cardFace } from "../views/card-face.ts";
import {
  cardFactsBelow,
  cardNickname,
  cardTitleIn,
  type FactOwner,
  groupedNumber,
  noCardText,
  showCard,
} from "../views/card.ts";
import { addressedName, type PersonName } from "../views/person-name.ts";
import { missingPoints } from "./rewards/rewards.ts";
import { setNameIn } from "../views/coupon.ts";
import { paginate } from "../views/paginate.ts";
import { pageIn } from "../routing/postback.ts";
import { knownRewards, nextReward, type Reward } from "./rewards/offered-rewards.ts";
import { longestRewards, sampleRewards } from "./rewards/samples.ts";
import { stepsWithoutCard, withNextSteps, type NextStep } from "../views/next-steps.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { longestMember, sampleCards, sampleMember } from "../views/sample-data.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
const nextSteps: readonly NextStep[] = ["coupons", "card", "history", "campaigns", "help"];

export const balance: Intent = {
  name: "balance",
  access: "member",
  cacheable: true,
  phrases: {
    en: phraseList(`
      points, point, pts, my points, my point, balance, my balance, point balance, points balance
      show points, show my points, show me my points, see my points, view my points, points please
      my points please, check points, check my points, check balance, check my balance
      how many points, how many points do i have, how many points have i got, what are my points
      how many points do i have left, points left, remaining points, my point balance, my points balance
      what's my point balance, what's my points balance, whats my balance, whats my points
      what's my balance, what is my balance, my loyalty points, my reward points
      how much points i got, how much points, how much points do i have, how much points have i got, how much point i have, how many points i got
      how many points i have, how many point i have, how many point, points i have, i want to see my points
      pionts, ponits, poitns, poins, piont, balence, ballance, balanse
      เช็ค point, เช็คpoint, ดู point, ดูpoint, point ของฉัน, pointคงเหลือ, pointを見る, 我的point, 查point
    `),
    th: thaiPhraseList(`
      แต้ม, คะแนน, ยอดแต้ม, ยอดคะแนน, แต้มสะสม, คะแนนสะสม, แต้มคงเหลือ, คะแนนคงเหลือ, ยอดคงเหลือ
      เช็คแต้ม, เช็กแต้ม, เช็คคะแนน, เช็กคะแนน, เช็คยอดแต้ม, ดูแต้ม, ดูคะแนน, ขอดูแต้ม, ขอดูคะแนน, ขอเช็คแต้ม
      อยากดูแต้ม, อยากเช็คแต้ม, สอบถามแต้ม, แต้มของฉัน, แต้มของผม, คะแนนของฉัน, คะแนนของผม
      มีกี่แต้ม, มีกี่คะแนน, มีแต้มเท่าไหร่, มีแต้มเท่าไร, แต้มเท่าไหร่, เหลือกี่แต้ม, เหลือแต้มเท่าไหร่, แต้มเหลือเท่าไหร่
      แต้มเหลือเท่าไร, เหลือแต้มกี่แต้ม, เหลือแต้มเท่าไร, แต้มมีเท่าไหร่, มีแต้มอยู่เท่าไหร่, มีแต้มเท่าไหร่แล้ว, มีกี่แต้มแล้ว
      ขอเช็คแต้มสะสม, แต้มของหนู, แต้มเรา, พ้อย, พอย, เช็คพ้อย, เช็คพอย
      พอยท์, พอยต์, พ้อยท์, แตม, แต้ท, แค้ม, แต้มม, คแนน, คะแน่น
    `),
    ja: phraseList(`
      ポイント, 残高, ポイント残高, 残高ポイント, マイポイント, 保有ポイント, 私のポイント, ポイント数, 現在のポイント
      ポイント確認, ポイントの確認, ポイントを確認, ポイントを確認したい, ポイント照会, 残高確認, 残高照会
      ポイントを見る, ポイントが見たい, ポイントを見せて, ポイント見せて, ポイントを見せてください
      ポイント教えて, ポイントを教えて, ポイントを教えてください, 残高を教えて, 残高教えて, 残高を教えてください
      何ポイント, 何ポイントある, 何ポイントありますか, 今何ポイント, いま何ポイント, ポイントは, ポイントいくつ
      ポイントはいくつ, ポイントはいくらですか, ぽいんと, ポインと, ポイントの残高
      ポイントはいくらありますか, ポイントはいくつありますか, ポイントいくらある, 何ポイント貯まってる
      何ポイント貯まってますか, 何ポイント貯まっていますか, ポイントー, ポイン, 残高は, ざんだか, 残ポイント, 残ポイントは, 残りポイント, 残りのポイント, 残りポイントは, ポイント残り, ポイントの残り
    `),
    "zh-TW": phraseList(`
      點數, 餘額, 點數餘額, 我的點數, 我的餘額, 查點數, 查餘額, 查詢點數, 查詢餘額, 點數查詢, 餘額查詢, 看點數, 看我的點數
      查我的點數, 查一下點數, 我要查點數, 我想查點數, 想查點數, 會員點數, 目前點數, 現有點數, 剩餘點數, 累積點數, 紅利點數, 積分, 我的積分
      有多少點, 有幾點, 我有幾點, 我有多少點, 我有多少點數, 還有幾點, 還有多少點, 還有多少點數, 剩幾點, 剩多少點, 點數多少, 點數有多少
      我的點數有多少, 還剩多少點數, 還剩多少點, 還剩幾點, 點數餘額查詢, 如何查點數, 怎麼查點數, 看一下點數
      請問點數, 請問我有幾點, 請幫我查點數, 点数, 我的点数, 查点数, 余额, 积分, 點术, 典數, 點樹
    `),
  },
  answer: async (context, profile) => ({
    messages: [
      balanceView(context, profile, pageIn(context.details), {
        rewards: await knownRewards(context, profile),
      }),
    ],
  }),
  withoutPlatform: (context, last) =>
    last && {
      messages: [balanceView(context, last.profile, pageIn(context.details), { at: last.at })],
    },
  samples: (ctx) => [
    { name: "ordinary", messages: [sampleView(ctx, 2, 1250)] },
    {
      name: "ordinary",
      about: "last-known",
      messages: [
        balanceView(ctx, sampleCards(ctx, 1, sampleMember(ctx), 1250), 1, {
          at: ctx.now - 3_600_000,
        }),
      ],
    },
    { name: "empty", messages: [balanceView(ctx, sampleCards(ctx, 0, sampleMember(ctx), 0), 1)] },
    {
      name: "longest",
      messages: [
        balanceView(ctx, sampleCards(ctx, 30, longestMember, 2_147_483_647), 1, {
          rewards: longestRewards(ctx, 2_147_483_648).rewards,
        }),
      ],
    },
  ],
};

const sampleView = (ctx: RenderContext, cards: number, points: number): Message =>
  balanceView(ctx, sampleCards(ctx, cards, sampleMember(ctx), points), 1, {
    rewards: sampleRewards(ctx, 3).rewards,
  });

type ProfileCards = PersonName & FactOwner & Pick<MemberProfile, "cards">;

/**
 * @param page from 1; past the end, the last page is shown.
 * @param options `at`: when the profile was read, in milliseconds since 1970, if it is the last known one; shown
 * as a notice. `rewards`: what is offered; of it each card is shown what comes next, and there is a button to redeem points.
 */
function balanceView(
  ctx: RenderContext,
  profile: ProfileCards,
  page: number,
  { at, rewards = [] }: { at?: number; rewards?: readonly Reward[] } = {},
): Message {
  const { t } = ctx;
  const { cards } = profile;
  const note = at === undefined ? null : staleNotice(ctx, at);
  if (cards.length === 0) {
    const text = noCardText(ctx, profile);
    const message: Message = { type: "text", text: note ? `${text}\n\n${note}` : text };
    return withNextSteps(ctx, message, stepsWithoutCard);
  }
  const { shown, ...pages } = paginate(cards, page, pageSize);
  const altText = [note, pointsText(ctx, profile, shown)].filter(Boolean).join("\n");
  const message = ui.flex(altText, [
    ...shown.map((card) => cardBubble(ctx, card, profile, { note, rewards })),
    ...ui.nextPageBubble(balance.name, (left) => t("balance.more", left), pages),
  ]);
  return withNextSteps(ctx, message, nextSteps);
}

/** For notifications: the points of the first card whose points can be read, and then the other cards. */
function pointsText(ctx: RenderContext, member: PersonName, cards: readonly MemberCard[]): string {
  const { t } = ctx;
  const ofCard = (card: MemberCard) =>
    card.point === null
      ? `${cardTitleIn(ctx, card)} – ${t("balance.unread")}`
      : t("balance.alt.card", { card: cardTitleIn(ctx, card), points: card.point });
  const lead = cards.find(({ point }) => point !== null);
  const others = cards.filter((card) => card !== lead).map(ofCard);
  if (!lead || lead.point === null) return others.join(" · ");
  const name = addressedName(member, ctx.language);
  const values = { points: lead.point, cards: ofCard(lead) };
  const first = name ? t("balance.alt", { name, ...values }) : t("balance.alt.nameless", values);
  return [first, ...others].join(" · ");
}

function cardBubble(
  ctx: RenderContext,
  card: MemberCard,
  member: PersonName & FactOwner,
  { note, rewards }: { note: string | null; rewards: readonly Reward[] },
): FlexBubble {
  const { t, brand } = ctx;
  const below = [
    ...ui.optionalLine(note ?? "", { size: "xs", color: ui.palette.soft }),
    ...cardNickname(card),
    ...numberRow(ctx, card),
    ...cardFactsBelow(ctx, card, member),
    ...goalLines(ctx, card, rewards),
  ];
  return {
    type: "bubble",
    size: "kilo",
    ...cardFace(ctx, card, member, { points: true }),
    ...(below.length > 0 && { body: ui.column(below, { paddingAll: "20px", spacing: "md" }) }),
    ...ui.buttonFooter([
      ui.button(showCard(t("balance.card"), card), brand.accent),
      ...(rewards.length > 0 ? [ui.button(ui.postbackAction(t("rewards.label"), "rewards"))] : []),
    ]),
  };
}

/** How many rewards the card's points suffice for, and what is missing for the next one. */
function goalLines(
  ctx: RenderContext,
  { point: points }: MemberCard,
  rewards: readonly Reward[],
): FlexComponent[] {
  const { t } = ctx;
  if (points === null) return [];
  const count = rewards.filter(({ terms }) => terms.points <= points).length;
  const enough = count > 0 ? t("balance.enough", { count }) : "";
  const next = nextReward(rewards, points);
  return [
    ...ui.optionalLine(enough, { size: "sm", color: ui.palette.done }),
    ...(next ? missingFor(ctx, next, points) : []),
  ];
}

function missingFor(ctx: RenderContext, { set, terms }: Reward, points: number): FlexComponent[] {
  const price = terms.points;
  const goal = { points: price - points, reward: setNameIn(ctx, set) };
  return missingPoints(ctx, { price, points }, ctx.t("balance.goal", goal));
}

/** The card's number; nothing for a card without one. */
function numberRow({ t }: RenderContext, { card_no }: MemberCard): FlexComponent[] {
  const [number] = ui.optionalLine(groupedNumber(card_no), { size: "xs", align: "end" });
  if (!number) return [];
  return [
    ui.row([ui.textLine(t("balance.number"), { size: "xs", color: ui.palette.soft }), number]),
  ];
}
