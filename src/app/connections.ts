/** Connects to LINE and the loyalty platform, real or embedded; the rest of the bot does not distinguish them. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import {
  ConfigError,
  type ChannelSecrets,
  type Config,
  type RealLine,
  type Secrets,
} from "../config/config.ts";
import { overridesSchema, type Overrides } from "../loyalty/endpoint-overrides.ts";
import type { LoyaltyEmulator } from "../emulators/loyalty/index.ts";
import type { LineEmulator } from "../emulators/line/index.ts";
import { reasonOf } from "../errors.ts";
import type { WebhookChannel } from "../pipeline/webhook.ts";
import { LineError } from "../line/errors.ts";
import { createRichMenuClient, type RichMenuClient } from "../line/rich-menu-client.ts";
import { createMessagingClient, type MessagingClient } from "../line/messaging-client.ts";
import {
  fixedToken,
  statelessTokens,
  type StatelessOptions,
  type TokenSource,
} from "../line/channel-access-tokens.ts";
import type { Metrics } from "../observability/metrics.ts";
import { hashed, type Log } from "../observability/log.ts";
import type { StaffMember } from "../store/staff.ts";
import type { Settings } from "../store/store.ts";

/** Emulators that were started apart from the bot and outlive it. */
export interface ExternalServices {
  line?: LineEmulator;
  loyalty?: LoyaltyEmulator;
}

export interface ConnectionOptions {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  external: ExternalServices;
  /** Disposes everything that is started here. */
  stack: AsyncDisposableStack;
}

export interface LoyaltyConnection {
  baseUrl: string;
  direct: Secrets["connect"];
  exchange: Secrets["connectExchange"];
  overrides: Overrides;
  /** Whether a write may be retried without a check: the platform carries out a `ref_id` once. */
  idempotentWrites: boolean;
  emulator: LoyaltyEmulator | null;
}

export async function connectLoyalty(options: ConnectionOptions): Promise<LoyaltyConnection> {
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
    };
  }
  return (await import("./embedded.ts")).startLoyalty(options, config.connect.port);
}

/** @throws {ConfigError} with the fault of the file. */
export function readOverrides(file: string): Overrides {
  try {
    return overridesSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
    throw new ConfigError([`CONNECT_OVERRIDES: ${reason}`]);
  }
}

export interface LineChannel {
  apiBaseUrl: string;
  token: TokenSource;
  messaging: MessagingClient;
  richMenus: RichMenuClient;
  channel: WebhookChannel;
  displayName: string;
  /** The account's basic id, such as `@sakura`. */
  basicId: string;
  /** Staff members to add at the start. */
  initialStaff: readonly StaffMember[];
  emulator: LineEmulator | null;
}

/** The channel for members and, optionally, the dev channel for marketers. */
export interface LineChannels {
  members: LineChannel;
  dev: LineChannel | null;
}

export interface LineConnectionOptions extends ConnectionOptions {
  settings: Settings;
  /** Full webhook URL of a channel. */
  webhookUrl(path: WebhookPath): string;
  /** Display name of the embedded account. */
  displayName: string;
  metrics: Pick<Metrics, "onLineCall" | "onCredentialsChange">;
}

export type WebhookPath = "/webhook" | "/webhook/dev";

/** @throws {LineError} if LINE refuses a token, or is unreachable at the first start. */
export async function connectLine(options: LineConnectionOptions): Promise<LineChannels> {
  const { config, secrets } = options;
  if (config.line.kind === "embedded") {
    return (await import("./embedded.ts")).startLine(options, config.line.port);
  }
  const { line, devLine } = config;
  return {
    members: await connectRealChannel(options, "line", line, secrets.line),
    dev:
      devLine &&
      (await connectRealChannel(options, "line_dev", { ...line, ...devLine }, secrets.devLine)),
  };
}

/** The configured channel access token, or else stateless tokens issued by LINE. */
export function tokenSourceFor(
  { clock, log, stack }: Pick<ConnectionOptions, "clock" | "log" | "stack">,
  { apiBaseUrl, channelId }: Pick<RealLine, "apiBaseUrl" | "channelId">,
  { accessToken, channelSecrets }: ChannelSecrets,
  watch: Pick<StatelessOptions, "onCall" | "onFailingChange"> = {},
): TokenSource {
  if (accessToken) return fixedToken(accessToken);
  return stack.use(
    statelessTokens({
      apiBaseUrl,
      channelId: channelId ?? "",
      channelSecret: channelSecrets[0] ?? "",
      otherSecrets: channelSecrets.slice(1),
      clock,
      log,
      ...watch,
    }),
  );
}

/**
 * A client for the rich menus of the members' channel, for CLI commands.
 * @throws {LineError} if LINE is embedded and the server never ran on this DATA_DIR.
 */
export async function richMenuClientForCli(
  options: Omit<ConnectionOptions, "external"> & { settings: Settings },
): Promise<RichMenuClient> {
  const { config, secrets, clock, log, stack, settings } = options;
  if (config.line.kind === "real") {
    const token = tokenSourceFor(options, config.line, secrets.line);
    return stack.use(createRichMenuClient({ ...config.line, token, clock, log }));
  }
  const { embeddedAccount, embeddedToken } = await import("./embedded.ts");
  const accessToken = await embeddedToken(settings, embeddedAccount.id);
  if (accessToken === null) {
    throw new LineError(
      "unreachable",
      "the embedded LINE lives in the server: npm start comes first",
    );
  }
  const apiBaseUrl = `http://127.0.0.1:${config.line.port}`;
  const token = fixedToken(accessToken);
  return stack.use(
    createRichMenuClient({ apiBaseUrl, dataApiBaseUrl: apiBaseUrl, token, clock, log }),
  );
}

async function connectRealChannel(
  options: LineConnectionOptions,
  name: "line" | "line_dev",
  line: RealLine,
  secrets: ChannelSecrets,
): Promise<LineChannel> {
  const { clock, log, stack, settings, metrics } = options;
  const { apiBaseUrl, dataApiBaseUrl } = line;
  const { channelSecrets } = secrets;
  const onCall = metrics.onLineCall;
  const onTokenRefusedChange = (isOn: boolean) => metrics.onCredentialsChange(name, isOn);
  const token = tokenSourceFor(options, line, secrets, {
    onCall,
    onFailingChange: onTokenRefusedChange,
  });
  const wire = { apiBaseUrl, token, clock, log, onCall };
  const messaging = stack.use(createMessagingClient({ ...wire, onTokenRefusedChange }));
  const richMenus = stack.use(createRichMenuClient({ ...wire, dataApiBaseUrl }));
  const settingName = `line account ${hashed(channelSecrets.join())}`;
  const { userId, displayName, basicId } = await readOwnAccount(messaging, settings, settingName);
  return {
    apiBaseUrl,
    token,
    messaging,
    richMenus,
    channel: { account: userId, secrets: channelSecrets },
    displayName,
    basicId,
    initialStaff: [],
    emulator: null,
  };
}

const account = z.object({ userId: z.string(), displayName: z.string(), basicId: z.string() });

/** Reads the account that the token belongs to; falls back to the stored one while LINE is unreachable. */
async function readOwnAccount(
  sender: MessagingClient,
  settings: Settings,
  name: string,
): Promise<z.infer<typeof account>> {
  try {
    const own = account.parse(await sender.botInfo());
    await settings.set(name, JSON.stringify(own));
    return own;
  } catch (error) {
    const stored = account.safeParse(JSON.parse((await settings.get(name)) ?? "null"));
    if (stored.success) return stored.data;
    if (!(error instanceof LineError)) throw error;
    throw new LineError(
      error.code,
      `LINE didn't say which account this is (${error.message}): check LINE_CHANNEL_ACCESS_TOKEN, or LINE_CHANNEL_ID with LINE_CHANNEL_SECRET, and that LINE_API_BASE_URL can be reached`,
      { cause: error },
    );
  }
}
