/** Starts background jobs in order, and stops them backwards. */

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
