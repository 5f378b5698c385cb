/** Answers the taps on a redemption: yes, no and undo. */
import { isPlatformFailure } from "../../../errors.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Context, Intent, RedemptionTap, Reply } from "../../context.ts";
import type { Redemption } from "../../redemption.ts";
import { isTooLate } from "../../routing/late-event.ts";
import { onboardingView } from "../../views/onboarding.ts";
import { redemptionIntent, redemptionText, redemptionView, rewardName } from "./views.ts";
import { askToRedeem, readReward } from "./redeem.ts";
import { redemptionSamples } from "./samples.ts";

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
