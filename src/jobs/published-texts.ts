/** Takes published texts within seconds, on every replica, whoever published them. */
import type { PublishedTexts } from "../bot/i18n/published-texts.ts";
import { createPeriodicTask, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
import type { Job } from "./jobs.ts";

/** One read by key; members get published texts within 5 seconds. */
const everyMs = 3000;
const stopTimeoutMs = 1000;

export function createPublishedTextsJob(options: {
  texts: PublishedTexts;
  clock: Clock;
  log: Log;
}): Job {
  const { texts, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async () => {
    try {
      await texts.refresh();
    } catch (error) {
      warn("reading the published texts failed", { reason: reasonOf(error) });
    }
  });
}
