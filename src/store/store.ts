/** The store port: everything that must survive a crash. Every method is atomic. */
import type { Clock } from "../clock.ts";
import type { Changes, Leadership } from "./coordination.ts";
import type { Concerns } from "./concerns.ts";
import type { Inbox } from "./inbox.ts";

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
export interface ReplicaStatus {
  /** Changes when the lease was lost. */
  id: number;
  /** How long this replica may act without renewing its lease; 0: it isn't held. */
  leaseRemainingMs: number;
  /** The database's clock minus this process's own. */
  clockDifferenceMs: number;
  /** Whether that is so much that this replica doesn't act. */
  isClockOff: boolean;
  /** Chats that it works on. */
  lanes: number;
  /** Chats with events that another replica, or a lost lease, left behind; counted since the start. */
  takeOvers: number;
  /** Statements and transactions that had to wait for a connection, counted since the start. */
  poolWaits: number;
  /** The sum of these waits. */
  poolWaitMs: number;
}
