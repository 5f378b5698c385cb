/** Defines the gauges of the bot and the metrics of its process, most of which are read on scrape. */
import { Counter, Gauge, type Registry } from "prom-client";
import { createLedgerGauges, type LedgerFigures } from "./ledger-gauges.ts";
import { metricPrefix } from "./metric-prefix.ts";
import { createReplicaGauges, type ReplicaFigures } from "./replica-gauges.ts";

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

type Gauges = ReturnType<typeof createGauges>;

export function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `${metricPrefix}${name}`, help, labelNames, registers: [registry] });
  return {
    setReplica: createReplicaGauges(registry),
    setLedger: createLedgerGauges(registry),
    breakerOpen: gauge(
      "platform_breaker_open",
      "1 while a failing platform is left alone, else 0.",
    ),
    credentialsRefused: gauge(
      "credentials_refused",
      "1 while credentials are refused, else 0.",
      "of",
    ),
    inboxEvents: gauge("inbox_events", "Events that aren't ended, open or parked.", "state"),
    oldestEvent: gauge(
      "inbox_oldest_seconds",
      "Age of the oldest open event of all replicas; 0 where none is.",
    ),
    stuckEvents: gauge(
      "inbox_stuck_events",
      "Events that could not be ended and are tried again; each holds up its chat.",
    ),
    quotaLimit: gauge(
      "line_quota_messages",
      "The most messages of a month; absent where LINE sets no limit.",
      "channel",
    ),
    quotaUsed: gauge(
      "line_quota_used_messages",
      "Messages of this month that count, a few minutes old at most.",
      "channel",
    ),
  };
}

const quotaLabels = { channel: "members" };

/** Sets the gauges that are read on scrape. @param now milliseconds since 1970. */
export async function readSources(gauges: Gauges, sources: Sources, now: number): Promise<void> {
  const { inboxEvents, oldestEvent, setReplica, setLedger, stuckEvents, quotaLimit, quotaUsed } =
    gauges;
  const counts = await sources.inbox();
  inboxEvents.reset();
  if (counts) {
    inboxEvents.set({ state: "open" }, counts.open);
    inboxEvents.set({ state: "parked" }, counts.parked);
    oldestEvent.set(Math.max(0, counts.oldestAt === null ? 0 : now - counts.oldestAt) / 1000);
  } else {
    // Neither 0 nor what it was before.
    oldestEvent.remove();
  }
  const replica = sources.replica();
  if (replica) setReplica(replica);
  stuckEvents.set(sources.stuck());
  setLedger(await sources.ledger(), now);
  const quota = sources.quota();
  if (quota === null) return;
  quotaUsed.set(quotaLabels, quota.used);
  if (quota.limit === null) quotaLimit.remove(quotaLabels);
  else quotaLimit.set(quotaLabels, quota.limit);
}

/** Prometheus' standard metrics of a process. */
export function createProcessMetrics(registry: Registry): { read(): void } {
  const registers = [registry];
  const memory = new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory.",
    registers,
  });
  const cpu = new Counter({
    name: "process_cpu_seconds_total",
    help: "CPU time, user and system.",
    registers,
  });
  return {
    read() {
      const { user, system } = process.cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
      memory.set(process.memoryUsage.rss());
    },
  };
}
