/** One clock for all processes of this machine. */

/** Monotonic nanoseconds since the machine's start. */
export const nanoseconds = (): number => Number(process.hrtime.bigint());
