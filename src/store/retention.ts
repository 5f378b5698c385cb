/** What is kept only for a time, and how it goes: in small pieces, at the start and then daily. */
import { pause, type Clock, type Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";

/** How much was forgotten, by what it was. */
export interface PurgeReport {
  /** Texts of parked events; the events stay listed. */
  texts: number;
  /** Ids of events that were answered, and parked events without a text: a redelivery would be answered again. */
  events: number;
  /** Settled orders; what became of them stays in the audit. */
  orders: number;
  notices: number;
  invitations: number;
}

export interface Retention {
  /**
   * Forgets what is older than its time, in one transaction after another.
   * @param before milliseconds since 1970: texts of parked events that came earlier, and what is older than traces are kept.
   * @param rest is awaited between two transactions, so that the bot's own come in between.
   * @throws {StoreError} when the store can't be written; what was forgotten before stays forgotten.
   */
  purge(before: { texts: number; traces: number }, rest: () => Promise<void>): Promise<PurgeReport>;
}

export interface Housekeeping {
  /** Begins at once, and again every day. */
  start(): void;
  /** Begins nothing more, and waits for the transaction that has begun. */
  stop(): Promise<void>;
}

const dayMs = 86_400_000;
const restMs = 100;
/** LINE redelivers for a while only; whoever looks into an order or an old button has a month. */
const minDays = 30;

/** @param days how long the text of a parked event is kept; what isn't text stays four times as long, 30 days at least. */
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

  async function round(): Promise<void> {
    const now = clock.now();
    const before = {
      texts: now - days * dayMs,
      traces: now - Math.max(4 * days, minDays) * dayMs,
    };
    try {
      const rest = () => pause(clock, restMs, stopping.signal);
      const forgotten = await retention.purge(before, rest);
      if (Object.values(forgotten).some(Boolean)) log.info(forgotten, "what is old was forgotten");
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.warn({ reason: reasonOf(error) }, "what is old could not be forgotten; tomorrow again");
    }
  }

  function start(): void {
    running = round();
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
