/** The two neighbours, real or embedded: the one place where that makes a difference. */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Clock } from "./clock.ts";
import {
  ConfigError,
  type ChannelSecrets,
  type Config,
  type RealLine,
  type Secrets,
} from "./config.ts";
import { overridesSchema, type Overrides } from "./connect/overrides.ts";
import {
  demoPeople,
  embeddedConnectFile,
  startEmbeddedConnect,
  type EmbeddedConnect,
} from "./embedded/connect/index.ts";
import { startEmbeddedLine, type EmbeddedLine } from "./embedded/line/embedded-line.ts";
import { reasonOf } from "./errors.ts";
import type { Channel } from "./intake/webhook.ts";
import { LineError } from "./line/errors.ts";
import { createRichMenus, type RichMenus } from "./line/rich-menus.ts";
import { createSender, type Sender } from "./line/sender.ts";
import { fixedToken, statelessTokens, type TokenSource } from "./line/tokens.ts";
import { hashed, type Log } from "./log.ts";
import type { StaffMember } from "./store/staff.ts";
import type { Settings } from "./store/store.ts";

/** Embedded neighbours that were started apart from the bot, and that outlive it. */
export interface Neighbours {
  line?: EmbeddedLine;
  connect?: EmbeddedConnect;
}

interface Surroundings {
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
  const { config, secrets, clock, log, neighbours, stack } = surroundings;
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
  const embedded =
    neighbours.connect ??
    stack.use(
      await startEmbeddedConnect({
        port: config.connect.port,
        file: embeddedConnectFile(config.dataDir),
        clock,
        log: log.child({ part: "embedded platform" }),
      }),
    );
  const [business] = embedded.credentials.businesses;
  if (!business) throw new Error("the embedded platform has no business");
  return {
    baseUrl: embedded.baseUrl,
    direct: {
      businessCode: business.code,
      apiKey: business.api_key,
      apiSecret: business.api_secret,
    },
    exchange: { exchangeToken: embedded.credentials.exchange_token },
    overrides: {},
    idempotentWrites: true,
    embedded,
  };
}

/** @throws {ConfigError} naming what the file lacks. */
function readOverrides(file: string): Overrides {
  try {
    return overridesSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
    throw new ConfigError([`CONNECT_OVERRIDES: ${reason}`]);
  }
}

export interface LineSide {
  apiBaseUrl: string;
  sender: Sender;
  richMenus: RichMenus;
  channel: Channel;
  displayName: string;
  /** The account's id in LINE's addresses, such as `@sakura`. */
  basicId: string;
  embedded: EmbeddedLine | null;
}

/** The account that members write to, and the one that marketers try things out with. */
export interface LineSides {
  members: LineSide;
  dev: LineSide | null;
}

interface LineSurroundings extends Surroundings {
  settings: Settings;
  /** @param path where the bot takes that channel's webhooks. */
  webhookUrl(path: WebhookPath): string;
  /** What the embedded account is called. */
  displayName: string;
}

export type WebhookPath = "/webhook" | "/webhook/dev";

/** @throws {LineError} when LINE doesn't take a token, or can't be asked at the first start. */
export async function lineSides(surroundings: LineSurroundings): Promise<LineSides> {
  const { config, secrets } = surroundings;
  if (config.line.kind === "embedded") return embeddedSides(surroundings);
  const { line, devLine } = config;
  return {
    members: await realSide(surroundings, line, secrets.line),
    dev: devLine && (await realSide(surroundings, { ...line, ...devLine }, secrets.devLine)),
  };
}

function realToken(
  { clock, log, stack }: Pick<Surroundings, "clock" | "log" | "stack">,
  { apiBaseUrl, channelId }: RealLine,
  { accessToken, channelSecrets }: ChannelSecrets,
): TokenSource {
  if (accessToken) return fixedToken(accessToken);
  return stack.use(
    statelessTokens({
      apiBaseUrl,
      channelId: channelId ?? "",
      channelSecret: channelSecrets[0] ?? "",
      clock,
      log,
    }),
  );
}

/** Where the store keeps what opens the embedded LINE on this machine. */
const embeddedAccessToken = "embedded line access token";

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
  const accessToken = await settings.get(embeddedAccessToken);
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
  line: RealLine,
  secrets: ChannelSecrets,
): Promise<LineSide> {
  const { clock, log, stack, settings } = surroundings;
  const { apiBaseUrl, dataApiBaseUrl } = line;
  const { channelSecrets } = secrets;
  const wire = { apiBaseUrl, token: realToken(surroundings, line, secrets), clock, log };
  const sender = stack.use(createSender(wire));
  const richMenus = stack.use(createRichMenus({ ...wire, dataApiBaseUrl }));
  const known = `line account ${hashed(channelSecrets.join())}`;
  const { userId, displayName, basicId } = await ownAccount(sender, settings, known);
  return {
    apiBaseUrl,
    sender,
    richMenus,
    channel: { account: userId, secrets: channelSecrets },
    displayName,
    basicId,
    embedded: null,
  };
}

/** The embedded account always has the same id, so that what is stored under it is found again. */
export const embeddedAccount = {
  id: "1000000001",
  botUserId: `U${createHash("sha256").update("the embedded account").digest("hex").slice(0, 32)}`,
  basicId: "@embedded",
};

export const embeddedDevAccount = {
  id: "1000000002",
  botUserId: `U${createHash("sha256").update("the embedded dev account").digest("hex").slice(0, 32)}`,
  basicId: "@embedded-dev",
};

/** A chat of a few friends, in which the account is too. */
const demoGroup = {
  type: "group" as const,
  chatId: `C${createHash("sha256").update("a group of friends").digest("hex").slice(0, 32)}`,
  name: "Coffee friends",
  members: demoPeople
    .filter(({ label }) => ["somchai", "hina", "olivia", "stranger"].includes(label))
    .map(({ lineId }) => lineId),
};

/** The demo's staff, who only exist under the embedded account. @param since milliseconds since 1970. */
export const demoStaff = (since: number): StaffMember[] =>
  demoPeople.flatMap(({ lineId, displayName: name, staff }) =>
    staff ? [{ lineId, name, ...staff, since }] : [],
  );

/** Made up at every start. */
const keys = () => ({
  secret: randomBytes(16).toString("hex"),
  accessToken: randomBytes(32).toString("base64url"),
});

async function embeddedSides(surroundings: LineSurroundings): Promise<LineSides> {
  const { config, clock, log, neighbours, stack, settings, webhookUrl, displayName } = surroundings;
  const embedded =
    neighbours.line ??
    stack.use(
      await startEmbeddedLine({
        port: config.line.kind === "embedded" ? config.line.port : 0,
        clock,
        log: log.child({ part: "embedded LINE" }),
        people: demoPeople.map(({ lineId, why, ...person }) => ({
          userId: lineId,
          displayName: person.displayName,
          language: person.language,
          note: why,
          kind: person.kind,
        })),
        groups: [demoGroup],
        channels: [
          {
            ...embeddedAccount,
            displayName,
            ...keys(),
            webhookUrl: () => webhookUrl("/webhook"),
          },
          {
            ...embeddedDevAccount,
            displayName: `${displayName} (dev)`,
            ...keys(),
            webhookUrl: () => webhookUrl("/webhook/dev"),
          },
        ],
      }),
    );
  const apiBaseUrl = embedded.origin;
  const [members, dev] = embedded.accounts.channels.map((channel) => {
    const wire = { apiBaseUrl, token: fixedToken(channel.accessToken), clock, log };
    return {
      apiBaseUrl,
      sender: stack.use(createSender(wire)),
      richMenus: stack.use(createRichMenus({ ...wire, dataApiBaseUrl: apiBaseUrl })),
      channel: { account: channel.botUserId, secrets: [channel.secret] },
      displayName: channel.displayName,
      basicId: channel.basicId,
      embedded,
    };
  });
  const [first] = embedded.accounts.channels;
  if (!members || !first) throw new Error("the embedded LINE has no channel");
  await settings.set(embeddedAccessToken, first.accessToken);
  return { members, dev: dev ?? null };
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
