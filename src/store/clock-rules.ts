/** Rules for stored times that can't be right: another clock stored them, or the clock was set back since. */

/** By how much a stored time may be ahead, in milliseconds: processes whose clocks are further apart don't act. */
export const maxAheadMs = 5000;

/** Whether a time that is past can't have been stored by this clock. */
export const isAhead = (storedAt: number, now: number): boolean => storedAt > now + maxAheadMs;
