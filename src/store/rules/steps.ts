/** What becomes of the steps of orders: sent, looked for, done, refused, taken back, or left to a person. */
import type { AuditAction } from "../audit.ts";
import { isAhead } from "../clock-rules.ts";
import { StoreError } from "../errors.ts";
import {
  currentStep,
  newStep,
  stepName,
  untried,
  type Actor,
  type Changed,
  type Order,
  type OrderState,
  type SendRequest,
  type Settlement,
  type Step,
} from "../order.ts";
import { kindOf } from "./kinds.ts";

/** Whoever begins a step has this long to end it by themselves. */
export const abandonedMs = 120_000;
/** The platform may process a request for a minute; the rest is for sending it. */
export const inFlightMs = 65_000;
/** The pause after a step that couldn't be sent. */
const unreachedPauseMs = 5000;

/** The step that is being carried out, if it is this one as its sender knows it. */
function stepAtWork(order: Order, index: number, before: number): Step | null {
  const step = order.steps[index];
  const isCurrent = order.state === "working" && currentStep(order) === index;
  return isCurrent && step?.sends === before ? step : null;
}

export function sent(order: Order, send: SendRequest, { at }: Actor): Changed | null {
  const { step: index, before, sends, clockDifference } = send;
  const step = stepAtWork(order, index, before);
  if (!step) return null;
  refuseInFlight(step, send, at);
  // The clocks are compared as of the first send: the platform may have booked it then.
  const difference = before === 0 ? clockDifference : step.clockDifference;
  const next = { sends, sentAt: at, refusal: null, clockDifference: difference };
  return { order: withStep(order, index, next), audit: null, isNews: false };
}

/** Whether the platform may still be processing the last send. */
export const isInFlight = ({ sends, sentAt }: Pick<Step, "sends" | "sentAt">, at: number) =>
  sends > 0 && at < (sentAt ?? at) + inFlightMs;

/** The last word on a second send, by the clock that stored the first: whatever its sender believes. */
function refuseInFlight(step: Step, { sends, isIdempotent }: SendRequest, at: number): void {
  // The calls of one attempt have one number.
  if (isIdempotent || sends === step.sends || !isInFlight(step, at)) return;
  throw new StoreError("too_soon", "an earlier send may be in flight");
}

/** @returns null if the step had ended before, or another attempt has sent it since: that one's outcome counts. */
export function settled(
  order: Order,
  { step: index, outcome, before, sends }: Settlement,
  actor: Actor,
): Changed | null {
  const step = stepAtWork(order, index, before);
  if (!step) return null;
  const tried = withStep(order, index, { sends, refusal: null });
  switch (outcome.state) {
    case "done":
      return afterDone(tried, index, outcome.done, actor);
    case "unknown": {
      // It was sent now at the latest, if another clock has stored its time.
      const isOtherClocks = step.sentAt !== null && isAhead(step.sentAt, actor.at);
      const sentAt = isOtherClocks ? actor.at : step.sentAt;
      const looking = withStep(tried, index, { state: "unknown", sentAt });
      // Repeated looks without a result are one audit entry.
      const audit = step.state === "unknown" ? null : auditedStep("unknown", tried, index);
      return { order: { ...looking, retryAt: outcome.again }, audit, isNews: false };
    }
    case "needs_review":
      return toPerson(tried, index);
    case "refused": {
      const { code, detail } = outcome;
      const refused = withStep(tried, index, { state: "refused", refusal: { code, detail } });
      return code === "UNREACHED"
        ? afterUnreached(refused, index, actor)
        : afterRefusal(refused, index, actor);
    }
  }
}

/** The next step begins, or the order has ended. */
export function afterDone(order: Order, index: number, result: object, actor: Actor): Changed {
  const next = withStep(order, index, { state: "done", result });
  const audit = auditedStep(doneAction(next, index), next, index, result);
  if (index + 1 < order.steps.length) {
    return { order: beginStep(next, index + 1, actor.at), audit, isNews: false };
  }
  const isTakenBack = order.steps[index]?.takesBack !== null;
  return ended(next, isTakenBack ? "taken_back" : "done", audit);
}

function doneAction(order: Order, index: number): AuditAction {
  const { operation } = order.steps[index] ?? {};
  const names = operation && kindOf(order).steps?.[operation];
  const isVoided = order.steps.some(
    (one) => one.operation === "void_coupons" && one.state === "done",
  );
  return names?.name === "refund" && isVoided ? "undone" : (names?.done ?? "done");
}

/** The step changed nothing, and trying again can't help. */
export function afterRefusal(order: Order, index: number, actor: Actor): Changed {
  const step = order.steps[index];
  const { code } = step?.refusal ?? {};
  const { isPaid, takesBackBy } = kindOf(order);
  // A refund is owed; and of a coupon that is another's by now a person finds out whether it was voided.
  const isOwed =
    step?.operation === "void_transactions" ||
    (step?.operation === "void_coupons" && code === "COUPON_OTHER_MEMBER");
  if (isPaid && isOwed) return toPerson(order, index);
  const audit = auditedStep("refused", order, index, { state: "refused", ...step?.refusal });
  if (step?.takesBack !== null) return ended(order, "done", audit);
  if (index === 0) return ended(order, "refused", audit);
  if (!takesBackBy) return toPerson(order, index);
  return { order: takeBack(order, index, actor.at), audit, isNews: false };
}

/** It never reached the platform, which may be down. */
function afterUnreached(order: Order, index: number, actor: Actor): Changed {
  const step = order.steps[index];
  const patienceMs = step && kindOf(order).patienceMs?.[step.operation];
  if (patienceMs !== undefined && actor.at - (step?.begunAt ?? actor.at) < patienceMs) {
    const waiting = withStep(order, index, { state: "waiting", sends: 0 });
    const retryAt = actor.at + unreachedPauseMs;
    return { order: { ...waiting, retryAt }, audit: null, isNews: false };
  }
  if (order.undoes === null || index > 0) return afterRefusal(order, index, actor);
  // An undo that changed nothing can be tapped again.
  const audit = auditedStep("refused", order, index, { state: "refused", ...step?.refusal });
  const again = withStep(order, 0, { state: "waiting", begunAt: null });
  return { order: { ...again, state: "open", retryAt: null }, audit, isNews: true };
}

/** Appends the steps that take back what is done up to `last`, the newest first, and begins with the first of them. */
export function takeBack(order: Order, last: number, at: number): Order {
  const by = kindOf(order).takesBackBy ?? {};
  const back = order.steps.slice(0, last + 1).flatMap(({ operation, refId, state }, index) => {
    const reverse = state === "done" ? by[operation] : undefined;
    return reverse ? newStep({ operation: reverse, input: {}, refId, takesBack: index }) : [];
  });
  const steps = [...order.steps, ...back.toReversed()];
  return beginStep({ ...order, steps }, order.steps.length, at);
}

export const ended = (order: Order, state: OrderState, audit: Changed["audit"]): Changed => ({
  order: { ...order, state, retryAt: null },
  audit,
  isNews: true,
});

export const toPerson = (order: Order, index: number): Changed => ({
  order: { ...order, state: "needs_review", retryAt: null },
  audit: auditedStep("person", order, index),
  isNews: true,
});

export const beginStep = (order: Order, index: number, at: number): Order =>
  withStep({ ...order, state: "working", retryAt: at + abandonedMs }, index, {
    ...untried,
    begunAt: at,
  });

export const withStep = (order: Order, index: number, step: Partial<Step>): Order => ({
  ...order,
  steps: order.steps.map((one, at) => (at === index ? { ...one, ...step } : one)),
});

export const audited = (action: AuditAction, step = 0, facts: object = {}) => ({
  action,
  step,
  facts,
});

/** With how it was sent; of a kind with several steps, with which one it is. */
export function auditedStep(action: AuditAction, order: Order, index: number, facts: object = {}) {
  const { sends = 0, sentAt = null } = order.steps[index] ?? {};
  const step = stepName(order, index);
  return audited(action, index, { ...(step && { step }), ...facts, sends, sentAt });
}

/** The arguments of all its steps. */
export const inputsOf = ({ steps }: Pick<Order, "steps">): object =>
  Object.assign({}, ...steps.map(({ input }) => input)) as object;
