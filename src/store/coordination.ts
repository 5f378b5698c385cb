/** The store ports by which the replicas of a bot coordinate: they tell each other of changes that others cache, and one at a time does a job. */

// The store port for changes that replicas tell one another, since each caches what may have changed.

export type Change =
  /** Members whose data was written. `isErased`: nothing about them may be kept. */
  | {
      kind: "member";
      lineIds: readonly string[];
      memberUuids: readonly string[];
      isErased: boolean;
    }
  /** Somebody has joined or left the staff. */
  | { kind: "staff"; lineId: string }
  /** A user has chosen their language. */
  | { kind: "language"; account: string; lineId: string }
  /** Texts were published. */
  | { kind: "texts" };

/** Notifications may be lost: whoever caches something has to find out in time without them. */
export interface Changes {
  /** Tells the other replicas. Once for what a person or a job has done, never for each event. Never rejects. */
  announce(change: Change): Promise<void>;
  /**
   * Hears what other replicas and the operator's commands announce, until it is disposed of.
   * @param onChange of any version of the bot: ignore an unknown kind. Must not throw.
   */
  listen(onChange: (change: Change) => void): AsyncDisposable;
}

// The store port for leadership: each job is done by one replica at a time.

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
