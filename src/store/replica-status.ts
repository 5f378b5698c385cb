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
