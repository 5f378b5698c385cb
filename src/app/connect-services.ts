/** Connects to the loyalty platform and to LINE, and reads the brand. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Brand } from "../bot/context.ts";
import * as ui from "../bot/views/flex-components.ts";
import { type Clock, deadline, unlessAborted } from "../clock.ts";
import { type Config, isTraced } from "../config/config.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { reasonOf } from "../errors.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../loyalty/client.ts";
import { type ClockDifference, readClockDifference } from "../loyalty/clock-difference.ts";
import { type Overrides, overridesSchema } from "../loyalty/endpoint-overrides.ts";
import { createHttpClient, type HttpClient, recordExchanges } from "../loyalty/http-client.ts";
import { type Observations, observationsSchema } from "../loyalty/observations.ts";
import { readEnd } from "../loyalty/platform-time.ts";
import type { RewardsFile } from "../loyalty/reward-prices.ts";
import type { Log } from "../observability/log.ts";
import type { Settings } from "../store/settings.ts";
import type { PlatformCalls } from "../studio/server/event-recorder.ts";
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

// Reads the brand (name, colours, logo) from the add-on's subscription, or else from the environment.

/** The part of the subscription that is used; stored for a start at which the platform is unreachable. */
interface Subscription {
  name: string;
  themeColor: string;
  iconColor: string;
  logo: string;
  planEnd: string;
}

/** Time limit for reading the subscription at the start. */
const subscriptionTimeoutMs = 4000;
const dayMs = 86_400_000;

/** @param subscribed whether the exchange flow is configured, without which the subscription cannot be read. */
async function readBrand(options: {
  loyalty: Pick<LoyaltyClient, "getCurrentAddOnStatus">;
  subscribed: boolean;
  settings: Settings;
  config: Config;
  /** Where one joins, and finds the shop, unless the environment says so; null without such pages. */
  pages: { join: string; contact: string } | null;
  /** The account's LINE display name, used if nothing else names the business. */
  displayName: string;
  cards: Pick<Brand, "cardStyles" | "cardFacts">;
  clock: Clock;
  log: Log;
}): Promise<Brand> {
  const { subscribed, config, pages, displayName, cards, clock, log } = options;
  const subscription = subscribed ? await fetchSubscription(options) : null;
  if (subscription) warnBeforePlanEnds(subscription.planEnd, config.business.timeZone, clock, log);
  const brand = brandOf(subscription, config, displayName);
  return {
    ...brand,
    registerUrl: brand.registerUrl ?? pages?.join ?? null,
    contactUrl: brand.contactUrl ?? pages?.contact ?? null,
    ...cards,
  };
}

/** The brand from the stored subscription, for CLI commands, which do not call the platform. */
export async function storedBrand(options: {
  subscribed: boolean;
  settings: Settings;
  config: Config;
  displayName: string;
}): Promise<Brand> {
  const { subscribed, settings, config, displayName } = options;
  return brandOf(subscribed ? await storedSubscription(settings) : null, config, displayName);
}

function brandOf(subscription: Subscription | null, config: Config, displayName: string): Brand {
  const { business, registerUrl, contactUrl } = config;
  const color = hexColor(subscription?.themeColor) ?? business.color;
  return {
    name: subscription?.name || (business.name ?? displayName),
    color,
    accent: hexColor(subscription?.iconColor) ?? color,
    logo: logoUrl(subscription?.logo, config) ?? business.logoUrl,
    registerUrl,
    contactUrl,
  };
}

async function fetchSubscription({
  loyalty,
  settings,
  clock,
  log,
}: Parameters<typeof readBrand>[0]): Promise<Subscription | null> {
  try {
    using limit = deadline(clock, subscriptionTimeoutMs);
    const { business_app: app, end_date: planEnd } = await loyalty.getCurrentAddOnStatus(
      {},
      { signal: limit.signal },
    );
    const { name, logo, theme_color: themeColor, icon_color: iconColor } = app;
    const subscription = { name, themeColor, iconColor, logo, planEnd };
    await settings.set(settingsKeys.subscription, JSON.stringify(subscription));
    return subscription;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "reading the add-on subscription failed");
    return storedSubscription(settings);
  }
}

async function storedSubscription(settings: Settings): Promise<Subscription | null> {
  const stored = await settings.get(settingsKeys.subscription);
  return stored === null ? null : (JSON.parse(stored) as Subscription);
}

function warnBeforePlanEnds(planEnd: string, timeZone: string, clock: Clock, log: Log): void {
  const end = readEnd(planEnd, timeZone);
  if (end.kind === "unreadable")
    log.warn({ planEnd }, "the end of the add-on's plan can't be read");
  if (end.kind !== "read") return;
  const remainingMs = end.at - clock.now();
  if (remainingMs <= 0) log.error({ planEnd }, "the add-on's plan has ended");
  else if (remainingMs < 14 * dayMs) log.warn({ planEnd }, "the add-on's plan ends soon");
}

const hexColor = (color: string | undefined) =>
  color !== undefined && /^#[0-9a-fA-F]{6}$/.test(color) ? color : undefined;

/** @returns the URL of the platform's logo; null where LINE can't load it, which takes JPEG and PNG only. */
function logoUrl(address: string | undefined, { line }: Config): string | null {
  const url = ui.pictureUrl({ allowHttp: line.kind === "embedded" }, address);
  return url !== null && /\.(?:png|jpe?g)$/i.test(url) ? url : null;
}
