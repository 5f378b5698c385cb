/**
 * The state machine of orders, as one pure function over stored ones: a store only loads, applies and saves.
 *
 * | state | what happens | state afterwards |
 * |---|---|---|
 * | open | confirm | working, awaiting_approval |
 * | open | cancel | cancelled |
 * | open | restore | cancelled |
 * | awaiting_approval | approve | working |
 * | awaiting_approval | decline | declined |
 * | awaiting_approval | cancel | cancelled |
 * | awaiting_approval | expire | expired |
 * | awaiting_approval | restore | declined |
 * | working | send | working |
 * | working | settle: done | working, done, taken_back |
 * | working | settle: unknown | working |
 * | working | settle: refused | refused, working, done, open, needs_review |
 * | working | settle: needs_review | needs_review |
 * | working | restore | needs_review |
 * | needs_review | decide: happened | working, done, taken_back |
 * | needs_review | decide: not_happened | refused, done |
 * | needs_review | decide: take_back | working |
 * | needs_review | decide: close | closed |
 * | done | its undo is done | undone, done |
 *
 * `working` again is the next step, another look, or the first step that takes back. An undo that never arrived is
 * `open` again. Of an order that is taken back in part the rest stays `done`.
 */
import type { AuditAction } from "../audit.ts";
import { isAhead } from "../clock-rules.ts";
import { StoreError } from "../errors.ts";
import { kindOf } from "./kinds.ts";
import {
  type Actor,
  type Block,
  type Change,
  type Changed,
  currentStep,
  isOffered,
  newStep,
  type Order,
  type OrderState,
  type SendRequest,
  type Settlement,
  type Step,
  stepName,
  type Unchanged,
  untried,
} from "./order.ts";

/** How long an order waits for the approval of a second person. */
const approvalMs = 24 * 3_600_000;
/** A question is answered sooner than so long after it was asked; it expires long before. */
export const maxAskedMs = 86_400_000;

const no = (why: Exclude<Unchanged["no"], "blocked">): Unchanged => ({ no: why });

/**
 * Every change of an order.
 * @returns why a tap changes nothing; null for anything else that is over, or another attempt's.
 * @throws {StoreError} `too_soon` for a send while an earlier one may be in flight.
 */
export function change(order: Order, what: Change, actor: Actor): Changed | Unchanged | null {
  switch (what.do) {
    case "confirm":
      return confirmed(order, what.blocked, actor);
    case "approve":
      return approved(order, actor);
    case "decline":
      if (order.asker === actor.by) return no("theirs");
      if (order.state !== "awaiting_approval") return no("already");
      return ended(order, "declined", audited("declined"));
    case "cancel":
      return cancelled(order, actor);
    case "expire":
      if (order.state !== "awaiting_approval" || !isApprovalOver(order, actor.at)) return null;
      return ended(order, "expired", audited("lapsed"));
    case "restore":
      return restored(order);
    case "send":
      return sent(order, what, actor);
    case "settle":
      return settled(order, what, actor);
    case "decide":
      return decided(order, what, actor);
  }
}

/** Whether a tap has done before what it does now. */
const isRepeat = (stored: string | null, { eventId }: Actor) =>
  stored !== null && stored === eventId;

function confirmed(order: Order, blocked: Block | null, actor: Actor): Changed | Unchanged {
  const { by, eventId, at } = actor;
  const { state, asker } = order;
  if (asker !== by) return no("theirs");
  const isWaiting = state === "awaiting_approval";
  if (isRepeat(order.claimedEvent, actor)) return no("repeated");
  if (isWaiting && isRepeat(order.confirmedEvent, actor)) return no("repeated");
  if (state !== "open") return no("already");
  if (!isOffered(order, at)) return no("expired");
  if (blocked) return { no: "blocked", by: blocked };
  const next = { ...order, confirmedAt: at, confirmedEvent: eventId };
  if (!order.approval) return begun(next, actor);
  const waiting: Order = { ...next, state: "awaiting_approval", expiresAt: at + approvalMs };
  return changed(waiting, audited("waiting", 0, inputsOf(order)));
}

function approved(order: Order, actor: Actor): Changed | Unchanged {
  if (isRepeat(order.claimedEvent, actor)) return no("repeated");
  if (order.asker === actor.by) return no("theirs");
  if (order.state !== "awaiting_approval") return no("already");
  return isApprovalOver(order, actor.at) ? no("expired") : begun(order, actor);
}

const isApprovalOver = ({ expiresAt, confirmedAt }: Order, now: number): boolean =>
  now >= expiresAt || isAhead(confirmedAt ?? now, now);

function cancelled(order: Order, actor: Actor): Changed | Unchanged {
  if (order.asker !== actor.by) return no("theirs");
  const isWaiting = order.state === "awaiting_approval";
  if (order.state !== "open" && !isWaiting) return no("already");
  const audit = isWaiting ? audited("declined") : null;
  const next = { ...order, claimedEvent: actor.eventId };
  return { ...ended(next, "cancelled", audit), isNews: false };
}

/** It is released, by its asker or a second person: the first step is next. */
function begun(order: Order, { by, eventId, at }: Actor): Changed {
  const claimed = { ...order, claimedBy: by, claimedAt: at, claimedEvent: eventId };
  const audit = audited(kindOf(order).confirmed, 0, inputsOf(order));
  return changed(beginStep(claimed, 0, at), audit);
}

/** What the platform shows stands above what a person says. */
function decided(
  order: Order,
  { step: index, decision, found }: Extract<Change, { do: "decide" }>,
  actor: Actor,
): Changed | null {
  if (order.state !== "needs_review" || currentStep(order) !== index) return null;
  const { isPaid, takesBackBy } = kindOf(order);
  switch (decision) {
    case "happened":
      return afterDone(order, index, found ?? { person: true }, actor);
    case "not_happened": {
      if (isPaid) return null;
      if (found) return afterDone(order, index, found, actor);
      const refusal = { code: "PERSON", detail: null };
      const refused = withStep(order, index, { state: "refused", refusal });
      return afterRefusal(refused, index, actor);
    }
    case "take_back": {
      if (!takesBackBy || index === 0 || order.steps[index]?.takesBack !== null) return null;
      const known: Partial<Step> = found
        ? { state: "done", result: found }
        : { state: "refused", refusal: null };
      const back = takeBack(withStep(order, index, known), index, actor.at);
      return changed(back, audited("refunding", index, inputsOf(order)));
    }
    case "close":
      return isPaid ? ended(order, "closed", auditedStep("closed", order, index)) : null;
  }
}

/** Of a restored backup, which may have gone on since. */
function restored(order: Order): Changed | null {
  const facts = { restored: true };
  const { state } = order;
  if (state === "open") return { ...ended(order, "cancelled", null), isNews: false };
  if (state === "awaiting_approval") {
    return { ...ended(order, "declined", audited("declined", 0, facts)), isNews: false };
  }
  if (state !== "working") return null;
  const index = Math.max(0, currentStep(order));
  const { order: next } = toPerson(withStep(order, index, { refusal: null }), index);
  return changed(next, audited("person", index, facts));
}

/**
 * What remains of an order once its undo is done, in the undo's transaction.
 * @param takenBack null when the amount taken back is unknown.
 * @returns null if it was undone before.
 */
export function afterUndo(
  order: Order,
  takenBack: Pick<Order, "gifts" | "points"> | null,
): Order | null {
  if (order.state !== "done") return null;
  if (takenBack === null) return { ...order, state: "undone" };
  const gifts = Math.max(0, order.gifts - takenBack.gifts);
  const points = Math.max(0, order.points - takenBack.points);
  return { ...order, gifts, points, state: gifts + points > 0 ? "done" : "undone" };
}

// What becomes of the steps of orders: sent, looked for, done, refused, taken back, or left to a person.

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

function sent(order: Order, send: SendRequest, { at }: Actor): Changed | null {
  const { step: index, before, sends, clockDifference } = send;
  const step = stepAtWork(order, index, before);
  if (!step) return null;
  refuseInFlight(step, send, at);
  // The clocks are compared as of the first send: the platform may have booked it then.
  const difference = before === 0 ? clockDifference : step.clockDifference;
  const next = { sends, sentAt: at, refusal: null, clockDifference: difference };
  return changed(withStep(order, index, next), null);
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
function settled(
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
      return changed({ ...looking, retryAt: outcome.again }, audit);
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
function afterDone(order: Order, index: number, result: object, actor: Actor): Changed {
  const next = withStep(order, index, { state: "done", result });
  const audit = auditedStep(doneAction(next, index), next, index, result);
  if (index + 1 < order.steps.length) {
    return changed(beginStep(next, index + 1, actor.at), audit);
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
function afterRefusal(order: Order, index: number, actor: Actor): Changed {
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
  return changed(takeBack(order, index, actor.at), audit);
}

/** It never reached the platform, which may be down. */
function afterUnreached(order: Order, index: number, actor: Actor): Changed {
  const step = order.steps[index];
  const patienceMs = step && kindOf(order).patienceMs?.[step.operation];
  if (patienceMs !== undefined && actor.at - (step?.begunAt ?? actor.at) < patienceMs) {
    const waiting = withStep(order, index, { state: "waiting", sends: 0 });
    return changed({ ...waiting, retryAt: actor.at + unreachedPauseMs }, null);
  }
  if (order.undoes === null || index > 0) return afterRefusal(order, index, actor);
  // An undo that changed nothing can be tapped again.
  const audit = auditedStep("refused", order, index, { state: "refused", ...step?.refusal });
  const again = withStep(order, 0, { state: "waiting", begunAt: null });
  return ended(again, "open", audit);
}

/** Appends the steps that take back what is done up to `last`, the newest first, and begins with the first of them. */
function takeBack(order: Order, last: number, at: number): Order {
  const by = kindOf(order).takesBackBy ?? {};
  const back = order.steps.slice(0, last + 1).flatMap(({ operation, refId, state }, index) => {
    const reverse = state === "done" ? by[operation] : undefined;
    return reverse ? newStep({ operation: reverse, input: {}, refId, takesBack: index }) : [];
  });
  const steps = [...order.steps, ...back.toReversed()];
  return beginStep({ ...order, steps }, order.steps.length, at);
}

/** Of which nobody is told. */
const changed = (order: Order, audit: Changed["audit"]): Changed => ({
  order,
  audit,
  isNews: false,
});

/** It has come to an end, to a person or back to its question. */
const ended = (order: Order, state: OrderState, audit: Changed["audit"]): Changed => ({
  order: { ...order, state, retryAt: null },
  audit,
  isNews: true,
});

const toPerson = (order: Order, index: number): Changed =>
  ended(order, "needs_review", auditedStep("person", order, index));

const beginStep = (order: Order, index: number, at: number): Order =>
  withStep({ ...order, state: "working", retryAt: at + abandonedMs }, index, {
    ...untried,
    begunAt: at,
  });

export const withStep = (order: Order, index: number, step: Partial<Step>): Order => ({
  ...order,
  steps: order.steps.map((one, at) => (at === index ? { ...one, ...step } : one)),
});

const audited = (action: AuditAction, step = 0, facts: object = {}) => ({
  action,
  step,
  facts,
});

/** With how it was sent; of a kind with several steps, with which one it is. */
function auditedStep(action: AuditAction, order: Order, index: number, facts: object = {}) {
  const { sends = 0, sentAt = null } = order.steps[index] ?? {};
  const step = stepName(order, index);
  return audited(action, index, { ...(step && { step }), ...facts, sends, sentAt });
}

/** The arguments of all its steps. */
const inputsOf = ({ steps }: Pick<Order, "steps">): object =>
  Object.assign({}, ...steps.map(({ input }) => input)) as object;
