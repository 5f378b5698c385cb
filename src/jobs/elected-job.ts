/** A job that only one replica does at a time: made anew and started at each election, stopped when that ends. */
import type { JobName, Leadership } from "../store/leadership.ts";
import type { Job } from "./jobs.ts";

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
