/** Starts background jobs in order and stops them backwards; and those that take what was stored or has come due. */
import { type Clock, createPeriodicTask } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
import type { JobName, Leadership } from "../store/coordination.ts";

export interface Job {
  start(): void;
  /** Ends the schedule, and waits for the work in progress. */
  stop(): Promise<void> | void;
}

export function createJobs(jobs: readonly Job[]): Job {
  return {
    start() {
      for (const job of jobs) job.start();
    },
    async stop() {
      for (const job of jobs.toReversed()) await job.stop();
    },
  };
}

/** A job that only one replica does at a time: made anew and started at each election, stopped when that ends. */
export function createElectedJob(leadership: Leadership, name: JobName, create: () => Job): Job {
  let candidacy: AsyncDisposable | null = null;
  return {
    start() {
      candidacy = leadership.run(name, () => {
        const job = create();
        job.start();
        return job;
      });
    },
    async stop() {
      await candidacy?.[Symbol.asyncDispose]();
    },
  };
}

// Publishes drafts of texts whose time has come.

/** One read by key; members get the texts within 5 seconds more. */
const publishEveryMs = 10_000;
const stopTimeoutMs = 1000;

/** @param options `publishDue` returns the names of the authors whose drafts it has published. */
export function createPlannedPublications(options: {
  publishDue(): Promise<string[]>;
  clock: Clock;
  log: Log;
}): Job {
  const { publishDue, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  return createPeriodicTask(
    clock,
    { everyMs: publishEveryMs, patienceMs: stopTimeoutMs },
    async () => {
      try {
        const published = await publishDue();
        if (published.length > 0) log.info({ drafts: published.length }, "planned texts published");
      } catch (error) {
        warn("publishing planned texts failed", { reason: reasonOf(error) });
      }
    },
  );
}

// Takes what the operator's commands store within seconds, on every replica: published texts, and what the doctor has learnt.

/** One read by key each; members get published texts within 5 seconds. */
const lookEveryMs = 3000;

/** @param options `sources`: what is read again, by its name in the log. */
export function createStoredChangesJob(options: {
  sources: Readonly<Record<string, { refresh(): Promise<void> }>>;
  clock: Clock;
  log: Log;
}): Job {
  const { sources, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  return createPeriodicTask(
    clock,
    { everyMs: lookEveryMs, patienceMs: stopTimeoutMs },
    async () => {
      for (const [name, source] of Object.entries(sources)) {
        try {
          await source.refresh();
        } catch (error) {
          warn(`reading the ${name} failed`, { reason: reasonOf(error) });
        }
      }
    },
  );
}
