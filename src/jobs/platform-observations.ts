/** Takes what the doctor has learnt about the platform within seconds, on every replica. */
import { createPeriodicTask, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
import type { Job } from "./jobs.ts";

/** One read by key. */
const everyMs = 5000;
const stopTimeoutMs = 1000;

export function createObservationsJob(options: {
  observations: { refresh(): Promise<void> };
  clock: Clock;
  log: Log;
}): Job {
  const { observations, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async () => {
    try {
      await observations.refresh();
    } catch (error) {
      warn("reading the platform observations failed", { reason: reasonOf(error) });
    }
  });
}
