/** Defines the Prometheus metrics of the bot. No label may identify a person. */
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Registry,
  type PrometheusContentType,
} from "prom-client";
import type { Clock } from "../clock.ts";
import { counter, histogram } from "./counters.ts";

/** Values that are read on scrape. */
export interface Sources {
  /** Numbers of unprocessed events; null if unknown. `oldestAt`: milliseconds since 1970, null if none is open. */
  inbox(): Promise<{ open: number; parked: number; oldestAt: number | null } | null>;
  /** Number of events that failed and are retried. */
  stuck(): number;
  /** LINE's monthly message quota; null until known. `limit`: null if there is none. Never waits for LINE. */
  quota(): { limit: number | null; used: number } | null;
}

/** Called by the parts of the bot. Every call is cheap and never throws; durations are in milliseconds. */
export interface Metrics {
  /** A webhook request was answered. */
  onAcknowledged(status: number, ms: number): void;
  /** An event was processed. @param ms from its receipt. */
  onEventProcessed(kind: string, outcome: string, ms: number): void;
  /** A member was looked up. @param hit whether it was in the cache. */
  onMemberLookup(hit: boolean): void;
  /** One attempt of a call to LINE. @param path without ids. */
  onLineCall(path: string, outcome: string, ms: number): void;
  /** One attempt of a call to the platform. */
  onLoyaltyCall(operation: string, outcome: string, ms: number): void;
  /** The circuit breaker of the platform opened or closed. */
  onBreakerChange(open: boolean): void;
  /** Credentials began or ceased to be refused. @param of which ones, such as `line`. */
  onCredentialsChange(of: string, refused: boolean): void;
  /** All metrics in Prometheus' exposition format. */
  expose(sources: Sources): Promise<string>;
  /** The content type of that text. */
  readonly contentType: string;
}

const prefix = "loyalty_bot_";
/** Bounds of histogram buckets, in seconds: of single calls, and of events from receipt to reply. */
const callBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const replyBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

/** Outcomes of an event whose reply has reached LINE. */
const deliveredOutcomes = new Set(["sent", "arrived"]);

const describe = (name: string, help: string, ...labels: string[]) => ({
  name: `${prefix}${name}`,
  help,
  labels,
});

export function createMetrics(clock: Clock): Metrics {
  const counted = createCountedMetrics();
  const { events, acks, lineCalls, platformCalls } = counted;
  // Children of fixed labels are resolved once.
  const hits = counted.lookups.labels("hit");
  const misses = counted.lookups.labels("miss");
  const replies = counted.replies.labels();
  const registry = new Registry();
  const gauges = createGauges(registry);
  const processMetrics = createProcessMetrics(registry);

  return {
    onAcknowledged: (status, ms) => acks.labels(String(status)).add(ms / 1000),
    onEventProcessed(kind, outcome, ms) {
      events.labels(kind, outcome).add();
      if (deliveredOutcomes.has(outcome)) replies.add(ms / 1000);
    },
    onMemberLookup: (hit) => (hit ? hits : misses).add(),
    onLineCall: (path, outcome, ms) => lineCalls.labels(path, outcome).add(ms / 1000),
    onLoyaltyCall: (operation, outcome, ms) =>
      platformCalls.labels(operation, outcome.toLowerCase()).add(ms / 1000),
    onBreakerChange: (open) => gauges.breakerOpen.set(open ? 1 : 0),
    onCredentialsChange: (of, refused) => gauges.credentialsRefused.set({ of }, refused ? 1 : 0),
    async expose(sources) {
      processMetrics.read();
      await readSources(gauges, sources, clock.now());
      const aggregated = AggregatorRegistry.aggregate<PrometheusContentType>([
        Object.values(counted).map((metric) => metric.read()),
      ]);
      return Registry.merge([aggregated, registry]).metrics();
    },
    contentType: registry.contentType,
  };
}

/** Metrics of the hot path: counted per event or call. */
function createCountedMetrics() {
  return {
    events: counter(
      describe(
        "events_total",
        "Events that were ended, by LINE's event type and what became of them.",
        "kind",
        "outcome",
      ),
    ),
    lookups: counter(
      describe(
        "member_cache_total",
        "Members that were needed, by hit or miss of the cache.",
        "result",
      ),
    ),
    acks: histogram(
      describe("ack_seconds", "From a webhook request to its answer, by status.", "status"),
      callBounds,
    ),
    replies: histogram(
      describe("reply_seconds", "From the receipt of an event to its reply's arrival at LINE."),
      replyBounds,
    ),
    lineCalls: histogram(
      describe(
        "line_call_seconds",
        "Tries of calls to LINE, by address and by status or failure.",
        "path",
        "outcome",
      ),
      callBounds,
    ),
    platformCalls: histogram(
      describe(
        "platform_call_seconds",
        "Tries of calls to the platform, by operation and by ok or the failure's code.",
        "operation",
        "outcome",
      ),
      callBounds,
    ),
  };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `${prefix}${name}`, help, labelNames, registers: [registry] });
  return {
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
    oldestEvent: gauge("inbox_oldest_seconds", "Age of the oldest open event; 0 where none is."),
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
async function readSources(gauges: Gauges, sources: Sources, now: number): Promise<void> {
  const { inboxEvents, oldestEvent, stuckEvents, quotaLimit, quotaUsed } = gauges;
  const counts = await sources.inbox();
  inboxEvents.reset();
  if (counts) {
    inboxEvents.set({ state: "open" }, counts.open);
    inboxEvents.set({ state: "parked" }, counts.parked);
    oldestEvent.set(Math.max(0, counts.oldestAt === null ? 0 : now - counts.oldestAt) / 1000);
  }
  stuckEvents.set(sources.stuck());
  const quota = sources.quota();
  if (quota === null) return;
  quotaUsed.set(quotaLabels, quota.used);
  if (quota.limit === null) quotaLimit.remove(quotaLabels);
  else quotaLimit.set(quotaLabels, quota.limit);
}

/** Prometheus' standard metrics of a process. */
function createProcessMetrics(registry: Registry): { read(): void } {
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
