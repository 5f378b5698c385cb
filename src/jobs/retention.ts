/** Purges old data from the store at the start and then daily. */
import { pause, type Clock, type Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { Retention } from "../store/retention.ts";
import type { Job } from "./jobs.ts";

const dayMs = 86_400_000;
/** Pause between two transactions. */
const restMs = 100;
/** Lower limit of the retention of everything but texts: redeliveries end sooner, orders stay traceable for a month. */
const minTraceDays = 30;

/** How long what nobody could answer is kept. */
const unansweredDays = 90;

/** Kept a day longer than mirrored, so that the mirror never reads what was just deleted. */
const ledgerSlackDays = 1;

/**
 * @param options `days`: retention of the texts of parked events; everything else is kept four times as long,
 * at least 30 days. `ledgerDays`: retention of the mirrored ledger; null = it is off, and nothing of it is kept. `statisticsDays`: retention of the counts of days.
 * `countsUnanswered`: whether what nobody could answer is counted; else nothing of it is kept.
 */
export function createRetentionJob(options: {
  retention: Retention;
  days: number;
  ledgerDays: number | null;
  statisticsDays: number;
  countsUnanswered: boolean;
  clock: Clock;
  log: Log;
}): Job {
  const { retention, days, ledgerDays, statisticsDays, countsUnanswered, clock, log } = options;
  const stopping = new AbortController();
  let timer: Timer | null = null;
  let running: Promise<void> = Promise.resolve();

  async function purge(): Promise<void> {
    const now = clock.now();
    const before = {
      texts: now - days * dayMs,
      traces: now - Math.max(4 * days, minTraceDays) * dayMs,
      ledger:
        ledgerDays === null
          ? Number.MAX_SAFE_INTEGER
          : now - (ledgerDays + ledgerSlackDays) * dayMs,
      statistics: now - statisticsDays * dayMs,
      // Tomorrow, whatever the business's time zone.
      unanswered: now + (countsUnanswered ? -unansweredDays : 2) * dayMs,
    };
    try {
      const rest = () => pause(clock, restMs, stopping.signal);
      const report = await retention.purge(before, rest);
      if (Object.values(report).some(Boolean)) log.info(report, "retention purge done");
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.warn({ reason: reasonOf(error) }, "retention purge failed; next in a day");
    }
  }

  function start(): void {
    running = purge();
    timer = clock.after(dayMs, start);
  }

  return {
    start,
    async stop() {
      stopping.abort(new Error("stopping"));
      timer?.close();
      await running;
    },
  };
}
