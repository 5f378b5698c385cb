/** Samples of redemptions as staff see them: each result, and what waits for a person to settle. */
import type { RenderContext, Sample } from "../../context.ts";
import type { RedemptionState } from "../../redemption.ts";
import { sampleRedemption } from "../../intents/redeem/samples.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { infoCard } from "../staff-views.ts";
import { decisionActions, describeRedemption, redemptionFacts } from "./redemption-texts.ts";
import { redemptionResult, undoRedemptionQuestion } from "./result-view.ts";

export function staffRedemptionSamples(ctx: RenderContext): Sample[] {
  const { t } = ctx;
  const undo = postbackAction(t("staff.undo"), "/redeem", { undo: "sample" });
  const inState = (state: RedemptionState, code?: string) =>
    sampleRedemption(ctx, state, "Free iced latte", code);
  const result = (about: string, state: RedemptionState, code?: string): Sample => ({
    name: "ordinary",
    about,
    messages: [redemptionResult(ctx, inState(state, code))],
  });
  const waiting = inState("needs_review");
  const facts = [t("staff.pending.person"), ...redemptionFacts(ctx, waiting)];
  const longest = sampleRedemption(ctx, "done", "Wolfeschlegelstein".repeat(20));
  return [
    { name: "ordinary", messages: [redemptionResult(ctx, inState("done"), { undo })] },
    {
      name: "ordinary",
      about: "undo",
      messages: [undoRedemptionQuestion(ctx, inState("done"))],
    },
    result("checking", "checking"),
    result("too-few", "refused", "INSUFFICIENT_POINTS"),
    result("sold-out", "refunded", "OUT_OF_STOCK"),
    result("undone", "undone"),
    result("used", "done", "COUPON_USED"),
    {
      name: "ordinary",
      about: "needs-review",
      messages: [
        infoCard(ctx, describeRedemption(ctx, waiting), facts, decisionActions(ctx, waiting)),
      ],
    },
    { name: "longest", messages: [redemptionResult(ctx, longest, { undo })] },
  ];
}
