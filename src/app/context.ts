/** The app context: what every part of the app is built from. Built first, torn down last. */
import { createMovableClock, type Clock, type MovableClock } from "../clock.ts";
import { isPlayground, type Config, type Secrets } from "../config/config.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Log } from "../observability/log.ts";
import type { EventTraces } from "../observability/event-traces.ts";
import type { TraceExport } from "../observability/export-traces.ts";
import { createMetrics, type Metrics } from "../observability/metrics.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import type { OpenStoryWorld } from "../studio/stories/story-world.ts";
import type { ExternalServices } from "./connections.ts";

export interface AppOptions {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  /** Stands for the time of the Postgres database, in milliseconds since 1970, where a test turns the time by hand. */
  databaseTime?: () => number;
  log: Log;
  /**
   * Emulators that outlive the bot; those that are neither given nor replaced by a real service are
   * started and stopped with the bot.
   */
  external?: ExternalServices;
  /** Whether rich menus are installed in an embedded LINE, in the background. */
  menus?: boolean;
  /** Whether people who aren't members are led to the embedded platform's own page to join, and to its contact. */
  demoPages?: boolean;
  /** Called when an event has been processed, with the name of the intent that answered it. */
  onProcessed?: (webhookEventId: string, intent: string) => void;
  /** Opens the worlds in which the studio plays stories; without it there are no stories. */
  storyWorlds?: (config: Config) => OpenStoryWorld;
  /** Aborts the start: what has been started is stopped, and nothing is accepted. */
  stop?: AbortSignal;
}

/** The bot's own `http://host:port`: with port 0 known only once the server listens. */
export interface Origin {
  /** @throws {Error} before the server listens. */
  get(): string;
  set(origin: string): void;
}

export interface AppContext extends Required<
  Omit<AppOptions, "stop" | "onProcessed" | "storyWorlds" | "databaseTime">
> {
  stop: AbortSignal | undefined;
  onProcessed?: AppOptions["onProcessed"];
  storyWorlds?: AppOptions["storyWorlds"];
  /** The same as `clock`, unless that was set to another date in the studio. */
  wallClock: Clock;
  /** `clock` where the studio may set it: only where every person and every member is made up. */
  movableClock: MovableClock | null;
  metrics: Metrics;
  /** Null where events aren't traced. */
  traces: EventTraces | null;
  store: Store<LineEvent>;
  origin: Origin;
  /** What was started, in this order; disposed backwards. */
  stack: AsyncDisposableStack;
}

/** @param stack disposes what is started here. */
export async function createAppContext(
  options: AppOptions,
  stack: AsyncDisposableStack,
): Promise<AppContext> {
  const { config, secrets, log, databaseTime, external = {}, stop } = options;
  const { menus = false, demoPages = false } = options;
  const { dataDir } = config;
  const { databaseUrl } = secrets;
  // On Postgres every process goes by the database's date.
  const isMovable = databaseUrl === null && hasMovableClock(config, external);
  const movableClock = isMovable ? createMovableClock(options.clock) : null;
  const store = stack.use(
    await openStore<LineEvent>(
      { dataDir, databaseUrl },
      { clock: movableClock ?? options.clock, databaseTime, log },
    ),
  );
  const { clock } = store;
  const traces = await openTraces(options, { clock, stack });
  const metrics = createMetrics(clock);
  return {
    ...options,
    clock,
    wallClock: movableClock ? options.clock : clock,
    movableClock,
    external,
    menus,
    demoPages,
    stop,
    metrics: traces ? { ...metrics, ...tracedCalls(metrics, traces) } : metrics,
    traces,
    store,
    origin: createOrigin(),
    stack,
  };
}

/** Traces of events, for the log and for a collector. */
async function openTraces(
  { config, secrets, log }: AppOptions,
  { clock, stack }: Pick<AppContext, "clock" | "stack">,
): Promise<EventTraces | null> {
  const { traceCalls, traceEndpoint } = config;
  if (!traceCalls && traceEndpoint === null) return null;
  const { createEventTraces } = await import("../observability/event-traces.ts");
  let exported: TraceExport | null = null;
  if (traceEndpoint !== null) {
    const { exportTraces } = await import("../observability/export-traces.ts");
    exported = stack.use(exportTraces(traceEndpoint, secrets.traceHeaders, log));
  }
  return createEventTraces(clock, (trace) => {
    if (traceCalls) log.info(trace, "trace");
    exported?.write(trace);
  });
}

/** What counts calls, which are also spans of the event that they are made for. */
const tracedCalls = (metrics: Metrics, traces: EventTraces) => ({
  onLineCall(path: string, outcome: string, ms: number) {
    metrics.onLineCall(path, outcome, ms);
    traces.called(`LINE ${path}`, outcome, ms);
  },
  onLoyaltyCall(operation: string, outcome: string, ms: number) {
    metrics.onLoyaltyCall(operation, outcome, ms);
    traces.called(`platform ${operation}`, outcome, ms);
  },
});

/** Emulators that were started elsewhere have a clock of their own, which would stay behind. */
const hasMovableClock = (config: Config, { line, loyalty }: ExternalServices): boolean =>
  config.studio && isPlayground(config) && !line && !loyalty;

function createOrigin(): Origin {
  let known: string | null = null;
  return {
    get() {
      if (known === null) throw new Error("the server is not listening yet");
      return known;
    },
    set(origin) {
      known = origin;
    },
  };
}
