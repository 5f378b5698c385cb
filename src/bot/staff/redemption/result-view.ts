/** Renders for staff how a redemption stands that they asked for: done with the coupon's code, or why not. */
import type { Action, Message } from "../../../line/messages/prepare-reply.ts";
import type { Redemption } from "../../../store/redemptions.ts";
import type { RenderContext } from "../../context.ts";
import { clip } from "../../views/flex-components.ts";
import { refusalText } from "../confirmation/refusal-text.ts";
import { infoCard, resultCard } from "../staff-views.ts";
import { describeRedemption, redemptionState } from "./redemption-texts.ts";
import { couponOf } from "./step-writes.ts";

/** @param undo the action that undoes it; null where it can't be undone, or not from here. `balance`: of the card afterwards; null = nothing is said of it. */
export function redemptionResult(
  ctx: RenderContext,
  redemption: Redemption,
  undo: Action | null,
  balance: number | null = null,
): Message {
  const { order, state, failure } = redemption;
  const code = state === "done" ? (couponOf(redemption)?.code ?? "") : "";
  if (state === "done" && failure === null) {
    const { points, who } = order;
    const title = ctx.t("staff.redeem.done", { set: clip(order.set, 100), points, who });
    return resultCard({ title, facts: [code] }, undo);
  }
  const why = failure ? refusalText(ctx, { state: "refused", ...failure }) : "";
  const after = balance === null ? "" : ctx.t("staff.balance.after", { balance });
  const facts = [redemptionState(ctx, redemption), why, code, after];
  return infoCard(ctx, describeRedemption(ctx, redemption), facts, undo ? [undo] : []);
}
