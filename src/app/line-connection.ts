/** Connects to the channels of LINE, real or embedded. */
import { z } from "zod";
import { ConfigError, type ChannelSecrets, type RealLine, type Secrets } from "../config/config.ts";
import { fixedToken, type TokenSource } from "../line/channel-access-tokens.ts";
import { statelessTokens, type StatelessOptions } from "../line/stateless-tokens.ts";
import { LineError } from "../line/errors.ts";
import { createContentClient } from "../line/content-client.ts";
import { createMessagingClient, type MessagingClient } from "../line/messaging-client.ts";
import { createRichMenuClient } from "../line/rich-menu-client.ts";
import { hashId } from "../store/hash-id.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Settings } from "../store/store.ts";
import type {
  ConnectionOptions,
  LineChannel,
  LineChannels,
  LineConnectionOptions,
} from "./connections.ts";

/**
 * @throws {LineError} if LINE refuses a token, or is unreachable at the first start.
 * @throws {ConfigError} if both channels are of one account: the dev channel would answer its members.
 */
export async function connectLine(options: LineConnectionOptions): Promise<LineChannels> {
  const { config, secrets } = options;
  if (config.line.kind === "embedded") {
    return (await import("./embedded.ts")).startEmbeddedLine(options, config.line.port);
  }
  const { line, devLine } = config;
  const members = await connectRealChannel(options, "line", line, secrets.line);
  if (!devLine) return { members, dev: null };
  const dev = await connectRealChannel(
    options,
    "line_dev",
    { ...line, ...devLine },
    secrets.devLine,
  );
  if (dev.channel.account === members.channel.account) throw oneAccount(secrets);
  return { members, dev };
}

/** How a channel is opened: the end of its variable's name. */
const access = ({ accessToken }: ChannelSecrets) => (accessToken ? "ACCESS_TOKEN" : "ID");

/** The fault of two channels that LINE says are of the same account. */
function oneAccount({ line, devLine }: Secrets): ConfigError {
  return new ConfigError([
    `LINE_CHANNEL_${access(line)} and LINE_DEV_CHANNEL_${access(devLine)} open the same account: the dev channel needs an account of its own; set the LINE_DEV_CHANNEL_ variables from its channel, or unset them`,
  ]);
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
  const onTokenRefusedChange = (isRefused: boolean) => metrics.onCredentialsChange(name, isRefused);
  const token = tokenSourceFor(options, line, secrets, {
    onCall,
    onFailingChange: onTokenRefusedChange,
  });
  const client = { apiBaseUrl, token, clock, log, onCall };
  const messaging = stack.use(createMessagingClient({ ...client, onTokenRefusedChange }));
  const richMenus = stack.use(createRichMenuClient({ ...client, dataApiBaseUrl }));
  const content = stack.use(createContentClient({ ...client, dataApiBaseUrl }));
  const settingName = settingsKeys.lineAccount(hashId(channelSecrets.join()));
  const { userId, displayName, basicId } = await readOwnAccount(messaging, settings, settingName);
  return {
    apiBaseUrl,
    token,
    messaging,
    richMenus,
    content,
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
  messaging: MessagingClient,
  settings: Settings,
  name: string,
): Promise<z.infer<typeof account>> {
  try {
    const own = account.parse(await messaging.botInfo());
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
