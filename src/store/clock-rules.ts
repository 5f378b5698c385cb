/** Rules for stored times that can't be right: another clock stored them, or the clock was set back since. */

/** By how much a process's clock may differ from the database's, in milliseconds, while it acts. */
export const maxDifferenceMs = 5000;

/**
 * By how much a stored time may be ahead, in milliseconds: the difference of two clocks, and what passes while an event
 * is answered, since what is stored meanwhile is compared with the time at which that began.
 */
export const maxAheadMs = 30_000;

/** Whether a time that is past can't have been stored by this clock. */
export const isAhead = (storedAt: number, now: number): boolean => storedAt > now + maxAheadMs;
