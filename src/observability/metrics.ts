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
  /** A member was looked up. @param kept whether it was in the cache. */
  onMemberLookup(kept: boolean): void;
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
const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const patient = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

/** Outcomes of an event whose reply has reached LINE. */
const answered = new Set(["sent", "arrived"]);

const tallied = (name: string, help: string, ...labels: string[]) => ({
  name: `${prefix}${name}`,
  help,
  labels,
});

export function createMetrics(clock: Clock): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `${prefix}${name}`, help, labelNames, registers });

  const events = counter(
    tallied(
      "events_total",
      "Events that were ended, by LINE's event type and what became of them.",
      "kind",
      "outcome",
    ),
  );
  const lookups = counter(
    tallied(
      "member_cache_total",
      "Members that were needed, by hit or miss of the cache.",
      "result",
    ),
  );
  const acks = histogram(
    tallied("ack_seconds", "From a webhook request to its answer, by status.", "status"),
    quick,
  );
  const replies = histogram(
    tallied("reply_seconds", "From the receipt of an event to its reply's arrival at LINE."),
    patient,
  );
  const lineCalls = histogram(
    tallied(
      "line_call_seconds",
      "Tries of calls to LINE, by address and by status or failure.",
      "path",
      "outcome",
    ),
    quick,
  );
  const platformCalls = histogram(
    tallied(
      "platform_call_seconds",
      "Tries of calls to the platform, by operation and by ok or the failure's code.",
      "operation",
      "outcome",
    ),
    quick,
  );
  const tallies = [events, lookups, acks, replies, lineCalls, platformCalls];
  const breakerOpen = gauge(
    "platform_breaker_open",
    "1 while a failing platform is left alone, else 0.",
  );
  const refused = gauge("credentials_refused", "1 while credentials are refused, else 0.", "of");
  const inboxEvents = gauge("inbox_events", "Events that aren't ended, open or parked.", "state");
  const oldest = gauge("inbox_oldest_seconds", "Age of the oldest open event; 0 where none is.");
  const stuck = gauge(
    "inbox_stuck_events",
    "Events that could not be ended and are tried again; each holds up its chat.",
  );
  const quota = gauge(
    "line_quota_messages",
    "The most messages of a month; absent where LINE sets no limit.",
    "channel",
  );
  const used = gauge(
    "line_quota_used_messages",
    "Messages of this month that count, a few minutes old at most.",
    "channel",
  );
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

  const hits = lookups.of("hit");
  const misses = lookups.of("miss");
  const allReplies = replies.of();
  const members = { channel: "members" };

  function readProcess(): void {
    const { user, system } = process.cpuUsage();
    cpu.reset();
    cpu.inc((user + system) / 1e6);
    memory.set(process.memoryUsage.rss());
  }

  async function readSources(sources: Sources): Promise<void> {
    const left = await sources.inbox();
    inboxEvents.reset();
    if (left) {
      inboxEvents.set({ state: "open" }, left.open);
      inboxEvents.set({ state: "parked" }, left.parked);
      const age = left.oldestAt === null ? 0 : clock.now() - left.oldestAt;
      oldest.set(Math.max(0, age) / 1000);
    }
    stuck.set(sources.stuck());
    const told = sources.quota();
    if (told === null) return;
    used.set(members, told.used);
    if (told.limit === null) quota.remove(members);
    else quota.set(members, told.limit);
  }

  return {
    onAcknowledged: (status, ms) => acks.of(String(status)).add(ms / 1000),
    onEventProcessed(kind, outcome, ms) {
      events.of(kind, outcome).add();
      if (answered.has(outcome)) allReplies.add(ms / 1000);
    },
    onMemberLookup: (kept) => (kept ? hits : misses).add(),
    onLineCall: (path, outcome, ms) => lineCalls.of(path, outcome).add(ms / 1000),
    onLoyaltyCall: (operation, outcome, ms) =>
      platformCalls.of(operation, outcome.toLowerCase()).add(ms / 1000),
    onBreakerChange: (open) => breakerOpen.set(open ? 1 : 0),
    onCredentialsChange: (of, areRefused) => refused.set({ of }, areRefused ? 1 : 0),
    async expose(sources) {
      readProcess();
      await readSources(sources);
      const counted = AggregatorRegistry.aggregate<PrometheusContentType>([
        tallies.map((tally) => tally.read()),
      ]);
      return Registry.merge([counted, registry]).metrics();
    },
    contentType: registry.contentType,
  };
}
