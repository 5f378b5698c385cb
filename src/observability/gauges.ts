/** The metrics that are read when somebody asks for them. */
import { exposed, type Exposed, type Sample } from "./counters.ts";

/** Of the ledger mirror, in milliseconds since 1970. */
export interface LedgerFigures {
  /** When the mirror was last brought up to date. */
  readAt: number;
  /** From when on it is complete. */
  from: number;
}

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

/** Values that are read on scrape. */
export interface Sources {
  /** Numbers of unprocessed events; null if unknown. `oldestAt`: milliseconds since 1970, null if none is open. */
  inbox(): Promise<{ open: number; parked: number; oldestAt: number | null } | null>;
  /** Of this process's replica; null where the store has one owner. */
  replica(): ReplicaFigures | null;
  /** Of the ledger mirror; null without one, before it has begun, and if unknown. */
  ledger(): Promise<LedgerFigures | null>;
  /** Number of events that failed and are retried. */
  stuck(): number;
  /** LINE's monthly message quota; null until known. `limit`: null if there is none. Never waits for LINE. */
  quota(): { limit: number | null; used: number } | null;
}

/** What isn't known has no sample: neither 0 nor what it was before. @param now milliseconds since 1970. */
export async function readSources(sources: Sources, now: number): Promise<Exposed[]> {
  const events = await sources.inbox();
  const replica = sources.replica();
  const ledger = await sources.ledger();
  const quota = sources.quota();
  const channel = { channel: "members" };
  return [
    gauge(
      "inbox_events",
      "Events that aren't ended, open or parked.",
      ...(events
        ? (["open", "parked"] as const).map((state) => ({
            labels: { state },
            value: events[state],
          }))
        : []),
    ),
    gauge(
      "inbox_oldest_seconds",
      "Age of the oldest open event of all replicas; 0 where none is.",
      ...(events ? [Math.max(0, now - (events.oldestAt ?? now)) / 1000] : []),
    ),
    gauge(
      "inbox_stuck_events",
      "Events that could not be ended and are tried again; each holds up its chat.",
      sources.stuck(),
    ),
    gauge(
      "line_quota_messages",
      "The most messages of a month; absent where LINE sets no limit.",
      ...(quota && quota.limit !== null ? [{ labels: channel, value: quota.limit }] : []),
    ),
    gauge(
      "line_quota_used_messages",
      "Messages of this month that count, a few minutes old at most.",
      ...(quota ? [{ labels: channel, value: quota.used }] : []),
    ),
    ...(ledger ? ledgerMetrics(ledger, now) : []),
    ...(replica ? replicaMetrics(replica) : []),
  ];
}

/** They exist only where there is a mirror. */
const ledgerMetrics = ({ readAt, from }: LedgerFigures, now: number): Exposed[] => [
  gauge(
    "ledger_lag_seconds",
    "How long ago the ledger mirror was last brought up to date.",
    (now - readAt) / 1000,
  ),
  gauge(
    "ledger_days",
    "How many days back the ledger mirror is complete.",
    (now - from) / 86_400_000,
  ),
];

/** They exist only where the store has replicas. */
const replicaMetrics = (figures: ReplicaFigures): Exposed[] => [
  gauge(
    "lease_held",
    "1 while this replica may act, else 0.",
    figures.leaseRemainingMs > 0 ? 1 : 0,
  ),
  gauge(
    "lease_remaining_seconds",
    "How long this replica may act without renewing its lease.",
    figures.leaseRemainingMs / 1000,
  ),
  gauge(
    "database_clock_difference_seconds",
    "The database's clock minus this process's own; above 5 or below -5 this replica doesn't act.",
    figures.clockDifferenceMs / 1000,
  ),
  gauge("lanes_held", "Chats that this replica works on.", figures.lanes),
  total(
    "lane_take_overs_total",
    "Chats taken over with events that a former owner may have begun.",
    figures.takeOvers,
  ),
  total(
    "pool_waits_total",
    "Statements and transactions that waited for a connection.",
    figures.poolWaits,
  ),
  total("pool_wait_seconds_total", "The sum of these waits.", figures.poolWaitMs / 1000),
];

/** Prometheus' standard metrics of a process. */
export function processMetrics(): Exposed[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "process_resident_memory_bytes",
      help: "Resident memory.",
      type: "gauge",
      samples: [{ value: process.memoryUsage.rss() }],
    },
    {
      name: "process_cpu_seconds_total",
      help: "CPU time, user and system.",
      type: "counter",
      samples: [{ value: (user + system) / 1e6 }],
    },
  ];
}

/** @param values plain ones where it has no label. */
export const gauge = (name: string, help: string, ...values: (Sample | number)[]): Exposed =>
  exposed(
    { name, help },
    "gauge",
    values.map((value) => (typeof value === "number" ? { value } : value)),
  );

const total = (name: string, help: string, value: number): Exposed =>
  exposed({ name, help }, "counter", [{ value }]);
