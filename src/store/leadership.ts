/** The store port for leadership: each job is done by one replica at a time. */

/** A job that one replica does for all; stored, so a name must never change. */
export type JobName =
  | "ending crawl"
  | "ledger mirror"
  | "notice pushes"
  | "profile crawl"
  | "publications"
  | "reconciliation"
  | "retention";

export interface RunningJob {
  /** Ends the job, and waits for the work in progress. */
  stop(): Promise<void> | void;
}

export interface Leadership {
  /**
   * Does a job while this replica is its leader; the only process of a store always is.
   * @param start called at each election, in this call or later; its result is stopped when another replica may be elected.
   * @returns when disposed of, the job is stopped and left to the other replicas at once.
   */
  run(job: JobName, start: () => RunningJob): AsyncDisposable;
}
