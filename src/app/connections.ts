/** The two neighbours, real or embedded: the one place where that makes a difference. */
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
import type { EmbeddedConnect } from "../emulators/loyalty/index.ts";
import type { EmbeddedLine } from "../emulators/line/index.ts";
import { reasonOf } from "../errors.ts";
import type { Channel } from "../pipeline/webhook.ts";
import { LineError } from "../line/errors.ts";
import { createRichMenus, type RichMenus } from "../line/rich-menu-client.ts";
import { createSender, type Sender } from "../line/messaging-client.ts";
import {
  fixedToken,
  statelessTokens,
  type StatelessOptions,
  type TokenSource,
} from "../line/channel-access-tokens.ts";
import type { Figures } from "../observability/metrics.ts";
import { hashed, type Log } from "../observability/log.ts";
import type { StaffMember } from "../store/staff.ts";
import type { Settings } from "../store/store.ts";

/** Embedded neighbours that were started apart from the bot, and that outlive it. */
export interface Neighbours {
  line?: EmbeddedLine;
  connect?: EmbeddedConnect;
}

export interface Surroundings {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  neighbours: Neighbours;
  /** What is started here ends with it. */
  stack: AsyncDisposableStack;
}

export interface PlatformSide {
  baseUrl: string;
  direct: Secrets["connect"];
  exchange: Secrets["connectExchange"];
  overrides: Overrides;
  /** Whether a write may be sent again blindly: it carries a key that the platform knows it by. */
  idempotentWrites: boolean;
  embedded: EmbeddedConnect | null;
}

export async function platformSide(surroundings: Surroundings): Promise<PlatformSide> {
  const { config, secrets } = surroundings;
  if (config.connect.kind === "real") {
    const { baseUrl, overridesFile } = config.connect;
    return {
      baseUrl,
      direct: secrets.connect,
      exchange: secrets.connectExchange,
      overrides: overridesFile === null ? {} : readOverrides(overridesFile),
      idempotentWrites: config.connectIdempotent,
      embedded: null,
    };
  }
  return (await import("./embedded.ts")).demoPlatform(surroundings, config.connect.port);
}

/** @throws {ConfigError} naming what the file lacks. */
export function readOverrides(file: string): Overrides {
  try {
    return overridesSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
    throw new ConfigError([`CONNECT_OVERRIDES: ${reason}`]);
  }
}

export interface LineSide {
  apiBaseUrl: string;
  token: TokenSource;
  sender: Sender;
  richMenus: RichMenus;
  channel: Channel;
  displayName: string;
  /** The account's id in LINE's addresses, such as `@sakura`. */
  basicId: string;
  /** Who is staff there from the start. */
  staff: readonly StaffMember[];
  embedded: EmbeddedLine | null;
}

/** The account that members write to, and the one that marketers try things out with. */
export interface LineSides {
  members: LineSide;
  dev: LineSide | null;
}

export interface LineSurroundings extends Surroundings {
  settings: Settings;
  /** @param path where the bot takes that channel's webhooks. */
  webhookUrl(path: WebhookPath): string;
  /** What the embedded account is called. */
  displayName: string;
  figures: Pick<Figures, "calledLine" | "credentials">;
}

export type WebhookPath = "/webhook" | "/webhook/dev";

/** @throws {LineError} when LINE doesn't take a token, or can't be asked at the first start. */
export async function lineSides(surroundings: LineSurroundings): Promise<LineSides> {
  const { config, secrets } = surroundings;
  if (config.line.kind === "embedded") {
    return (await import("./embedded.ts")).demoSides(surroundings, config.line.port);
  }
  const { line, devLine } = config;
  return {
    members: await realSide(surroundings, "line", line, secrets.line),
    dev:
      devLine &&
      (await realSide(surroundings, "line_dev", { ...line, ...devLine }, secrets.devLine)),
  };
}

/** The token that is given, or else ones that LINE issues. */
export function realToken(
  { clock, log, stack }: Pick<Surroundings, "clock" | "log" | "stack">,
  { apiBaseUrl, channelId }: Pick<RealLine, "apiBaseUrl" | "channelId">,
  { accessToken, channelSecrets }: ChannelSecrets,
  watch: Pick<StatelessOptions, "called" | "failing"> = {},
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
 * The members' account's menus, for a process beside the server.
 * @throws {LineError} where LINE is embedded and no server ever ran on these data.
 */
export async function richMenusBeside(
  surroundings: Omit<Surroundings, "neighbours"> & { settings: Settings },
): Promise<RichMenus> {
  const { config, secrets, clock, log, stack, settings } = surroundings;
  if (config.line.kind === "real") {
    const token = realToken(surroundings, config.line, secrets.line);
    return stack.use(createRichMenus({ ...config.line, token, clock, log }));
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
  return stack.use(createRichMenus({ apiBaseUrl, dataApiBaseUrl: apiBaseUrl, token, clock, log }));
}

async function realSide(
  surroundings: LineSurroundings,
  name: "line" | "line_dev",
  line: RealLine,
  secrets: ChannelSecrets,
): Promise<LineSide> {
  const { clock, log, stack, settings, figures } = surroundings;
  const { apiBaseUrl, dataApiBaseUrl } = line;
  const { channelSecrets } = secrets;
  const called = figures.calledLine;
  const refused = (isOn: boolean) => figures.credentials(name, isOn);
  const token = realToken(surroundings, line, secrets, { called, failing: refused });
  const wire = { apiBaseUrl, token, clock, log, called };
  const sender = stack.use(createSender({ ...wire, refused }));
  const richMenus = stack.use(createRichMenus({ ...wire, dataApiBaseUrl }));
  const known = `line account ${hashed(channelSecrets.join())}`;
  const { userId, displayName, basicId } = await ownAccount(sender, settings, known);
  return {
    apiBaseUrl,
    token,
    sender,
    richMenus,
    channel: { account: userId, secrets: channelSecrets },
    displayName,
    basicId,
    staff: [],
    embedded: null,
  };
}

const account = z.object({ userId: z.string(), displayName: z.string(), basicId: z.string() });

/** The account that the token belongs to; the last answer stands in while LINE can't be asked. */
async function ownAccount(
  sender: Sender,
  settings: Settings,
  name: string,
): Promise<z.infer<typeof account>> {
  try {
    const own = account.parse(await sender.botInfo());
    await settings.set(name, JSON.stringify(own));
    return own;
  } catch (error) {
    const kept = account.safeParse(JSON.parse((await settings.get(name)) ?? "null"));
    if (kept.success) return kept.data;
    if (!(error instanceof LineError)) throw error;
    throw new LineError(
      error.code,
      `LINE didn't say which account this is (${error.message}): check LINE_CHANNEL_ACCESS_TOKEN, or LINE_CHANNEL_ID with LINE_CHANNEL_SECRET, and that LINE_API_BASE_URL can be reached`,
      { cause: error },
    );
  }
}
