/** Connects to the loyalty platform and to LINE, and reads the brand. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Brand } from "../bot/context.ts";
import { type Clock, unlessAborted } from "../clock.ts";
import { isTraced } from "../config/config.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../loyalty/client.ts";
import { type ClockDifference, readClockDifference } from "../loyalty/clock-difference.ts";
import { type Overrides, overridesSchema } from "../loyalty/endpoint-overrides.ts";
import { createHttpClient, type HttpClient } from "../loyalty/http-client.ts";
import { type Observations, observationsSchema } from "../loyalty/observations.ts";
import { recordExchanges } from "../loyalty/record-exchanges.ts";
import type { RewardsFile } from "../loyalty/reward-prices.ts";
import type { Log } from "../observability/log.ts";
import type { Settings } from "../store/settings.ts";
import type { PlatformCalls } from "../studio/server/event-recorder.ts";
import { readBrand } from "./branding.ts";
import type { ConnectionOptions, LineChannels, LoyaltyConnection } from "./connections.ts";
import type { AppContext } from "./context.ts";
import { connectLine } from "./line-connection.ts";
import { readCardFiles, readJsonFile, readRewardsFile } from "./read-settings.ts";

export interface Services {
  platform: LoyaltyConnection;
  loyalty: LoyaltyClient;
  clockDifference: ClockDifference;
  observations: PlatformObservations;
  line: LineChannels;
  brand: Brand;
  rewardsFile: RewardsFile;
  /** Null unless the studio shows what the bot calls. */
  platformCalls: RecordedPlatform | null;
}

/** Names a platform: by a hash of it the store knows what it keeps of which one. */
export const platformId = ({ platform }: Pick<Services, "platform">): string =>
  `${platform.baseUrl} ${platform.direct?.businessCode ?? ""}`;

/** @throws the reason of `context.stop` when that aborts first. */
export async function connectServices(context: AppContext): Promise<Services> {
  const { store, origin, stop, log } = context;
  const { settings } = store;
  const cards = readCardFiles(context.config);
  const rewardsFile = readRewardsFile(context.config);
  const platform = await connectLoyalty(context);
  const clockDifference = await readClockDifference(settings, log);
  const observations = await openObservations({ settings, baseUrl: platform.baseUrl, log });
  const platformCalls = isTraced(context.config) ? createPlatformCalls(context.clock) : null;
  const loyalty = createClient(context, platform, {
    clockDifference,
    observations,
    platformCalls,
  });
  const webhookUrl = (path: string) => `${origin.get()}${path}`;
  const line = await unlessAborted(stop, connectLine({ ...context, settings, webhookUrl }));
  const isDemo = context.demoPages && line.members.emulator !== null;
  const brand = await unlessAborted(
    stop,
    readBrand({
      ...context,
      pages: isDemo ? platform.pages : null,
      loyalty,
      settings,
      subscribed: platform.exchange !== null,
      displayName: line.members.displayName,
      cards,
    }),
  );
  return {
    platform,
    loyalty,
    clockDifference,
    observations,
    line,
    brand,
    rewardsFile,
    platformCalls,
  };
}

function createClient(
  { config, store, metrics, stack, clock, log }: AppContext,
  { baseUrl, direct, exchange, overrides, idempotentWrites }: LoyaltyConnection,
  {
    clockDifference,
    observations,
    platformCalls,
  }: Pick<Services, "clockDifference" | "observations" | "platformCalls">,
): LoyaltyClient {
  const { connectTimeoutMs: timeoutMs } = config;
  const http = platformCalls?.record(createHttpClient({ baseUrl, timeoutMs, clock }), baseUrl);
  const client = createLoyaltyClient({
    baseUrl,
    direct,
    exchange,
    api: config.connectApi,
    overrides,
    observations: observations.current,
    idempotentWrites,
    timeoutMs,
    ...(http && { http }),
    clock,
    log,
    tokens: store.settings,
    observer: {
      onCall: metrics.onLoyaltyCall,
      onBreakerChange: metrics.onBreakerChange,
      onCredentialsChange: (flow, refused) =>
        metrics.onCredentialsChange(`platform_${flow}`, refused),
      clockDifference: clockDifference.note,
    },
  });
  return stack.use(client);
}

// Connects to the loyalty platform, real or embedded.

async function connectLoyalty(options: ConnectionOptions): Promise<LoyaltyConnection> {
  const { config, secrets } = options;
  if (config.connect.kind === "real") {
    const { baseUrl, overridesFile } = config.connect;
    return {
      baseUrl,
      direct: secrets.connect,
      exchange: secrets.connectExchange,
      overrides: overridesFile === null ? {} : readOverrides(overridesFile),
      idempotentWrites: config.connectIdempotent,
      emulator: null,
      pages: null,
    };
  }
  return (await import("./embedded-loyalty.ts")).startEmbeddedLoyalty(options, config.connect.port);
}

/** @throws {ConfigError} with the fault of the file. */
export const readOverrides = (file: string): Overrides =>
  readJsonFile("CONNECT_OVERRIDES", file, overridesSchema);

interface RecordedPlatform extends PlatformCalls {
  /** The same client, with its exchanges reported to the listener. */
  record(http: HttpClient, baseUrl: string): HttpClient;
}

/** Attributes calls of the platform to the events during whose handling they are made, for the studio's inspector. */
function createPlatformCalls(clock: Clock): RecordedPlatform {
  const events = new AsyncLocalStorage<string>();
  let notify: Parameters<PlatformCalls["listen"]>[0] | undefined;
  return {
    during: (webhookEventId, work) => events.run(webhookEventId, work),
    listen: (listener) => void (notify = listener),
    record: (http, baseUrl) =>
      recordExchanges(http, {
        baseUrl,
        clock,
        begin() {
          const webhookEventId = events.getStore();
          return (exchange) => notify?.(exchange, webhookEventId);
        },
      }),
  };
}

// Takes what the doctor has seen of the platform from the store, at the start and whenever it changes.

interface PlatformObservations {
  /** Null if nothing was seen of this platform. */
  current(): Observations | null;
  /** Reads them again. @throws {StoreError} */
  refresh(): Promise<void>;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
}

/** @param options.baseUrl what was seen of a platform at another address doesn't count. */
export async function openObservations({
  settings,
  baseUrl,
  log,
}: {
  settings: Pick<Settings, "get">;
  baseUrl: string;
  log: Log;
}): Promise<PlatformObservations> {
  let stored: string | null = null;
  let observations: Observations | null = null;
  const listeners: (() => void)[] = [];

  async function refresh(): Promise<void> {
    const text = await settings.get(settingsKeys.platformObservations);
    if (text === stored) return;
    stored = text;
    observations = observationsIn(text, baseUrl);
    if (observations) {
      const { findsLineIds, operations } = observations;
      log.info({ findsLineIds, operations }, "platform observations taken");
    }
    for (const listener of listeners) listener();
  }

  await refresh();
  return {
    current: () => observations,
    refresh,
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The stored observations of the platform at this address; null when they are of another, or of another version of the bot. */
function observationsIn(text: string | null, baseUrl: string): Observations | null {
  if (text === null) return null;
  const { data } = observationsSchema.safeParse(JSON.parse(text));
  return data?.baseUrl === baseUrl ? data : null;
}
