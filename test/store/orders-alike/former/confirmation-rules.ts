/** The state machine of confirmations, as pure functions over stored ones: a store only loads, applies and saves. */
import type { AuditAction, AuditEntry } from "../../../../src/store/audit.ts";
import { isAhead } from "../../../../src/store/clock-rules.ts";
import type {
  Confirmation,
  ConfirmationState,
  LimitName,
  LimitUse,
  Outcome,
  Resolution,
  SendRecord,
  TapResult,
} from "./confirmations.ts";
import { StoreError } from "../../../../src/store/errors.ts";
import type { Notice } from "../../../../src/store/notices.ts";
import type { StaffAction } from "../../../../src/store/staff.ts";

/** A confirmation with what only the store needs of it. Times are milliseconds since 1970. */
export interface StoredConfirmation extends Confirmation {
  /** When the asker confirmed: the day that it counts against, whenever it is approved. */
  confirmedAt: number | null;
  /** Ids of the events that confirmed it, and that claimed or cancelled it, by which a repeat is recognised. */
  confirmedEvent: string | null;
  claimedEvent: string | null;
  /** When to reconcile an unknown outcome next. */
  retryAt: number | null;
}

/** A state change, with everything that is stored in the same transaction. */
export interface Transition {
  next: StoredConfirmation;
  /** The audit entry to append; null for a change that is not audited. */
  audit: { action: AuditAction; facts: object } | null;
  /** Whether the asker gets a notice that it has ended. */
  notifyAsker: boolean;
}

/** Result of a tap, and the change that it makes; null when it changes nothing. */
export interface TapDecision {
  result: TapResult;
  transition: Transition | null;
}

/** Who makes a change, by which webhook event; both null for the bot itself. */
export interface Actor {
  by: string | null;
  eventId: string | null;
  at: number;
}

/**
 * @returns the audit entry of a transition, or null if it is not audited. Its facts name the asker where somebody
 * else acts, the approver, and the confirmation that it undoes.
 */
export function auditEntry(
  { next, audit }: Transition,
  { by: actor, eventId, at }: Actor,
): AuditEntry | null {
  if (!audit) return null;
  const { id: confirmation, command, refId, memberUuid, asker, approval, claimedBy, undoOf } = next;
  const facts = {
    ...audit.facts,
    ...(asker !== actor && { asker }),
    ...(approval && claimedBy !== null && { approver: claimedBy }),
    ...(undoOf !== null && { undoOf }),
  };
  return { at, actor, eventId, ...audit, facts, command, confirmation, refId, memberUuid };
}

/** Not answered, or not approved. */
export const unansweredStates = ["open", "awaiting_approval"] as const;
/** Claimed, and without a final outcome. */
export const unresolvedStates = ["claimed", "unknown", "needs_review"] as const;
/** May be sent, or was sent without a clear response. */
const sendableStates = ["claimed", "unknown"] as const;

/** How long an order waits for the approval of a second person. */
const approvalMs = 24 * 3_600_000;
/** An order claimed longer ago than this is no longer being sent by whoever claimed it. */
export const abandonedMs = 120_000;
/** The platform may process a request for a minute; the rest is for sending it. */
export const inFlightMs = 65_000;

const isIn = (state: ConfirmationState, states: readonly ConfirmationState[]) =>
  states.includes(state);

const unchanged = (result: TapResult): TapDecision => ({ result, transition: null });

const alreadyResolved = (confirmation: Confirmation) =>
  unchanged({ kind: "already_resolved", confirmation });

/** The asker confirms. @param exceeded the day limit that the order would exceed, or null. */
export function claim(
  row: StoredConfirmation,
  { by, eventId, at }: StaffAction,
  exceeded: { limit: LimitName; left: number } | null,
): TapDecision {
  if (row.asker !== by) return unchanged({ kind: "none" });
  if (row.claimedEvent === eventId) return unchanged({ kind: "claimed", confirmation: row });
  if (row.state === "awaiting_approval" && row.confirmedEvent === eventId) {
    return unchanged({ kind: "awaiting_approval", confirmation: row });
  }
  if (row.state !== "open") return alreadyResolved(row);
  if (at >= row.expiresAt || isAhead(row.askedAt, at)) {
    return unchanged({ kind: "expired", confirmation: row });
  }
  if (exceeded) return unchanged({ kind: "limit", confirmation: row, ...exceeded });
  const confirmed = { ...row, confirmedAt: at, confirmedEvent: eventId };
  if (!row.approval) return released(confirmed, { by, eventId, at });
  const next = { ...confirmed, state: "awaiting_approval" as const, expiresAt: at + approvalMs };
  return {
    result: { kind: "awaiting_approval", confirmation: next },
    transition: { next, audit: { action: "waiting", facts: row.order }, notifyAsker: false },
  };
}

/** Asks those who may approve, in the transaction by which an order begins to await it: who repeats the tap asks nobody. */
export const approvalNotices = (
  { next }: Transition,
  approvers: readonly string[],
): { lineId: string; notice: Notice }[] =>
  next.state === "awaiting_approval"
    ? approvers.map((lineId) => ({ lineId, notice: { kind: "approval", confirmation: next.id } }))
    : [];

/** A second person, who cannot be the asker, approves. */
export function approve(row: StoredConfirmation, { by, eventId, at }: StaffAction): TapDecision {
  if (row.claimedEvent === eventId) return unchanged({ kind: "claimed", confirmation: row });
  if (row.asker === by) return unchanged({ kind: "none" });
  if (row.state !== "awaiting_approval") return alreadyResolved(row);
  if (isApprovalOver(row, at)) return unchanged({ kind: "expired", confirmation: row });
  return released(row, { by, eventId, at });
}

function released(row: StoredConfirmation, { by, eventId, at }: StaffAction): TapDecision {
  const claimed = { claimedBy: by, claimedAt: at, claimedEvent: eventId };
  const next = { ...row, ...claimed, state: "claimed" as const };
  return {
    result: { kind: "claimed", confirmation: next },
    transition: { next, audit: { action: "ordered", facts: row.order }, notifyAsker: false },
  };
}

/** A second person declines. A repeated tap finds it declined, and adds no second notice. */
export function decline(row: StoredConfirmation, { by }: StaffAction): TapDecision {
  if (row.asker === by) return unchanged({ kind: "none" });
  if (row.state !== "awaiting_approval") return alreadyResolved(row);
  return withdrawn(row, "declined");
}

/** The asker cancels. */
export function cancel(row: StoredConfirmation, { by, eventId }: StaffAction): TapDecision {
  if (row.asker !== by) return unchanged({ kind: "none" });
  if (!isIn(row.state, unansweredStates)) return alreadyResolved(row);
  return withdrawn({ ...row, claimedEvent: eventId }, "cancelled");
}

function withdrawn(row: StoredConfirmation, state: "cancelled" | "declined"): TapDecision {
  const next = { ...row, state };
  const isAudited = row.state === "awaiting_approval";
  return {
    result: { kind: "already_resolved", confirmation: next },
    transition: {
      next,
      audit: isAudited ? { action: "declined", facts: {} } : null,
      notifyAsker: state === "declined",
    },
  };
}

const isApprovalOver = (
  { expiresAt, confirmedAt }: Pick<StoredConfirmation, "expiresAt" | "confirmedAt">,
  now: number,
): boolean => now >= expiresAt || isAhead(confirmedAt ?? now, now);

/** The approval was not given in time. @returns null unless it still awaits one and its time is over. */
export function expireApproval(row: StoredConfirmation, now: number): Transition | null {
  if (row.state !== "awaiting_approval" || !isApprovalOver(row, now)) return null;
  const next = { ...row, state: "expired" as const };
  return { next, audit: { action: "lapsed", facts: {} }, notifyAsker: true };
}

/**
 * A write is about to be sent. @returns null if it must not be: the order has ended, or another sender is at it.
 * @throws {StoreError} `too_soon` while an earlier send may be in flight.
 */
export function recordSend(row: StoredConfirmation, send: SendRecord): StoredConfirmation | null {
  if (!isIn(row.state, sendableStates) || row.sends !== send.before) return null;
  refuseInFlight(row, send);
  const { sends, at: sentAt } = send;
  // The clocks are compared as of the first send: the platform may have booked it then.
  const clockDifference = row.sends === 0 ? send.clockDifference : row.clockDifference;
  return { ...row, sends, sentAt, clockDifference };
}

/** Whether the platform may still be processing the last send. */
export const isInFlight = (
  { sends, sentAt }: Pick<StoredConfirmation, "sends" | "sentAt">,
  at: number,
): boolean => sends > 0 && at < (sentAt ?? at) + inFlightMs;

/** The last word on a second send, by the clock that stored the first: whatever its sender believes. */
export function refuseInFlight(
  row: Pick<StoredConfirmation, "sends" | "sentAt">,
  { sends, isIdempotent, at }: SendRecord,
): void {
  // The calls of one attempt have one number.
  if (isIdempotent || sends === row.sends || !isInFlight(row, at)) return;
  throw new StoreError("too_soon", "an earlier send may be in flight");
}

/** When a write of unknown outcome was sent: at the latest now, if another clock has stored its time. */
export const knownSentAt = (sentAt: number | null, now: number): number | null =>
  sentAt !== null && isAhead(sentAt, now) ? now : sentAt;

/**
 * The outcome of a claimed write.
 * @returns null if the order had ended before, or another attempt has sent it since: that one's outcome counts.
 */
export function resolve(
  row: StoredConfirmation,
  {
    outcome,
    before,
    sends = row.sends,
    at,
  }: Pick<Resolution, "outcome" | "before" | "sends" | "at">,
): Transition | null {
  const state = stateAfter(row, outcome);
  if (state === null || row.sends !== before) return null;
  const retryAt = outcome.state === "unknown" ? outcome.again : null;
  const sentAt = retryAt === null ? row.sentAt : knownSentAt(row.sentAt, at);
  const next = { ...row, state, outcome, retryAt, sends, sentAt };
  const facts = { ...factsOf(outcome), sends, sentAt: row.sentAt };
  const action = outcome.state === "needs_review" ? "person" : outcome.state;
  // Repeated reconciliation attempts without a result are one audit entry.
  return { next, audit: row.state === state ? null : { action, facts }, notifyAsker: false };
}

/** An undo that never reached the platform (`UNREACHED`) returns to `open`, so that it can be tried again. */
function stateAfter(
  { state, undoOf }: StoredConfirmation,
  outcome: Outcome,
): ConfirmationState | null {
  const isDecided =
    state === "needs_review" && (outcome.state === "done" || outcome.state === "refused");
  if (!isIn(state, sendableStates) && !isDecided) return null;
  const isUnreached = outcome.state === "refused" && outcome.code === "UNREACHED";
  return isUnreached && undoOf !== null ? "open" : outcome.state;
}

const factsOf = (outcome: Outcome): object =>
  outcome.state === "done" ? outcome.done : outcome.state === "refused" ? outcome : {};

/**
 * The order that an undo takes back. @param takenBack null when the amount taken back is unknown.
 * @returns what remains of it; null if it was undone before.
 */
export function undo(
  original: StoredConfirmation,
  takenBack: LimitUse | null,
): StoredConfirmation | null {
  if (original.state !== "done") return null;
  if (takenBack === null) return { ...original, state: "undone" };
  const gifts = Math.max(0, original.gifts - takenBack.gifts);
  const points = Math.max(0, original.points - takenBack.points);
  return { ...original, gifts, points, state: gifts + points > 0 ? "done" : "undone" };
}

/** A confirmation of a restored backup, which may have gone on since. @returns null if it had ended. */
export function deactivate(row: StoredConfirmation): Transition | null {
  const facts = { restored: true };
  const notifyAsker = false;
  if (row.state === "open") {
    return { next: { ...row, state: "cancelled" }, audit: null, notifyAsker };
  }
  if (row.state === "awaiting_approval") {
    const next = { ...row, state: "declined" as const };
    return { next, audit: { action: "declined", facts }, notifyAsker };
  }
  if (!isIn(row.state, sendableStates)) return null;
  const next = { ...row, state: "needs_review" as const, retryAt: null };
  return { next, audit: { action: "person", facts }, notifyAsker };
}
