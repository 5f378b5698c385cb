/** Notices that the wall clock was set forward: sends then seem to have been longer ago than they were. */
import type { Clock } from "../../../clock.ts";

/** Less is drift, and what passes between two readings. */
const toleranceMs = 1000;

/** @returns asks whether the clock was set forward less than `ms` before, as far as this process has noticed. */
export function createClockSteps(clock: Clock): (ms: number) => boolean {
  const lead = () => clock.now() - clock.monotonic();
  let lastLead = lead();
  let noticedAt = -Infinity;
  return (ms) => {
    if (lead() - lastLead > toleranceMs) noticedAt = clock.monotonic();
    lastLead = lead();
    return clock.monotonic() - noticedAt < ms;
  };
}
