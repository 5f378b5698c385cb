/** Defines the metrics of a replica, which exist only where the store has replicas. */
import { Counter, Gauge, type Registry } from "prom-client";
import { metricPrefix } from "./metric-prefix.ts";

export interface ReplicaFigures {
  /** How long the replica may act without renewing its lease; 0: it isn't held. */
  leaseRemainingMs: number;
  /** The database's clock minus this process's own. */
  clockDifferenceMs: number;
  /** Chats that it works on. */
  lanes: number;
  /** Counted since the start, as are the waits. */
  takeOvers: number;
  poolWaits: number;
  poolWaitMs: number;
}

/** @returns a function that sets them; the first call adds them to the registry. */
export function createReplicaGauges(registry: Registry): (figures: ReplicaFigures) => void {
  let created: ReturnType<typeof create> | null = null;
  return ({ leaseRemainingMs, clockDifferenceMs, lanes, takeOvers, poolWaits, poolWaitMs }) => {
    created ??= create(registry);
    created.leaseHeld.set(leaseRemainingMs > 0 ? 1 : 0);
    created.leaseRemaining.set(leaseRemainingMs / 1000);
    created.clockDifference.set(clockDifferenceMs / 1000);
    created.lanes.set(lanes);
    setTotal(created.takeOvers, takeOvers);
    setTotal(created.poolWaits, poolWaits);
    setTotal(created.poolWaitSeconds, poolWaitMs / 1000);
  };
}

function create(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) =>
    new Gauge({ name: metricPrefix + name, help, registers });
  const counter = (name: string, help: string) =>
    new Counter({ name: metricPrefix + name, help, registers });
  return {
    leaseHeld: gauge("lease_held", "1 while this replica may act, else 0."),
    leaseRemaining: gauge(
      "lease_remaining_seconds",
      "How long this replica may act without renewing its lease.",
    ),
    clockDifference: gauge(
      "database_clock_difference_seconds",
      "The database's clock minus this process's own; above 5 or below -5 this replica doesn't act.",
    ),
    lanes: gauge("lanes_held", "Chats that this replica works on."),
    takeOvers: counter(
      "lane_take_overs_total",
      "Chats taken over with events that a former owner may have begun.",
    ),
    poolWaits: counter(
      "pool_waits_total",
      "Statements and transactions that waited for a connection.",
    ),
    poolWaitSeconds: counter("pool_wait_seconds_total", "The sum of these waits."),
  };
}

function setTotal(counter: Counter, total: number): void {
  counter.reset();
  counter.inc(total);
}
