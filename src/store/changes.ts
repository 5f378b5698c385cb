/** The store port for changes that replicas tell one another, since each caches what may have changed. */

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
