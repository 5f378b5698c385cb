/**
 * What follows a write whose outcome isn't known: when it is looked at again, whether it is sent a second time, and when
 * a person decides. Pure.
 */
import { isAhead } from "../../../store/clock-rules.ts";
import { inFlightMs, isInFlight } from "../../../store/rules/order-changes.ts";
import type { Order, Outcome, Step } from "../../../store/rules/order.ts";
import type { Found } from "../operations/write-operation.ts";

/** Total sends of one write. */
const maxSends = 2;
/** A step that was never sent is dropped after this age, such as after a long stop of the bot. */
const maxUnsentMs = 20 * 60_000;
/** After this age a person decides. */
const maxAgeMs = 24 * 3_600_000;
const firstPauseMs = 5000;
const maxPauseMs = 15_000;
/** Tolerance for the error of the measured clock difference. */
const clockMarginMs = 5 * 60_000;

type Row = Pick<Step, "begunAt" | "sends" | "sentAt" | "clockDifference"> & Pick<Order, "askedAt">;

/** What a read of the platform found; `later` = it couldn't be read now. */
export type Read = Found<object> | "later";

/** The next step: resolve with an outcome, or send; `send` is what is already done of the write, or null. */
export type Next = { end: Outcome } | { send: object | null };

/**
 * Decides the next step after a read.
 * @param at start of the read in ms: it doesn't show what the platform books later.
 * @param wasClockSet whether the wall clock was set forward since `inFlightMs`: a send may be in flight for longer
 * than its time tells.
 */
export function afterReading(row: Row, read: Read, at: number, wasClockSet: boolean): Next {
  if (typeof read === "object" && "done" in read) {
    return { end: { state: "done", done: read.done } };
  }
  if (read === "later" || wasClockSet || isInFlight(row, at)) return { end: stillOpen(row, at) };
  if (read === "unclear") return { end: { state: "needs_review" } };
  if (typeof read === "object" && "refused" in read) {
    return { end: { state: "refused", code: read.refused, detail: read.detail } };
  }
  const partly = read === "nothing" ? null : read.partly;
  if (row.sends < maxSends) return { send: partly };
  return { end: partly ? { state: "done", done: partly } : { state: "needs_review" } };
}

/**
 * Whether a step that was never sent is too old to be sent now, such as after a long stop of the bot. How old one of
 * another clock is, nobody knows.
 * @param patienceMs for how long it is tried, where its kind says so.
 */
export function isStale(
  { sends, begunAt, askedAt }: Row,
  now: number,
  patienceMs = maxUnsentMs,
): boolean {
  const since = begunAt ?? askedAt;
  return sends === 0 && (now - since > patienceMs || isAhead(since, now));
}

/**
 * The outcome of a repeat that is refused while an earlier send may be in flight: the reason may be gone by the time the
 * platform processes the earlier one. Unknown until none is in flight.
 */
export function refusedInFlight(row: Pick<Row, "begunAt">, now: number): Outcome {
  const open = stillOpen(row, now);
  return open.state === "unknown" ? { ...open, again: now + inFlightMs } : open;
}

/**
 * Stays unknown until the next check, after a quarter of the write's age, 5 to 15 s. After 24 hours a
 * person decides.
 */
export function stillOpen({ begunAt }: Pick<Row, "begunAt">, now: number): Outcome {
  const age = now - (begunAt ?? now);
  if (age > maxAgeMs) return { state: "needs_review" };
  const pauseMs = Math.min(Math.max(firstPauseMs, Math.round(age / 4)), maxPauseMs);
  return { state: "unknown", again: now + pauseMs };
}

/**
 * The earliest time at which the platform can have booked the write, in ms on its clock; null when its
 * clock is unknown.
 */
export function bookedSince(
  { begunAt, askedAt, clockDifference }: Row,
  current: number | null,
): number | null {
  const known = [clockDifference, current].filter((ms) => ms !== null);
  if (known.length === 0) return null;
  return (begunAt ?? askedAt) + Math.min(0, ...known) - clockMarginMs;
}
