/** Publishes drafts of texts whose time has come. */
import { createPeriodicTask, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
import type { Job } from "./jobs.ts";

/** One read by key; members get the texts within 5 seconds more. */
const everyMs = 10_000;
const stopTimeoutMs = 1000;

/** @param options `publishDue` returns the names of the authors whose drafts it has published. */
export function createPlannedPublications(options: {
  publishDue(): Promise<string[]>;
  clock: Clock;
  log: Log;
}): Job {
  const { publishDue, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async () => {
    try {
      const published = await publishDue();
      if (published.length > 0) log.info({ drafts: published.length }, "planned texts published");
    } catch (error) {
      warn("publishing planned texts failed", { reason: reasonOf(error) });
    }
  });
}
