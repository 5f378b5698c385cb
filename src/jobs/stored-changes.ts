/** Takes what the operator's commands store within seconds, on every replica: published texts, and what the doctor has learnt. */
import { createPeriodicTask, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
import type { Job } from "./jobs.ts";

/** One read by key each; members get published texts within 5 seconds. */
const everyMs = 3000;
const stopTimeoutMs = 1000;

/** @param options `sources`: what is read again, by its name in the log. */
export function createStoredChangesJob(options: {
  sources: Readonly<Record<string, { refresh(): Promise<void> }>>;
  clock: Clock;
  log: Log;
}): Job {
  const { sources, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async () => {
    for (const [name, source] of Object.entries(sources)) {
      try {
        await source.refresh();
      } catch (error) {
        warn(`reading the ${name} failed`, { reason: reasonOf(error) });
      }
    }
  });
}
