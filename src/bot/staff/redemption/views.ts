/** What staff read of redemptions: what is redeemed, how it stands, which step is in doubt; and the result that they asked for. */
import type { Action, Message } from "../../../line/messages/prepare-reply.ts";
import { currentStep, type Decision } from "../../../store/rules/order.ts";
import type { RenderContext } from "../../context.ts";
import { currentStepName, unfinishedOf, type Redemption } from "../../redemption.ts";
import { groupedNumber } from "../../views/card.ts";
import { clip, postbackAction } from "../../views/flex-components.ts";
import { balanceFigure, infoCard, resultCard } from "../staff-views.ts";
import { refusalText } from "../orders/status-view.ts";

/** The postback actions of the decisions; stored in sent messages, so they never change. */
export const decisionTaps = {
  "/redemption-happened": "happened",
  "/redemption-refund": "take_back",
  "/redemption-close": "close",
} as const satisfies Record<string, Decision>;
export type DecisionTap = keyof typeof decisionTaps;

export const describeRedemption = (
  { t }: RenderContext,
  { terms }: Pick<Redemption, "terms">,
): string =>
  t("staff.redeem.what", { set: clip(terms.set, 100), points: terms.points, who: terms.who });

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
    case "checking":
    case "undoing":
    case "refunding":
      return t("staff.redeem.now.working");
    case "foreign":
      return t("staff.redeem.now.foreign");
  }
}

/** What is to be found on the platform: the step in doubt, its sends and keys, and what was done before it. */
export function redemptionFacts(ctx: RenderContext, redemption: Redemption): string[] {
  const { t } = ctx;
  const { terms, burn, coupon } = redemption;
  const { points, card } = terms;
  const step = currentStepName(redemption);
  if (step === null) return [];
  const order = unfinishedOf(redemption);
  const {
    sends = 0,
    sentAt = null,
    refusal = null,
    refId = "",
  } = order.steps[currentStep(order)] ?? {};
  return [
    t(`staff.redeem.doubt.${step}`, { points, card: groupedNumber(card) }),
    ...(refusal ? [refusalText(ctx, refusal)] : []),
    ...(burn ? [t("staff.transaction", { id: String(burn.id) })] : []),
    ...(coupon ? [coupon.code] : []),
    ...(sentAt !== null && sends > 0
      ? [t("staff.pending.sent", { count: sends, at: sentAt })]
      : []),
    // What is voided goes by its id.
    ...(step === "burn" || step === "give" ? [t("staff.pending.key", { key: refId })] : []),
  ];
}

/** The decisions on one in `needs_review`; none for others. */
export function decisionActions({ t }: RenderContext, redemption: Redemption): Action[] {
  const step = currentStepName(redemption);
  if (redemption.state !== "needs_review" || step === null) return [];
  const { id } = redemption.order;
  const action = (label: string, tap: DecisionTap) => postbackAction(label, tap, { id, step });
  return [
    action(t(`staff.redeem.happened.${step}`), "/redemption-happened"),
    ...(step === "give" ? [action(t("staff.redeem.refund"), "/redemption-refund")] : []),
    action(t("staff.redeem.close"), "/redemption-close"),
  ];
}

/** What a result leads to, as far as there is any. */
export interface ResultOptions {
  /** Undoes it; null where it can't be undone, or not from here. */
  undo?: Action | null;
  /** What the coupon that was given leads to. */
  next?: Action | null;
  /** Of the card after an undo; null = nothing is said of it. */
  balance?: number | null;
}

/** The question whether to undo one; *Cancel* keeps it, and says how it stands. */
export function undoRedemptionQuestion(ctx: RenderContext, redemption: Redemption): Message {
  const { id } = redemption.order;
  const actions = [
    postbackAction(ctx.t("staff.yes.undo"), "/redeem", { undo: id }),
    postbackAction(ctx.t("staff.no"), "/redeem", { no: id }),
  ];
  const facts = [describeRedemption(ctx, redemption), redemption.coupon?.code ?? ""];
  return infoCard(ctx, ctx.t("staff.ask.undo"), facts, actions);
}

export function redemptionResult(
  ctx: RenderContext,
  redemption: Redemption,
  { undo = null, next = null, balance = null }: ResultOptions = {},
): Message {
  const { terms, state, refusal, coupon, burn } = redemption;
  const code = state === "done" ? (coupon?.code ?? "") : "";
  if (state === "done" && refusal === null) {
    const { points, who } = terms;
    const title = ctx.t("staff.redeem.done", { set: clip(terms.set, 100), points, who });
    const left = burn?.balance;
    const figure = left === undefined ? {} : { figure: balanceFigure(ctx, left, left + points) };
    return resultCard({ title, ...figure, facts: [code] }, undo, next);
  }
  const why = refusal ? refusalText(ctx, refusal) : "";
  const after = balance === null ? "" : ctx.t("staff.balance.after", { balance });
  const facts = [redemptionState(ctx, redemption), why, code, after];
  return infoCard(ctx, describeRedemption(ctx, redemption), facts, undo ? [undo] : []);
}
