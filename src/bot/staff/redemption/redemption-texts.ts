/** What staff read of redemptions: what is redeemed, which step is in doubt, how it stands. */
import type { Action } from "../../../line/messages/prepare-reply.ts";
import { currentStep } from "../../../store/redemption-rules.ts";
import { isKnownRedemption, type Redemption } from "../../../store/redemptions.ts";
import type { RenderContext } from "../../context.ts";
import { groupedNumber } from "../../views/card-text.ts";
import { clip, postbackAction } from "../../views/flex-components.ts";
import { refusalText } from "../orders/refusal-text.ts";
import { burnOf, couponOf } from "./step-writes.ts";

/** The postback actions of the decisions; stored in sent messages, so they never change. */
export const decisionTaps = {
  "/redemption-happened": "happened",
  "/redemption-refund": "refund",
  "/redemption-close": "close",
} as const;
export type DecisionTap = keyof typeof decisionTaps;

export const describeRedemption = ({ t }: RenderContext, { order }: Redemption): string =>
  t("staff.redeem.what", { set: clip(order.set, 100), points: order.points, who: order.who });

/** How it stands, in a few words. */
export function redemptionState({ t }: RenderContext, { state }: Redemption): string {
  switch (state) {
    case "asked":
    case "cancelled":
      return t("staff.redeem.now.asked");
    case "done":
    case "refused":
    case "refunded":
    case "undone":
    case "closed":
      return t(`staff.redeem.now.${state}`);
    case "needs_review":
      return t("staff.pending.person");
    case "burning":
    case "burned":
    case "giving":
    case "voiding_coupon":
    case "refunding":
      return t("staff.redeem.now.working");
    default:
      return t("staff.redeem.now.foreign");
  }
}

/** What is to be found on the platform: the step in doubt, its sends and keys, and what was done before it. */
export function redemptionFacts(ctx: RenderContext, redemption: Redemption): string[] {
  const { t } = ctx;
  const { order, steps, burnRefId, giveRefId } = redemption;
  const step = currentStep(redemption);
  if (step === null) return [];
  const { sends = 0, sentAt = null, refusal = null } = steps[step] ?? {};
  const burn = burnOf(redemption);
  const coupon = couponOf(redemption);
  return [
    t(`staff.redeem.doubt.${step}`, { points: order.points, card: groupedNumber(order.card) }),
    ...(refusal ? [refusalText(ctx, { state: "refused", ...refusal })] : []),
    ...(burn ? [t("staff.transaction", { id: String(burn.id) })] : []),
    ...(coupon ? [coupon.code] : []),
    ...(sentAt !== null && sends > 0
      ? [t("staff.pending.sent", { count: sends, at: sentAt })]
      : []),
    ...(step === "burn" ? [t("staff.pending.key", { key: burnRefId })] : []),
    ...(step === "give" ? [t("staff.pending.key", { key: giveRefId })] : []),
  ];
}

/** The decisions on one in `needs_review`; none for others. */
export function decisionActions({ t }: RenderContext, redemption: Redemption): Action[] {
  const step = currentStep(redemption);
  if (redemption.state !== "needs_review" || step === null) return [];
  if (!isKnownRedemption(redemption)) return [];
  const { id } = redemption;
  const action = (label: string, tap: DecisionTap) => postbackAction(label, tap, { id, step });
  return [
    action(t(`staff.redeem.happened.${step}`), "/redemption-happened"),
    ...(step === "give" ? [action(t("staff.redeem.refund"), "/redemption-refund")] : []),
    action(t("staff.redeem.close"), "/redemption-close"),
  ];
}
