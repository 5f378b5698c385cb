/** How a redemption stands, in a word that names its step. */
import { currentStep, type Order } from "../../src/store/rules/order.ts";

type Standing = Pick<Order, "state" | "steps">;

/** @param undo the order that takes it back; null = there is none. */
export function redemptionState(order: Standing, undo: Standing | null): string {
  if (undo?.state === "needs_review" || undo?.state === "closed") return undo.state;
  if (undo?.state === "working") return workingState(undo);
  if (order.state === "working") return workingState(order);
  if (order.state === "open") return "asked";
  if (order.state !== "taken_back") return order.state;
  const voided = order.steps.some((step) => step.operation === "void_coupons" && step.result);
  return voided ? "undone" : "refunded";
}

function workingState(order: Standing): string {
  const step = order.steps[currentStep(order)];
  if (step?.operation === "adjust_points") return "burning";
  if (step?.operation === "void_coupons") return "voiding_coupon";
  if (step?.operation !== "give_coupons") return "refunding";
  return step.sends === 0 || step.refusal ? "burned" : "giving";
}
