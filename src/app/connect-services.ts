/** Connects to the loyalty platform and to LINE, and reads the brand. */
import type { Brand } from "../bot/context.ts";
import { unlessAborted } from "../clock.ts";
import { isTraced } from "../config/config.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../loyalty/client.ts";
import { createHttpClient } from "../loyalty/http-client.ts";
import { readClockDifference, type ClockDifference } from "../loyalty/clock-difference.ts";
import type { RewardsFile } from "../loyalty/reward-prices.ts";
import { readBrand } from "./branding.ts";
import { readCardFiles } from "./card-files.ts";
import type { LineChannels, LoyaltyConnection } from "./connections.ts";
import type { AppContext } from "./context.ts";
import { connectLine } from "./line-connection.ts";
import { connectLoyalty } from "./loyalty-connection.ts";
import { createPlatformCalls, type RecordedPlatform } from "./platform-calls.ts";
import { openObservations, type PlatformObservations } from "./platform-observations.ts";
import { readRewardsFile } from "./rewards-file.ts";

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
