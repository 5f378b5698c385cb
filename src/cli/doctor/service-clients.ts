/** Creates clients of LINE and the loyalty platform, real or embedded, for a process beside the running bot. */
import { existsSync } from "node:fs";
import type { Clock } from "../../clock.ts";
import type { ChannelSecrets, Config } from "../../config/config.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../../loyalty/client.ts";
import { embeddedAccount, embeddedDevAccount, embeddedToken } from "../../app/embedded-accounts.ts";
import { createChannelStatusClient } from "../../line/channel-status-client.ts";
import { richMenuClientForCli } from "../../app/cli-clients.ts";
import type { RichMenuClient } from "../../line/rich-menu-client.ts";
import { createMessagingClient } from "../../line/messaging-client.ts";
import { fixedToken, type TokenSource } from "../../line/stateless-tokens.ts";
import type { Log } from "../../observability/log.ts";
import type { WebhookPath } from "../../app/connections.ts";
import { tokenSourceFor } from "../../app/line-connection.ts";
import type { Settings as StoredSettings } from "../../store/settings.ts";
import type { Store } from "../../store/store.ts";
import { CommandError } from "../command.ts";
import type { Settings } from "./environment.ts";
import type { ChannelAccess } from "./line.ts";
import type { Platform } from "./platform.ts";

export interface ServiceClientOptions {
  settings: Settings;
  /** Null if it can't be used. */
  store: Store | null;
  clock: Clock;
  log: Log;
  /** Closes the clients. */
  stack: AsyncDisposableStack;
}

const loopback = (port: number) => (port === 0 ? null : `http://127.0.0.1:${port}`);

/** The members' channel and, if there is one, the dev channel. */
export async function lineClients(options: ServiceClientOptions): Promise<ChannelAccess[]> {
  const { settings, store } = options;
  const { config, secrets } = settings;
  const { line, devLine } = config;
  const common = { embedded: line.kind === "embedded", pushes: config.pushFallback };
  const reserve = config.reminderPushes?.reserve ?? null;
  const members = { ...common, reserve, area: "LINE", prefix: "LINE_CHANNEL" as const };
  const dev = { ...common, reserve: null, area: "LINE dev", prefix: "LINE_DEV_CHANNEL" as const };
  if (line.kind === "embedded") {
    const apiBaseUrl = loopback(line.port);
    const clients = async ({ id }: { id: string }) => {
      const token = store && (await embeddedToken(store.settings, id));
      if (token === null || apiBaseUrl === null) return null;
      return clientsFor(fixedToken(token), apiBaseUrl, options);
    };
    // Embedded channels always post to the bot that started them.
    const at = { apiBaseUrl, webhookUrl: null };
    return [
      { ...members, ...at, clients: await clients(embeddedAccount), path: "/webhook" },
      { ...dev, ...at, clients: await clients(embeddedDevAccount), path: "/webhook/dev" },
    ];
  }
  const real = (path: WebhookPath, channelId: string | null, keys: ChannelSecrets) => ({
    apiBaseUrl: line.apiBaseUrl,
    clients: clientsFor(
      tokenSourceFor(options, { apiBaseUrl: line.apiBaseUrl, channelId }, keys),
      line.apiBaseUrl,
      options,
    ),
    webhookUrl: config.publicUrl === null ? null : config.publicUrl + path,
    path,
  });
  const channels: ChannelAccess[] = [
    { ...members, ...real("/webhook", line.channelId, secrets.line) },
  ];
  if (devLine)
    channels.push({ ...dev, ...real("/webhook/dev", devLine.channelId, secrets.devLine) });
  return channels;
}

function clientsFor(
  token: TokenSource,
  apiBaseUrl: string,
  { clock, log, stack }: ServiceClientOptions,
) {
  const options = { apiBaseUrl, token, clock, log };
  return {
    messaging: stack.use(createMessagingClient(options)),
    status: stack.use(createChannelStatusClient(options)),
  };
}

/** The rich menus of the members' channel. */
export async function richMenus({
  settings: { config, secrets },
  store,
  ...parts
}: ServiceClientOptions): Promise<RichMenuClient> {
  const settings = store?.settings ?? memoryless;
  return richMenuClientForCli({ config, secrets, settings, ...parts });
}

export async function loyaltyClient(options: ServiceClientOptions): Promise<Platform> {
  const { settings, store } = options;
  const { config, secrets, overrides } = settings;
  const { connect: loyalty, memberLookup } = config;
  if (loyalty.kind === "embedded") return embeddedPlatform(config, loyalty.port, options);
  const stored = store && (await isWritable(store)) ? store.settings : null;
  const direct = secrets.connect;
  let client: LoyaltyClient | null = null;
  return {
    embedded: false,
    baseUrl: loyalty.baseUrl,
    signIn: direct && ((it) => it.getAccessToken(credentials(direct))),
    exchange: secrets.connectExchange ? (stored ? "usable" : "can't be kept") : "unset",
    memberLookup,
    addresses: { api: config.connectApi, overrides },
    connect: async () =>
      (client ??= open(options, {
        baseUrl: loyalty.baseUrl,
        direct,
        // A renewal invalidates the bot's own token, so it is done only if the new one can be stored for the bot.
        exchange: stored ? secrets.connectExchange : null,
        tokens: stored ?? memoryless,
        overrides,
      })),
  };
}

function embeddedPlatform(config: Config, port: number, options: ServiceClientOptions): Platform {
  const { clock, stack } = options;
  const origin = loopback(port);
  const baseUrl = origin && `${origin}/api`;
  let client: Promise<LoyaltyClient> | null = null;
  async function createClient(): Promise<LoyaltyClient> {
    // Only where the platform is embedded: loading it takes as long as all the rest.
    const { loyaltyEmulatorFile, openPlatformFile } =
      await import("../../emulators/loyalty/index.ts");
    const path = loyaltyEmulatorFile(config.dataDir);
    if (!existsSync(path)) {
      throw new CommandError(
        "something answers there that isn't this DATA_DIR's embedded platform: check DATA_DIR and EMBEDDED_CONNECT_PORT",
      );
    }
    const { businesses, exchange_token: exchangeToken } = await stack
      .use(openPlatformFile(path, clock))
      .credentials();
    const [business] = businesses;
    return open(options, {
      baseUrl: baseUrl ?? "",
      direct: business
        ? {
            businessCode: business.code,
            apiKey: business.api_key,
            apiSecret: business.api_secret,
          }
        : null,
      // A token of its own: the bot's stays valid.
      exchange: { exchangeToken },
      tokens: memoryless,
      overrides: {},
    });
  }
  const loyalty = () => (client ??= createClient());
  return {
    embedded: true,
    baseUrl,
    signIn: (it) => it.getProfile({ page: 1, size: 1 }),
    exchange: "usable",
    memberLookup: config.memberLookup,
    addresses: { api: config.connectApi, overrides: {} },
    connect: loyalty,
  };
}

function open(
  { settings, clock, log, stack }: ServiceClientOptions,
  connection: Pick<
    Parameters<typeof createLoyaltyClient>[0],
    "baseUrl" | "direct" | "exchange" | "tokens" | "overrides"
  >,
): LoyaltyClient {
  const { connectApi: api, connectTimeoutMs: timeoutMs } = settings.config;
  // No circuit breaker, so that a failing operation doesn't hide the state of the next one.
  return stack.use(createLoyaltyClient({ ...connection, api, timeoutMs, restMs: 0, clock, log }));
}

const credentials = (direct: NonNullable<Settings["secrets"]["connect"]>) => ({
  business_code: direct.businessCode,
  api_key: direct.apiKey,
  api_secret: direct.apiSecret,
});

/** Whether a renewed token could be stored. */
const isWritable = (store: Store): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  );

const memoryless: StoredSettings = {
  get: async () => null,
  set: async () => {},
  exclusive: (_name, work) => work(),
};
