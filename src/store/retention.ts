/** Purges old data in small transactions, at the start and then daily. */
import { pause, type Clock, type Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";

/** Numbers of purged rows. */
export interface PurgeReport {
  /** Texts of parked events; the events themselves stay listed. */
  texts: number;
  /** Ids of processed events and parked events without a text; a redelivery of these would be processed again. */
  events: number;
  /** Settled orders; their outcome stays in the audit. */
  orders: number;
  notices: number;
  invitations: number;
}

export interface Retention {
  /**
   * Deletes old rows, in one transaction after another.
   * @param before milliseconds since 1970; `texts` for the texts of parked events, `traces` for the rest.
   * @param rest awaited between two transactions, so that the bot's own can run in between.
   * @throws {StoreError} when the store can't be written; rows deleted before stay deleted.
   */
  purge(before: { texts: number; traces: number }, rest: () => Promise<void>): Promise<PurgeReport>;
}

export interface Housekeeping {
  /** Purges at once and then every day. */
  start(): void;
  /** Ends the schedule and waits for the transaction in progress. */
  stop(): Promise<void>;
}

const dayMs = 86_400_000;
/** Pause between two transactions. */
const restMs = 100;
/** Lower limit of the retention of everything but texts: redeliveries end sooner, orders stay traceable for a month. */
const minTraceDays = 30;

/** @param days retention of the texts of parked events; everything else is kept four times as long, at least 30 days. */
export function createHousekeeping(options: {
  retention: Retention;
  days: number;
  clock: Clock;
  log: Log;
}): Housekeeping {
  const { retention, days, clock, log } = options;
  const stopping = new AbortController();
  let timer: Timer | null = null;
  let running: Promise<void> = Promise.resolve();

  async function purgeOnce(): Promise<void> {
    const now = clock.now();
    const before = {
      texts: now - days * dayMs,
      traces: now - Math.max(4 * days, minTraceDays) * dayMs,
    };
    try {
      const rest = () => pause(clock, restMs, stopping.signal);
      const report = await retention.purge(before, rest);
      if (Object.values(report).some(Boolean)) log.info(report, "what is old was forgotten");
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.warn({ reason: reasonOf(error) }, "what is old could not be forgotten; tomorrow again");
    }
  }

  function start(): void {
    running = purgeOnce();
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
