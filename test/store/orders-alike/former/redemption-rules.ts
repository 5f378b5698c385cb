/** The state machine of redemptions, as pure functions over stored ones: a store only loads, applies and saves. */
import type { AuditAction, AuditEntry } from "../../../../src/store/audit.ts";
import { isAhead } from "../../../../src/store/clock-rules.ts";
import { abandonedMs, knownSentAt, refuseInFlight, type Actor } from "./confirmation-rules.ts";
import type { Outcome, SendRecord } from "./confirmations.ts";
import { isUndoable } from "./redemption-undo.ts";
import {
  redemptionSteps,
  type Redemption,
  type RedemptionState,
  type RedemptionStep,
  type RedemptionTap,
  type StepDecision,
  type StepRecord,
  type StepResolution,
} from "./redemptions.ts";
import type { StaffAction } from "../../../../src/store/staff.ts";

/** A redemption with what only the store needs of it. */
export interface StoredRedemption extends Redemption {
  /** Ids of the events that confirmed or cancelled it, and that undid it, by which a repeat is recognised. */
  claimedEvent: string | null;
  undoEvent: string | null;
  /** When the current step is tried or looked for next, unless whoever began it has ended it. */
  retryAt: number | null;
}

/** A state change, with the audit entry that is stored in the same transaction. */
export interface RedemptionTransition {
  next: StoredRedemption;
  audit: TransitionAudit | null;
}

interface TransitionAudit {
  action: AuditAction;
  /** The step that it is about, by whose key it is found on the platform. */
  step: RedemptionStep;
  facts: object;
}

/** Result of a tap, and the change that it makes; null when it changes nothing. */
export interface RedemptionTapDecision {
  result: RedemptionTap;
  transition: RedemptionTransition | null;
}

/** How long a step that couldn't be sent is tried again, in ms: then a gift is refunded, and a refund is a person's. */
const maxUnsentMs: Partial<Record<RedemptionStep, number>> = {
  give: 20 * 60_000,
  refund: 24 * 3_600_000,
};
/** A question is answered sooner than so long after it was asked, in ms; it expires long before. */
export const maxAskedMs = 86_400_000;
/** The pause after a step that couldn't be sent, in ms. */
const unreachedPauseMs = 5000;

/** A step is being sent, or waits to be. */
export const workingStates = [
  "burning",
  "burned",
  "giving",
  "voiding_coupon",
  "refunding",
] as const satisfies readonly RedemptionState[];
/** Confirmed, and without an outcome: a member has one such redemption at a time. */
export const unfinishedStates = [...workingStates, "needs_review"] as const;
/** Count against the limits: the points are spent, or may be. */
export const countedRedemptionStates = [...unfinishedStates, "done", "closed"] as const;

/** In which states a step is the current one. */
const statesOf: Record<RedemptionStep, readonly RedemptionState[]> = {
  burn: ["burning"],
  give: ["burned", "giving"],
  void_coupon: ["voiding_coupon"],
  refund: ["refunding"],
};

const isWorking = (state: RedemptionState) => (workingStates as readonly string[]).includes(state);

/** The step that a redemption has come to: the last that has begun. Null before it is confirmed. */
export const currentStep = ({ steps }: Pick<Redemption, "steps">): RedemptionStep | null =>
  redemptionSteps.findLast((step) => steps[step]) ?? null;

/** Whether the points go back because the member undid it. */
export const isUndo = ({ steps }: Pick<Redemption, "steps">): boolean =>
  steps.void_coupon?.done != null;

/** @returns the audit entry of a transition, or null if it isn't audited. */
export function redemptionAudit(
  { next, audit }: RedemptionTransition,
  { by: actor, eventId, at }: Actor,
): AuditEntry | null {
  if (!audit) return null;
  const { id: confirmation, memberUuid, asker, burnRefId, giveRefId } = next;
  const { action, step } = audit;
  // What is voided goes by the key under which it was made.
  const refId = step === "give" || step === "void_coupon" ? giveRefId : burnRefId;
  const facts = { ...audit.facts, ...(asker !== actor && { asker }) };
  return {
    at,
    actor,
    eventId,
    action,
    facts,
    command: "redeem",
    confirmation,
    refId,
    memberUuid,
  };
}

const endedStates: ReadonlySet<RedemptionState> = new Set([
  "refused",
  "done",
  "refunded",
  "undone",
  "closed",
]);

/** Whether who was asked gets a notice: it has ended, and the answer to their tap can't have said so. */
export const notifiesAsker = ({ next }: RedemptionTransition, { by }: Pick<Actor, "by">): boolean =>
  by !== next.asker && endedStates.has(next.state);

const unchanged = (result: RedemptionTap): RedemptionTapDecision => ({ result, transition: null });

const begun = (at: number): StepRecord => ({
  begunAt: at,
  sends: 0,
  sentAt: null,
  clockDifference: null,
  isUnclear: false,
  done: null,
});

/** Whoever begins a step has this long to end it by itself. */
const whileBegunAt = (at: number) => at + abandonedMs;

/**
 * Who was asked confirms.
 * @param used `isBusy`: whether another redemption of the member hasn't ended; `exceeded`: the limit that this one
 * would exceed, or null.
 */
export function claimRedemption(
  row: StoredRedemption,
  { by, eventId, at }: StaffAction,
  used: { isBusy: boolean; exceeded: "day" | "set" | null },
): RedemptionTapDecision {
  if (row.asker !== by) return unchanged({ kind: "none" });
  if (row.claimedEvent === eventId) return unchanged({ kind: "claimed", redemption: row });
  if (row.state !== "asked") return unchanged({ kind: "already", redemption: row });
  if (at >= row.expiresAt || isAhead(row.askedAt, at)) {
    return unchanged({ kind: "expired", redemption: row });
  }
  if (used.isBusy) return unchanged({ kind: "busy", redemption: row });
  if (used.exceeded) return unchanged({ kind: "limit", redemption: row, limit: used.exceeded });
  const next: StoredRedemption = {
    ...row,
    state: "burning",
    claimedAt: at,
    claimedEvent: eventId,
    steps: { burn: begun(at) },
    retryAt: whileBegunAt(at),
  };
  return {
    result: { kind: "claimed", redemption: next },
    transition: { next, audit: { action: "ordered", step: "burn", facts: auditFacts(next) } },
  };
}

const auditFacts = ({ order, lineId }: Redemption): object => ({ ...order, lineId });

export function cancelRedemption(
  row: StoredRedemption,
  { by, eventId }: StaffAction,
): RedemptionTapDecision {
  if (row.asker !== by) return unchanged({ kind: "none" });
  if (row.state !== "asked") return unchanged({ kind: "already", redemption: row });
  const next = { ...row, state: "cancelled" as const, claimedEvent: eventId };
  return { result: { kind: "already", redemption: next }, transition: { next, audit: null } };
}

/** Begins an undo. Another event than the one that began it finds it begun. */
export function undoRedemption(
  row: StoredRedemption,
  { by, eventId, at }: StaffAction,
): RedemptionTapDecision {
  if (row.asker !== by) return unchanged({ kind: "none" });
  if (row.undoEvent === eventId) return unchanged({ kind: "claimed", redemption: row });
  if (row.state !== "done") return unchanged({ kind: "already", redemption: row });
  if (!isUndoable(row, at)) return unchanged({ kind: "expired", redemption: row });
  const next: StoredRedemption = {
    ...row,
    state: "voiding_coupon",
    undoEvent: eventId,
    failure: null,
    steps: { ...row.steps, void_coupon: begun(at) },
    retryAt: whileBegunAt(at),
  };
  return {
    result: { kind: "claimed", redemption: next },
    transition: {
      next,
      audit: { action: "undoing", step: "void_coupon", facts: auditFacts(next) },
    },
  };
}

/**
 * A step is about to be sent. @returns null if it must not be: it isn't the current one, or another sender is at it.
 * @throws {StoreError} `too_soon` while an earlier send of it may be in flight.
 */
export function recordRedemptionSend(
  row: StoredRedemption,
  step: RedemptionStep,
  send: SendRecord,
): StoredRedemption | null {
  const { before, sends, at: sentAt, clockDifference } = send;
  const record = row.steps[step];
  if (!record || !statesOf[step].includes(row.state) || record.sends !== before) return null;
  refuseInFlight(record, send);
  const next: StepRecord = {
    ...record,
    sends,
    sentAt,
    refusal: null,
    // The clocks are compared as of the first send: the platform may have booked it then.
    clockDifference: before === 0 ? clockDifference : record.clockDifference,
  };
  const state = row.state === "burned" ? "giving" : row.state;
  return { ...row, state, steps: { ...row.steps, [step]: next } };
}

/** The outcome of a step. @returns null if the step had ended before, or another attempt has sent it since. */
export function resolveStep(
  row: StoredRedemption,
  { step, outcome, before, sends, at }: Omit<StepResolution, "id" | "by" | "eventId">,
): RedemptionTransition | null {
  const record = row.steps[step];
  if (!record || !statesOf[step].includes(row.state) || record.sends !== before) return null;
  const done = outcome.state === "done" ? outcome.done : null;
  const isUnclear = outcome.state === "unknown";
  const refusal =
    outcome.state === "refused" ? { code: outcome.code, detail: outcome.detail } : null;
  const sentAt = isUnclear ? knownSentAt(record.sentAt, at) : record.sentAt;
  const tried = { ...record, sends, sentAt, done, isUnclear, refusal };
  const ended = { ...row, steps: { ...row.steps, [step]: tried } };
  switch (outcome.state) {
    case "done":
      return afterDone(ended, step, outcome.done, at);
    case "refused":
      return outcome.code === "UNREACHED"
        ? afterUnreached(ended, step, at)
        : afterRefusal(ended, step, outcome, at);
    case "unknown": {
      const next = { ...ended, retryAt: outcome.again };
      // Repeated looks without a result are one audit entry.
      const isNews = !record.isUnclear;
      return { next, audit: isNews ? { action: "unknown", step, facts: { step, sends } } : null };
    }
    case "needs_review":
      return inReview(ended, step);
  }
}

function afterDone(
  row: StoredRedemption,
  step: RedemptionStep,
  done: object,
  at: number,
): RedemptionTransition {
  const facts = { ...auditFacts(row), ...done };
  switch (step) {
    case "burn":
      return {
        next: beginStep(row, "give", "burned", at),
        audit: { action: "burned", step, facts },
      };
    case "give": {
      const next = { ...row, state: "done" as const, doneAt: at, retryAt: null };
      return { next, audit: { action: "done", step, facts } };
    }
    case "void_coupon":
      return {
        next: beginStep(row, "refund", "refunding", at),
        audit: { action: "voided", step, facts },
      };
    case "refund": {
      const state = isUndo(row) ? ("undone" as const) : ("refunded" as const);
      const next = { ...row, state, retryAt: null };
      return { next, audit: { action: state, step, facts } };
    }
  }
}

/** Nothing was changed, and trying again can't help. */
function afterRefusal(
  row: StoredRedemption,
  step: RedemptionStep,
  { code, detail }: Extract<Outcome, { state: "refused" }>,
  at: number,
): RedemptionTransition {
  const failed = { ...row, failure: { code, detail } };
  const audit = { action: "refused" as const, step, facts: { step, code, detail } };
  switch (step) {
    case "burn":
      return { next: { ...failed, state: "refused", retryAt: null }, audit };
    case "give":
      return { next: beginStep(failed, "refund", "refunding", at), audit };
    case "void_coupon":
      // The coupon isn't the member's any more, though they paid for it: whether it was voided, a person finds out.
      if (code === "COUPON_OTHER_MEMBER") return inReview(failed, step);
      return { next: { ...failed, state: "done", retryAt: null }, audit };
    case "refund":
      // Its failure stays the gift's: that is what the member is told once a person has settled it.
      return inReview(row, step);
  }
}

/** The step never reached the platform, which may be down: a gift and a refund wait for it, for their time. */
function afterUnreached(
  row: StoredRedemption,
  step: RedemptionStep,
  at: number,
): RedemptionTransition {
  const maxMs = maxUnsentMs[step];
  const record = row.steps[step] ?? begun(at);
  if (maxMs === undefined || at - record.begunAt >= maxMs) {
    return afterRefusal(row, step, { state: "refused", code: "UNREACHED", detail: null }, at);
  }
  const state = step === "give" ? ("burned" as const) : row.state;
  const steps = { ...row.steps, [step]: { ...record, sends: 0 } };
  return { next: { ...row, state, steps, retryAt: at + unreachedPauseMs }, audit: null };
}

function inReview(row: StoredRedemption, step: RedemptionStep): RedemptionTransition {
  const next = { ...row, state: "needs_review" as const, retryAt: null };
  return { next, audit: { action: "person", step, facts: { step } } };
}

const beginStep = (
  row: StoredRedemption,
  step: RedemptionStep,
  state: RedemptionState,
  at: number,
): StoredRedemption => ({
  ...row,
  state,
  steps: { ...row.steps, [step]: begun(at) },
  retryAt: whileBegunAt(at),
});

/**
 * A person decides about the step whose outcome couldn't be found out. What the platform shows by now stands above the
 * decision that the step happened, and a coupon that was given after all is voided before the points go back.
 * @returns null if it doesn't await this decision.
 */
export function decideRedemption(
  row: StoredRedemption,
  { step, decision, found }: StepDecision,
  at: number,
): RedemptionTransition | null {
  if (row.state !== "needs_review" || currentStep(row) !== step) return null;
  if (decision === "close") {
    return {
      next: { ...row, state: "closed" },
      audit: { action: "closed", step, facts: { step } },
    };
  }
  const record = row.steps[step] ?? begun(at);
  const done = found ?? (decision === "happened" ? { person: true } : null);
  const decided = { ...row, steps: { ...row.steps, [step]: { ...record, done } } };
  if (decision === "happened") return afterDone(decided, step, done ?? {}, at);
  if (step !== "give") return null;
  const audit = { action: "refunding" as const, step, facts: auditFacts(row) };
  const next = found
    ? beginStep(decided, "void_coupon", "voiding_coupon", at)
    : beginStep(decided, "refund", "refunding", at);
  return { next, audit };
}

/** A redemption of a restored backup, which may have gone on since. @returns null if it had ended. */
export function deactivateRedemption(row: StoredRedemption): RedemptionTransition | null {
  if (row.state === "asked") return { next: { ...row, state: "cancelled" }, audit: null };
  if (!isWorking(row.state)) return null;
  const step = currentStep(row) ?? "burn";
  const record = row.steps[step] ?? begun(row.askedAt);
  const steps = { ...row.steps, [step]: { ...record, refusal: null } };
  const next = { ...row, steps, state: "needs_review" as const, retryAt: null };
  return { next, audit: { action: "person", step, facts: { restored: true } } };
}
