/** Serves the bot over HTTP: webhooks, health checks, metrics, images and the studio. */
import { renderContextOf } from "../bot/context.ts";
import { type Clock, deadline, type MovableClock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Refusal } from "../http/connections.ts";
import { listen } from "../http/listen.ts";
import { createMetricsEndpoint, type MetricsEndpoint } from "../http/metrics-endpoint.ts";
import { createServer, type Readiness } from "../http/server.ts";
import { createChannelStatusClient } from "../line/channel-status-client.ts";
import { createThrottledWarnings } from "../observability/log.ts";
import type { Dispatcher } from "../pipeline/dispatcher.ts";
import type { ReplicaStatus, Store } from "../store/store.ts";
import type { DemoClock } from "../studio/server/clock-routes.ts";
import type { Studio } from "../studio/server/studio.ts";
import { namingAddress } from "./address-fault.ts";
import type { Bots } from "./build-bot.ts";
import type { AppPipeline } from "./build-pipeline.ts";
import type { Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";
import { createDemoClock } from "./demo-clock.ts";

/** Limit of the wait for requests in progress at a stop. */
const maxCloseMs = 500;

const refusals: Readonly<Record<Refusal, string>> = {
  client:
    "connections refused: one client holds all that it may; if it is a proxy, name it in TRUSTED_PROXIES",
  all: "connections refused: all are taken",
  pipeline: "a connection closed: too many requests at once",
};

/** @param isStopping whether `/readyz` answers that the bot stops. @throws {ConfigError} if the address is not available. */
export async function serveHttp(
  context: AppContext,
  services: Services,
  { bots, pipeline, isStopping }: { bots: Bots; pipeline: AppPipeline; isStopping(): boolean },
): Promise<void> {
  const { config, store, origin, stack, clock, log } = context;
  const { webhooks, dispatcher, simulator } = pipeline;
  const studio = config.studio
    ? await createStudio(context, services, { bots, dispatcher, simulator })
    : null;
  const readReadiness = createReadiness(store, clock);
  const server = createServer({
    webhooks,
    images: bots.images,
    metrics: metricsEndpoint(context, services, { dispatcher, mirror: bots.mirror }),
    studio: studio?.router ?? null,
    language: config.business.languages[0] ?? "en",
    readiness: () => readReadiness({ isStopping: isStopping(), stuck: dispatcher.stuck }),
    trustedProxies: config.trustedProxies,
    clock,
    log,
  });
  const warn = createThrottledWarnings(log, clock);
  const onRefused = (reason: Refusal) => {
    warn(refusals[reason]);
    context.metrics.onConnectionRefused(reason);
  };
  const listening = await namingAddress({ port: "PORT", host: "HOST" }, () =>
    listen(server, config.host, config.port, {}, onRefused),
  );
  origin.set(listening.origin);
  stack.defer(async () => {
    using limit = deadline(clock, maxCloseMs);
    await listening.close(limit.signal);
  });
  // Disposed before the server closes, since its event streams never end by themselves.
  if (studio) stack.use(studio);
}

function metricsEndpoint(
  { secrets, store, metrics, stack, clock, log }: AppContext,
  { line }: Services,
  { dispatcher, mirror }: { dispatcher: Dispatcher } & Pick<Bots, "mirror">,
): MetricsEndpoint {
  const status = createChannelStatusClient({
    ...line.members,
    clock,
    log,
    onCall: metrics.onLineCall,
  });
  return createMetricsEndpoint({
    metrics,
    store,
    dispatcher,
    mirror,
    line: stack.use(status),
    token: secrets.metricsToken,
    clock,
    log,
  });
}

async function createStudio(
  context: AppContext,
  services: Services,
  {
    bots,
    dispatcher,
    simulator,
  }: { bots: Bots; dispatcher: Dispatcher; simulator: AppPipeline["simulator"] },
): Promise<Studio> {
  const { config, secrets, store, movableClock, storyWorlds, clock, wallClock, log } = context;
  const { shared, texts } = bots;
  const { emulator } = services.platform;
  const { createStudioOfApp } = await import("./studio.ts");
  return createStudioOfApp({
    config,
    secrets,
    simulator,
    demoClock: movableClock && demoClockOf(context, services, { bots, dispatcher, movableClock }),
    store,
    account: services.line.members.channel.account,
    editors: bots.editors,
    publishing: bots.publishing,
    openStoryWorld: storyWorlds?.(config) ?? null,
    demoPictures: emulator && new URL("/pictures/", emulator.baseUrl).href,
    published: () => texts.catalogues,
    messages: () => texts.messages,
    staffContext: bots.staffContext,
    renderContext: (messages, language) => renderContextOf(shared, messages, language),
    prepare: shared.prepare,
    clock,
    wallClock,
    log,
  });
}

function demoClockOf(
  { config, store, wallClock }: AppContext,
  { line }: Services,
  {
    bots,
    dispatcher,
    movableClock,
  }: { bots: Bots; dispatcher: Dispatcher; movableClock: MovableClock },
): DemoClock {
  const { account } = line.members.channel;
  return createDemoClock({
    clock: movableClock,
    wallClock,
    timeZone: config.business.timeZone,
    idle: () => dispatcher.idle(),
    async isUnsettled() {
      const orders = await store.orders.pending(account, movableClock.now());
      return orders.some(({ state }) => state === "working");
    },
    onMoved: () => bots.shared.members.clear(),
  });
}

// Says whether the bot can take events now, and how far it is behind.

/** @param bot `isStopping`: whether the bot is being stopped. `stuck`: number of events that can't be ended. */
type ReadReadiness = (bot: { isStopping: boolean; stuck: number }) => Promise<Readiness>;

/** The address may be open to everybody, so requests at the same time share one try of the store, and events lose nothing. */
export function createReadiness(store: Store, clock: Clock): ReadReadiness {
  let trying: ReturnType<typeof tryStore> | null = null;
  const tryOnce = () =>
    (trying ??= tryStore(store, clock).finally(() => {
      trying = null;
    }));
  return async ({ isStopping, stuck }) => {
    const { reason, oldestEventMs } = isStopping
      ? { reason: "stopping", oldestEventMs: null }
      : await tryOnce();
    // Afterwards: a lease may run out while a slow database answers.
    const replica = store.replicaStatus();
    return {
      reason: reason ?? reasonAgainst(replica, stuck),
      oldestEventMs,
      ...(replica && { replica }),
    };
  };
}

async function tryStore(
  store: Store,
  clock: Clock,
): Promise<Pick<Readiness, "reason" | "oldestEventMs">> {
  try {
    await store.check();
    const { oldestAt } = await store.inbox.counts();
    const oldestEventMs = oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt);
    return { reason: null, oldestEventMs };
  } catch (error) {
    return { reason: reasonOf(error), oldestEventMs: null };
  }
}

function reasonAgainst(replica: ReplicaStatus | null, stuck: number): string | null {
  if (replica?.isClockOff) return clockReason(replica.clockDifferenceMs);
  if (replica?.leaseRemainingMs === 0) return "the lease isn't held";
  return stuck > 0 ? `events that could not be ended: ${stuck}` : null;
}

function clockReason(differenceMs: number): string {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  const direction = differenceMs > 0 ? "behind" : "ahead of";
  return `this machine's clock isn't the database's: ${seconds} s ${direction} it`;
}
