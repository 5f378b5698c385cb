/** Tells which events are too old to be acted on, by when they were sent: they waited for the bot, or are tried again. */
import type { LineEvent } from "../../line/webhook-events.ts";

/** After an outage the sender may no longer intend it. */
const maxAgeMs = 20 * 60_000;

/**
 * Whether an event may change nothing any more. It may have done so when it was first handled: look before its sender
 * is told that nothing was done.
 */
export const isTooLate = ({ now, event }: { now: number; event: LineEvent }): boolean =>
  now - event.timestamp > maxAgeMs;
