/** Renders for staff how a redemption stands that they asked for: done with the coupon's code, or why not. */
import type { Action, Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import type { Redemption } from "../../redemption.ts";
import { clip, postbackAction } from "../../views/flex-components.ts";
import { refusalText } from "../orders/refusal-text.ts";
import { infoCard, resultCard } from "../staff-views.ts";
import { describeRedemption, redemptionState } from "./redemption-texts.ts";
import { balanceFigure } from "../operations/balance-figure.ts";

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
