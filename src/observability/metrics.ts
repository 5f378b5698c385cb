/** Defines the Prometheus metrics of the bot. No label may identify a person. */
import type { Clock } from "../clock.ts";
import { contentType, counter, expositionOf, histogram } from "./counters.ts";
import { gauge, processMetrics, readSources, type Sources } from "./gauges.ts";

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
  /** A redemption has come to an end, or awaits a person. @param outcome its state. */
  onRedemption(outcome: string): void;
  /** A rule's gift has come to an end, awaits a person or was told, or why nothing was given. */
  onRuleGift(rule: string, outcome: string): void;
  /** A reminder of a coupon or of points was told, was over by then, or is declined. */
  onReminder(of: string, outcome: string): void;
  /** A round of pushes of reminders has ended. */
  onReminderRound(outcome: string): void;
  /** A connection or request was turned away by a limit. @param reason which one. */
  onConnectionRefused(reason: string): void;
  /** The circuit breaker of the platform opened or closed. */
  onBreakerChange(open: boolean): void;
  /** Credentials began or ceased to be refused. @param of which ones, such as `line`. */
  onCredentialsChange(of: string, refused: boolean): void;
  /** All metrics in Prometheus' exposition format. */
  expose(sources: Sources): Promise<string>;
  /** The content type of that text. */
  readonly contentType: string;
}

/** Bounds of histogram buckets, in seconds: of single calls, and of events from receipt to reply. */
const callBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const replyBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

/** Outcomes of an event whose reply has reached LINE. */
const deliveredOutcomes = new Set(["sent", "arrived"]);

const describe = (name: string, help: string, ...labels: string[]) => ({
  name,
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
  let isBreakerOpen = false;
  const credentialsRefused = new Map<string, boolean>();

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
    onRedemption: (outcome) => counted.redemptions.labels(outcome).add(),
    onRuleGift: (rule, outcome) => counted.ruleGifts.labels(rule, outcome).add(),
    onReminder: (of, outcome) => counted.reminders.labels(of, outcome).add(),
    onReminderRound: (outcome) => counted.reminderRounds.labels(outcome).add(),
    onConnectionRefused: (reason) => counted.refused.labels(reason).add(),
    onBreakerChange: (open) => void (isBreakerOpen = open),
    onCredentialsChange: (of, refused) => void credentialsRefused.set(of, refused),
    expose: async (sources) =>
      expositionOf([
        ...Object.values(counted).map((metric) => metric.read()),
        gauge(
          "platform_breaker_open",
          "1 while a failing platform is left alone, else 0.",
          Number(isBreakerOpen),
        ),
        gauge(
          "credentials_refused",
          "1 while credentials are refused, else 0.",
          ...[...credentialsRefused].map(([of, refused]) => ({
            labels: { of },
            value: Number(refused),
          })),
        ),
        ...(await readSources(sources, clock.now())),
        ...processMetrics(),
      ]),
    contentType,
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
    redemptions: counter(
      describe(
        "redemptions_total",
        "Redemptions that have come to an end, were undone, or await a person, by outcome.",
        "outcome",
      ),
    ),
    ruleGifts: counter(
      describe(
        "rule_gifts_total",
        "Gifts by rule that were given, refused, told or await a person, and why none was given.",
        "rule",
        "outcome",
      ),
    ),
    reminders: counter(
      describe(
        "reminders_total",
        "Reminders of coupons and points that were told, were over by then, or are declined.",
        "of",
        "outcome",
      ),
    ),
    reminderRounds: counter(
      describe(
        "reminder_rounds_total",
        "Rounds in which reminders to push were looked for, by what came of them.",
        "outcome",
      ),
    ),
    refused: counter(
      describe(
        "connections_refused_total",
        "Connections and requests that were turned away by a limit, by which one.",
        "reason",
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
