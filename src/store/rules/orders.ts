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
import type { AuditEntry } from "../audit.ts";
import { isAhead } from "../clock-rules.ts";
import {
  currentStep,
  isOffered,
  type Actor,
  type Block,
  type Change,
  type Changed,
  type Order,
  type Step,
  type Unchanged,
} from "../order.ts";
import { kindOf } from "./kinds.ts";
import {
  afterDone,
  afterRefusal,
  audited,
  auditedStep,
  beginStep,
  ended,
  inputsOf,
  sent,
  settled,
  takeBack,
  toPerson,
  withStep,
} from "./steps.ts";

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
  return {
    order: { ...next, state: "awaiting_approval", expiresAt: at + approvalMs },
    audit: audited("waiting", 0, inputsOf(order)),
    isNews: false,
  };
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
  return {
    order: beginStep(claimed, 0, at),
    audit: audited(kindOf(order).confirmed, 0, inputsOf(order)),
    isNews: false,
  };
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
      return {
        order: takeBack(withStep(order, index, known), index, actor.at),
        audit: audited("refunding", index, inputsOf(order)),
        isNews: false,
      };
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
  return { order: next, audit: audited("person", index, facts), isNews: false };
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

/**
 * @returns the audit entry of a change, or null if it is not audited. Its facts name the asker where somebody
 * else acts, the approver, and the order that it undoes.
 */
export function auditEntry({ order, audit }: Changed, actor: Actor): AuditEntry | null {
  if (!audit) return null;
  const { id: confirmation, command, memberUuid, asker, approval, claimedBy, undoes } = order;
  const { action, step } = audit;
  const facts = {
    ...audit.facts,
    ...(asker !== actor.by && { asker }),
    ...(approval && claimedBy !== null && { approver: claimedBy }),
    ...(undoes !== null && { undoOf: undoes }),
  };
  const { by, eventId, at } = actor;
  const refId = order.steps[step]?.refId ?? null;
  return { at, actor: by, eventId, action, facts, command, confirmation, refId, memberUuid };
}

/** The LINE user ids of who is told of a change: who asked and who approved, but for who acts and sees it. */
export function toldOf({ order, isNews }: Changed, { by }: Pick<Actor, "by">): string[] {
  const { asker, claimedBy } = order;
  if (!isNews || kindOf(order).isByRule) return [];
  return [...new Set([asker, claimedBy ?? asker])].filter((lineId) => lineId !== by);
}
