/** The ways to both neighbours, real or embedded, as a second process beside the bot finds them. */
import { existsSync } from "node:fs";
import type { Clock } from "../../clock.ts";
import type { ChannelSecrets, Config } from "../../config/config.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../../loyalty/client.ts";
import { embeddedAccount, embeddedDevAccount, embeddedToken } from "../../app/embedded.ts";
import { loyaltyEmulatorFile, openPlatformFile } from "../../emulators/loyalty/index.ts";
import { createChannelStatusClient } from "../../line/channel-status-client.ts";
import { createMessagingClient } from "../../line/messaging-client.ts";
import { fixedToken, type TokenSource } from "../../line/channel-access-tokens.ts";
import type { Log } from "../../observability/log.ts";
import type { WebhookPath } from "../../app/connections.ts";
import { tokenSourceFor } from "../../app/line-connection.ts";
import type { Settings as Kept, Store } from "../../store/store.ts";
import { CommandError } from "../command.ts";
import type { Settings } from "./environment.ts";
import type { Door } from "./line.ts";
import type { Platform } from "./platform.ts";

export interface ServiceClientOptions {
  settings: Settings;
  /** Null where it can't be used. */
  store: Store | null;
  clock: Clock;
  log: Log;
  /** Closes what is opened here. */
  stack: AsyncDisposableStack;
}

const loopback = (port: number) => (port === 0 ? null : `http://127.0.0.1:${port}`);

/** The members' channel and, where there is one, the marketers'. */
export async function lineClients(surroundings: ServiceClientOptions): Promise<Door[]> {
  const { settings, store } = surroundings;
  const { config, secrets } = settings;
  const { line, devLine } = config;
  const common = { embedded: line.kind === "embedded", pushes: config.pushFallback };
  const members = { ...common, area: "LINE", prefix: "LINE_CHANNEL" as const };
  const dev = { ...common, area: "LINE dev", prefix: "LINE_DEV_CHANNEL" as const };
  if (line.kind === "embedded") {
    const apiBaseUrl = loopback(line.port);
    const signed = async ({ id }: { id: string }) => {
      const token = store && (await embeddedToken(store.settings, id));
      if (token === null || apiBaseUrl === null) return null;
      return signedBy(fixedToken(token), apiBaseUrl, surroundings);
    };
    // The embedded channels always post to the bot that they started with.
    const at = { apiBaseUrl, webhookUrl: null };
    return [
      { ...members, ...at, signed: await signed(embeddedAccount), path: "/webhook" },
      { ...dev, ...at, signed: await signed(embeddedDevAccount), path: "/webhook/dev" },
    ];
  }
  const real = (path: WebhookPath, channelId: string | null, keys: ChannelSecrets) => ({
    apiBaseUrl: line.apiBaseUrl,
    signed: signedBy(
      tokenSourceFor(surroundings, { apiBaseUrl: line.apiBaseUrl, channelId }, keys),
      line.apiBaseUrl,
      surroundings,
    ),
    webhookUrl: config.publicUrl === null ? null : config.publicUrl + path,
    path,
  });
  const doors: Door[] = [{ ...members, ...real("/webhook", line.channelId, secrets.line) }];
  if (devLine) doors.push({ ...dev, ...real("/webhook/dev", devLine.channelId, secrets.devLine) });
  return doors;
}

function signedBy(
  token: TokenSource,
  apiBaseUrl: string,
  { clock, log, stack }: ServiceClientOptions,
) {
  const options = { apiBaseUrl, token, clock, log };
  return {
    sender: stack.use(createMessagingClient(options)),
    inquiries: stack.use(createChannelStatusClient(options)),
  };
}

export async function loyaltyClient(surroundings: ServiceClientOptions): Promise<Platform> {
  const { settings, store } = surroundings;
  const { config, secrets, overrides } = settings;
  const { connect: loyalty, memberLookup } = config;
  if (loyalty.kind === "embedded") return embeddedPlatform(config, loyalty.port, surroundings);
  const kept = store && (await canKeep(store)) ? store.settings : null;
  const direct = secrets.connect;
  let client: LoyaltyClient | null = null;
  return {
    embedded: false,
    baseUrl: loyalty.baseUrl,
    signIn: direct && ((it) => it.getAccessToken(credentials(direct))),
    exchange: secrets.connectExchange ? (kept ? "usable" : "can't be kept") : "unset",
    memberLookup,
    connect: async () =>
      (client ??= open(surroundings, {
        baseUrl: loyalty.baseUrl,
        direct,
        // A renewal replaces the bot's own token: it goes where the bot looks for it, or isn't done.
        exchange: kept ? secrets.connectExchange : null,
        tokens: kept ?? forgetful,
        overrides,
      })),
  };
}

function embeddedPlatform(
  config: Config,
  port: number,
  surroundings: ServiceClientOptions,
): Platform {
  const { clock, stack } = surroundings;
  const origin = loopback(port);
  const baseUrl = origin && `${origin}/api`;
  let client: Promise<LoyaltyClient> | null = null;
  async function connectBeside(): Promise<LoyaltyClient> {
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
    return open(surroundings, {
      baseUrl: baseUrl ?? "",
      direct: business
        ? {
            businessCode: business.code,
            apiKey: business.api_key,
            apiSecret: business.api_secret,
          }
        : null,
      // A token of its own, so nothing of the bot's is replaced.
      exchange: { exchangeToken },
      tokens: forgetful,
      overrides: {},
    });
  }
  const loyalty = () => (client ??= connectBeside());
  return {
    embedded: true,
    baseUrl,
    signIn: (it) => it.getProfile({ page: 1, size: 1 }),
    exchange: "usable",
    memberLookup: config.memberLookup,
    connect: loyalty,
  };
}

function open(
  { settings, clock, log, stack }: ServiceClientOptions,
  way: Pick<
    Parameters<typeof createLoyaltyClient>[0],
    "baseUrl" | "direct" | "exchange" | "tokens" | "overrides"
  >,
): LoyaltyClient {
  const { connectTimeoutMs: timeoutMs } = settings.config;
  // Without a rest, so that an operation that fails doesn't hide how the next one fares.
  return stack.use(createLoyaltyClient({ ...way, timeoutMs, restMs: 0, clock, log }));
}

const credentials = (direct: NonNullable<Settings["secrets"]["connect"]>) => ({
  business_code: direct.businessCode,
  api_key: direct.apiKey,
  api_secret: direct.apiSecret,
});

/** Whether what a renewal brings would be there for the bot. */
const canKeep = (store: Store): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  );

const forgetful: Kept = { get: async () => null, set: async () => {} };
