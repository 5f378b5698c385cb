/** The store port: everything that must survive a crash. Every method is atomic. */
import type { Clock } from "../clock.ts";
import type { Changes, Leadership } from "./coordination.ts";
import type { Concerns } from "./concerns.ts";
import type { Inbox } from "./inbox.ts";
import type { Replica } from "./postgres/replica.ts";

/** @template E the parsed event that the inbox holds. */
export interface Store<E = unknown> extends Concerns, AsyncDisposable {
  /**
   * The clock of all times that are stored here, and of whatever they are compared with: of several processes, each of
   * which has a clock of its own, that of their database.
   */
  clock: Clock;
  inbox: Inbox<E>;
  leadership: Leadership;
  changes: Changes;
  /** Null in a store with one owner, and for a CLI command. Reads nothing. */
  replicaStatus(): ReplicaStatus | null;
}

/** What a store that several replicas share tells the operator about this one. */
export type ReplicaStatus = ReturnType<Replica<unknown>["status"]>;
