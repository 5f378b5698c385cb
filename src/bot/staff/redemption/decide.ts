/** Answers a manager's tap that decides about a redemption whose outcome couldn't be found out. */
import { currentStep } from "../../../store/order.ts";
import type { Context, Reply } from "../../context.ts";
import { currentStepName, unfinishedOf } from "../../../store/rules/redemptions.ts";
import { isTooLate } from "../../routing/late-event.ts";
import { actionOf, managers, type StaffContext } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { infoCard, text } from "../staff-views.ts";
import {
  decisionActions,
  decisionTaps,
  describeRedemption,
  redemptionFacts,
  redemptionState,
  type DecisionTap,
} from "./redemption-texts.ts";

interface DecisionContext {
  context: Context;
  staffContext: Pick<StaffContext, "redeemer" | "executor">;
  /** Who tapped. */
  asker: Colleague;
}

/**
 * A second tap finds it decided, also where the next step awaits a decision by then. @throws {LoyaltyError}
 * @param args of the button; those sent by former versions name no step.
 */
export async function answerDecision(
  tap: DecisionTap,
  { id = "", step }: Readonly<Record<string, string>>,
  { context, staffContext, asker }: DecisionContext,
): Promise<Reply> {
  const { account, t, signal } = context;
  const { redeemer, executor } = staffContext;
  if (!managers.includes(asker.role)) return { messages: [text(t("staff.notAllowed"))] };
  const redemption = await redeemer.find(account, id);
  if (!redemption) return { messages: [text(t("staff.stands.expired"))] };
  const isCurrent = step === undefined || step === currentStepName(redemption);
  if (isCurrent && isTooLate(context) && redemption.state === "needs_review") {
    return { messages: [text(t("staff.late"))] };
  }
  if (isCurrent && redemption.state !== "foreign") {
    const order = unfinishedOf(redemption);
    const decision = { step: currentStep(order), decision: decisionTaps[tap] };
    await executor.decide(order, decision, actionOf(context), signal);
  }
  const decided = (await redeemer.find(account, id)) ?? redemption;
  const title = describeRedemption(context, decided);
  const actions = decisionActions(context, decided);
  const facts = [
    redemptionState(context, decided),
    ...(actions.length > 0 ? redemptionFacts(context, decided) : []),
  ];
  return { messages: [infoCard(context, title, facts, actions)] };
}
