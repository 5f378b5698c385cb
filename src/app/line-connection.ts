/** Connects to the channels of LINE, real or embedded. */
import { shownName } from "../text/safe-text.ts";
import { z } from "zod";
import type { ChannelSecrets, RealLine, Secrets } from "../config/config.ts";
import { ConfigError } from "../errors.ts";
import {
  type ChannelPrefix,
  fixedToken,
  type StatelessOptions,
  statelessTokens,
  type TokenSource,
} from "../line/stateless-tokens.ts";
import { LineError } from "../line/errors.ts";
import { createContentClient } from "../line/content-client.ts";
import { createMessagingClient, type MessagingClient } from "../line/messaging-client.ts";
import { createRichMenuClient } from "../line/rich-menu-client.ts";
import { hashId } from "../store/hash-id.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Settings } from "../store/settings.ts";
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
    return (await import("./embedded-line.ts")).startEmbeddedLine(options, config.line.port);
  }
  const { line, devLine } = config;
  const members = await connectRealChannel(options, {
    name: "line",
    prefix: "LINE_CHANNEL",
    line,
    secrets: secrets.line,
  });
  if (!devLine) return { members, dev: null };
  const dev = await connectRealChannel(options, {
    name: "line_dev",
    prefix: "LINE_DEV_CHANNEL",
    line: { ...line, ...devLine },
    secrets: secrets.devLine,
    check(account) {
      if (account === members.channel.account) throw oneAccount(secrets);
    },
  });
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
  watch: Pick<StatelessOptions, "prefix" | "onCall" | "onFailingChange"> = {},
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

interface ChannelAccess {
  /** The label of its credentials in the metrics. */
  name: "line" | "line_dev";
  prefix: ChannelPrefix;
  line: RealLine;
  secrets: ChannelSecrets;
  /** Throws if the account may not be used; it isn't stored then. */
  check?(account: string): void;
}

async function connectRealChannel(
  options: LineConnectionOptions,
  { name, prefix, line, secrets, check = () => {} }: ChannelAccess,
): Promise<LineChannel> {
  const { clock, log, stack, settings, metrics } = options;
  const { apiBaseUrl, dataApiBaseUrl } = line;
  const { channelSecrets } = secrets;
  const onCall = metrics.onLineCall;
  const onTokenRefusedChange = (isRefused: boolean) => metrics.onCredentialsChange(name, isRefused);
  const token = tokenSourceFor(options, line, secrets, {
    prefix,
    onCall,
    onFailingChange: onTokenRefusedChange,
  });
  const client = { apiBaseUrl, token, prefix, clock, log, onCall };
  const messaging = stack.use(createMessagingClient({ ...client, onTokenRefusedChange }));
  const richMenus = stack.use(createRichMenuClient({ ...client, dataApiBaseUrl }));
  const content = stack.use(createContentClient({ ...client, dataApiBaseUrl }));
  const settingName = settingsKeys.lineAccount(hashId(channelSecrets.join()));
  const own = await readOwnAccount(messaging, prefix).then(
    async (read) => {
      check(read.userId);
      await settings.set(settingName, JSON.stringify(read));
      return read;
    },
    (error: unknown) => storedAccount(settings, settingName, error),
  );
  const { userId, displayName, basicId } = own;
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

const account = z.object({
  userId: z.string(),
  displayName: z.string().transform(shownName),
  basicId: z.string(),
});

type Account = z.infer<typeof account>;

/** Reads the account that the token belongs to. @throws {LineError} */
async function readOwnAccount(messaging: MessagingClient, prefix: ChannelPrefix): Promise<Account> {
  try {
    return account.parse(await messaging.botInfo());
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new LineError(
      error.code,
      `LINE didn't say which account this is (${error.message}): check ${prefix}_ACCESS_TOKEN, or ${prefix}_ID with ${prefix}_SECRET, and that LINE_API_BASE_URL can be reached`,
      { cause: error },
    );
  }
}

/** The account of a former start, while LINE is unreachable. @throws `error` when there was none. */
async function storedAccount(settings: Settings, name: string, error: unknown): Promise<Account> {
  const stored = account.safeParse(JSON.parse((await settings.get(name)) ?? "null"));
  if (stored.success) return stored.data;
  throw error;
}
