/** What to do next about a write that was sent and not clearly answered, on a platform that may do it twice. */
import type { Confirmation, Outcome } from "../../../store/confirmations.ts";
import type { Found } from "../operations/write-operation.ts";

/** A write is never sent once more than this. */
const maxSends = 2;
/** The platform may be at work on a request for 30 seconds, and the request takes a moment to leave. */
const inFlightMs = 35_000;
/** From then on a person decides. */
const givenUpMs = 24 * 3_600_000;
const firstPauseMs = 5000;
const maxPauseMs = 15_000;
/** How far the platform's clock may be from what it tells. */
const clockMarginMs = 5 * 60_000;

type Row = Pick<Confirmation, "claimedAt" | "askedAt" | "sends" | "sentAt" | "clockDifference">;

/** What reading told, or that the platform couldn't be read just now. */
export type Read = Found<object> | "later";

export type Next = { end: Outcome } | { send: object | null };

/** @param at when the reading began: what is booked after that it doesn't show. */
export function afterReading(row: Row, read: Read, at: number): Next {
  if (typeof read === "object" && "done" in read) {
    return { end: { state: "done", done: read.done } };
  }
  if (read === "later" || isInFlight(row, at)) return { end: stillOpen(row, at) };
  if (read === "unclear") return { end: { state: "person" } };
  if (typeof read === "object" && "refused" in read) {
    return { end: { state: "refused", code: read.refused, detail: read.detail } };
  }
  const partly = read === "nothing" ? null : read.partly;
  if (row.sends < maxSends) return { send: partly };
  return { end: partly ? { state: "done", done: partly } : { state: "person" } };
}

const isInFlight = ({ sends, sentAt }: Row, at: number): boolean =>
  sends > 0 && at < (sentAt ?? at) + inFlightMs;

/** Asked for again soon, and less and less often; after a day by a person. */
export function stillOpen({ claimedAt }: Pick<Row, "claimedAt">, now: number): Outcome {
  const age = now - (claimedAt ?? now);
  if (age > givenUpMs) return { state: "person" };
  const wait = Math.min(Math.max(firstPauseMs, Math.round(age / 4)), maxPauseMs);
  return { state: "unknown", again: now + wait };
}

/** From when on the platform may have booked it, on its own clock; null where that clock never told the time. */
export function bookedSince(
  { claimedAt, askedAt, clockDifference }: Row,
  current: number | null,
): number | null {
  const known = [clockDifference, current].filter((ms) => ms !== null);
  if (known.length === 0) return null;
  return (claimedAt ?? askedAt) + Math.min(0, ...known) - clockMarginMs;
}
