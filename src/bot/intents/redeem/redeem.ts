/** Redeems points for a coupon: asks a member whether to, and with which card, and answers the taps on yes, no and undo. */
import { isPlatformFailure } from "../../../errors.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { CouponSet, MemberCard, MemberProfile } from "../../../loyalty/contract.ts";
import { findCouponSet, isGiveable, leftOf } from "../../../loyalty/coupon-sets.ts";
import { fundsOf } from "../../../loyalty/points.ts";
import type { RewardTerms } from "../../../loyalty/reward-prices.ts";
import type { Context, Intent, RedemptionTap, RenderContext, Reply } from "../../context.ts";
import type { Redemption } from "../../redemption.ts";
import { isTooLate } from "../../routing/late-event.ts";
import { noCardText } from "../../views/card.ts";
import { isSetExpired, setValidity } from "../../views/coupon.ts";
import { onboardingView } from "../../views/onboarding.ts";
import { sampleCards, sampleMember } from "../../views/sample-data.ts";
import { redemptionSamples } from "./samples.ts";
import {
  cardQuestion,
  payingCards,
  redeemIntent,
  redemptionIntent,
  redemptionQuestion,
  type RedemptionTerms,
  redemptionText,
  redemptionView,
  rewardName,
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
function askToRedeem(
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
  const set = await findCouponSet(loyalty, setUuid, signal, { giveable: true });
  if (!set || !isGiveable(set, context) || leftOf(set) === 0 || isSetExpired(context, set))
    return null;
  const terms = (await rewardPrices.read())(set);
  return terms && (withHidden || !terms.hidden) ? { set, terms } : null;
}

/** Answers the taps on a redemption: yes, no and undo. */
export const redemption: Intent = {
  name: redemptionIntent,
  // Only who was asked is answered. How it stands is shown even while the platform can't tell who they are.
  access: "anyone",
  writes: true,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  async answer(context) {
    const { details, redeemer, account, lineId, t, event, now, signal } = context;
    const { yes, no, undo } = details;
    const found = await redeemer.find(account, yes ?? no ?? undo ?? "");
    const expiredKey = undo === undefined ? "redeem.expired" : "redeem.undo.expired";
    const expired = { messages: [redemptionText(context, t(expiredKey))] };
    if (!found || found.order.asker !== lineId) return expired;
    if (isTooLate(context)) {
      const isKept = undo !== undefined && found.state === "done" && found.refusal === null;
      return found.state === "asked" || isKept
        ? expired
        : { messages: [await statusOf(context, found)] };
    }
    const action = { by: lineId, eventId: event.webhookEventId, at: now };
    if (yes !== undefined) {
      const reply = confirm(context, found);
      return outcome(await reply.catch((error: unknown) => unread(context, found, error)));
    }
    if (undo !== undefined) {
      const tap = await redeemer.undo(found, action, signal);
      return outcome(await tapReply(context, tap, "redeem.undo.expired"));
    }
    return tapReply(context, await redeemer.cancel(found, action, signal), "redeem.expired");
  },
  samples: redemptionSamples,
};

const outcome = (reply: Reply): Reply => ({ ...reply, tellsOutcome: true });

/** Redeems, once everything that was asked still holds: the member, their card, the reward and its price. */
async function confirm(context: Context, asked: Redemption): Promise<Reply> {
  const { redeemer, lineId, event, now, signal, t } = context;
  const action = { by: lineId, eventId: event.webhookEventId, at: now };
  let perSet: number | null = null;
  if (asked.state === "asked" && now < asked.order.expiresAt) {
    const member = await redeemer.freshMember(lineId);
    if (member.kind !== "member") {
      const messages = [onboardingView(context, member.kind, false)];
      return { messages, invites: member.kind === "unknown" };
    }
    const { profile } = member;
    const { card, points } = asked.terms;
    const hasCard = profile.cards.some(({ card_no }) => card_no === card);
    if (profile.uuid !== asked.order.memberUuid || !hasCard) {
      return { messages: [redemptionText(context, t("redeem.expired"))] };
    }
    const reward = await readReward(context, asked.terms.setUuid);
    // Under another name it isn't what was asked about.
    if (reward?.set.name !== asked.terms.set) {
      return { messages: [redemptionText(context, t("redeem.absent"))] };
    }
    if (reward.terms.points !== points) {
      return askToRedeem(context, profile, reward, { card, isRepriced: true });
    }
    perSet = reward.terms.limitPerMember;
  }
  const tap = await redeemer.confirm(asked, { perSet, limits: null }, action, signal);
  const isBusy = tap.kind === "blocked" && "redemptions" in tap.by && tap.by.redemptions === "busy";
  return isBusy ? busyReply(context, asked) : tapReply(context, tap, "redeem.expired");
}

/** The platform failed before anything was sent for this tap: another tap may have redeemed meanwhile. */
async function unread(context: Context, asked: Redemption, error: unknown): Promise<Reply> {
  if (!isPlatformFailure(error)) throw error;
  const { redeemer, account } = context;
  const found = (await redeemer.find(account, asked.order.id)) ?? asked;
  const state = found.state === "asked" ? "refused" : found.state;
  return { messages: [await statusOf(context, { ...found, state })] };
}

/** Another redemption hasn't ended: one that staff have to settle may take longer than a moment. */
async function busyReply(context: Context, asked: Redemption): Promise<Reply> {
  const { redeemer, t } = context;
  const stuck = await redeemer.inReview(asked);
  const words = stuck
    ? t("redeem.busy.review", { reward: rewardName(context, stuck.terms.set) })
    : t("redeem.busy");
  return { messages: [redemptionText(context, words)] };
}

/** How it stands; a coupon with the picture and worth of its set, as far as the cached sets tell. */
async function statusOf(
  context: Context,
  found: Redemption,
  options: { isRepeated?: boolean; balance?: number | null } = {},
): Promise<Message> {
  const { couponSets, loyalty } = context;
  const sets = found.state === "done" ? await couponSets.known(loyalty) : null;
  const set = sets?.get(found.terms.setUuid) ?? {};
  return redemptionView(context, found, { ...options, set });
}

async function tapReply(
  ctx: Context,
  tap: RedemptionTap,
  expiredKey: "redeem.expired" | "redeem.undo.expired",
): Promise<Reply> {
  const { t } = ctx;
  const text = (words: string): Reply => ({ messages: [redemptionText(ctx, words)] });
  switch (tap.kind) {
    case "none":
    case "expired":
      return text(t(expiredKey));
    case "blocked": {
      const reward = rewardName(ctx, tap.redemption.terms.set);
      const isOfSet = "redemptions" in tap.by && tap.by.redemptions === "set";
      return text(isOfSet ? t("redeem.limit.set", { reward }) : t("redeem.limit.day"));
    }
    case "claimed": {
      const view = await statusOf(ctx, tap.redemption, {
        balance: await balanceAfterUndo(ctx, tap.redemption),
      });
      return { messages: [view] };
    }
    case "awaiting_approval":
    case "already":
      return { messages: [await statusOf(ctx, tap.redemption, { isRepeated: true })] };
  }
}

/** The balance of the card once the points are back; null for any other state, and where the platform doesn't tell it. */
async function balanceAfterUndo(
  { redeemer, lineId }: Context,
  { state, order, terms }: Redemption,
): Promise<number | null> {
  if (state !== "undone") return null;
  try {
    const found = await redeemer.freshMember(lineId);
    if (found.kind !== "member" || found.profile.uuid !== order.memberUuid) return null;
    return found.profile.cards.find(({ card_no }) => card_no === terms.card)?.point ?? null;
  } catch (error) {
    // The points are back, whether or not this can be told.
    if (isPlatformFailure(error)) return null;
    throw error;
  }
}
