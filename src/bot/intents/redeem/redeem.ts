/** Asks a member whether to redeem points for a coupon of a set, and with which card. */
import type { CouponSet, MemberCard, MemberProfile } from "../../../loyalty/contract.ts";
import { isGiveable, leftOf } from "../../../loyalty/giveable-sets.ts";
import { fundsOf } from "../../../loyalty/points.ts";
import { findMatching } from "../../../loyalty/read-matching.ts";
import type { RewardTerms } from "../../../loyalty/reward-prices.ts";
import type { Context, Intent, RenderContext, Reply } from "../../context.ts";
import { noCardText } from "../../views/card.ts";
import { isSetExpired, setValidity } from "../../views/coupon-text.ts";
import { sampleCards, sampleMember } from "../../views/sample-data.ts";
import {
  cardQuestion,
  payingCards,
  redeemIntent,
  redemptionQuestion,
  type RedemptionTerms,
  redemptionText,
} from "./views.ts";

export const redeem: Intent = {
  name: redeemIntent,
  access: "member",
  cacheable: false,
  // The question shows the balance: one that is a minute old may be another.
  fresh: true,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  async answer(context, profile) {
    const { details, t } = context;
    const reward = await readReward(context, details["set"] ?? "");
    if (!reward) return { messages: [redemptionText(context, t("redeem.absent"))] };
    return askToRedeem(context, profile, reward, { card: details["card"] });
  },
  samples: (ctx) => [
    { name: "ordinary", messages: [redemptionQuestion(ctx, sample(ctx, "Free iced latte"))] },
    {
      name: "ordinary",
      about: "repriced",
      messages: [redemptionQuestion(ctx, { ...sample(ctx, "50 THB off"), isRepriced: true })],
    },
    {
      name: "ordinary",
      about: "cards",
      messages: [
        cardQuestion(
          ctx,
          { uuid: "sample", name: "Free iced latte" },
          payingCards(sampleCards(ctx, 2, sampleMember(ctx), 1250).cards, 500, undefined),
        ),
      ],
    },
    { name: "empty", messages: [redemptionText(ctx, ctx.t("redeem.absent"))] },
    {
      name: "longest",
      messages: [redemptionQuestion(ctx, sample(ctx, "Wolfeschlegelstein".repeat(20)))],
    },
  ],
};

/**
 * Stores and asks the question; of several cards that can pay, asks for one first.
 * @param options `card`: the uuid of the card to pay with, or its number. `isRepriced`: it was asked at another price.
 */
export function askToRedeem(
  context: Context,
  profile: MemberProfile,
  { set, terms }: PricedSet,
  { card: chosen, isRepriced = false }: { card?: string | undefined; isRepriced?: boolean },
): Reply {
  const { redeemer, lineId, now } = context;
  const { cards } = profile;
  const text = (words: string): Reply => ({ messages: [redemptionText(context, words)] });
  if (cards.length === 0) return text(noCardText(context, profile));
  const { points } = terms;
  const able = payingCards(cards, points, chosen);
  const [card] = able;
  if (!card) return text(missingText(context, cards, points));
  if (able.length > 1) return { messages: [cardQuestion(context, set, able)] };
  const question = redeemer.question({ asker: lineId, member: profile, card, set, points }, now);
  const view = redemptionQuestion(context, {
    id: question.id,
    set,
    points,
    card,
    isOneOfSeveral: cards.length > 1,
    validity: setValidity(context, set, (days) => context.t("rewards.validity", { days })),
    isRepriced,
  });
  return {
    messages: [view],
    writes: [{ kind: "question", question }],
  };
}

function missingText({ t }: RenderContext, cards: readonly MemberCard[], points: number): string {
  const { most, isKnown } = fundsOf(cards);
  // The card whose points can't be read may have enough of them.
  return isKnown ? t("redeem.missing", { points: points - most }) : t("balance.unread");
}

function sample(ctx: RenderContext, name: string): RedemptionTerms {
  const { samplePicture } = ctx.images;
  const [card] = payingCards(sampleCards(ctx, 1, sampleMember(ctx), 1250).cards, 500, undefined);
  if (!card) throw new RangeError("a sample without a card");
  return {
    id: "sample",
    set: { name, ...(samplePicture && { image: samplePicture }) },
    points: 500,
    card,
    isOneOfSeveral: true,
    validity: ctx.t("coupon.endless"),
    isRepriced: false,
  };
}

// Reads a coupon set with its present terms, to ask about it or to check that what was asked still holds.

interface PricedSet {
  set: CouponSet;
  terms: RewardTerms;
}

/** Pages of sets that are read to find one. */
const maxPages = 10;

/**
 * @param options `withHidden`: also what members aren't offered, which staff may redeem for them.
 * @returns null when it can't be redeemed now.
 * @throws {LoyaltyError} when the platform can't tell.
 */
export async function readReward(
  context: Context,
  setUuid: string,
  { withHidden = false }: { withHidden?: boolean } = {},
): Promise<PricedSet | null> {
  const { loyalty, rewardPrices, signal } = context;
  const set = await findMatching(
    loyalty.getCouponSet,
    { giveable: true },
    { operation: "getCouponSet", isWanted: ({ uuid }) => uuid === setUuid, signal, maxPages },
  );
  if (!set || !isGiveable(set, context) || leftOf(set) === 0 || isSetExpired(context, set))
    return null;
  const terms = (await rewardPrices.read())(set);
  return terms && (withHidden || !terms.hidden) ? { set, terms } : null;
}
