/** The environment, read once and purely: a Config that can be shown to anyone, and the secrets apart. */
import {
  environment,
  groupFaults,
  isUnseen,
  type Environment,
  type Language,
  type Variables,
} from "./environment-schema.ts";

/** What the parts are told. Holds no secret. */
export interface Config {
  host: string;
  port: number;
  /** The https address that LINE and phones reach the bot at, without a slash at the end. */
  publicUrl: string | null;
  dataDir: string;
  line: { kind: "embedded"; port: number } | RealLine;
  /** The marketers' channel beside a real one; null where there is none. An embedded LINE has its own. */
  devLine: { channelId: string | null } | null;
  /** Whether a reply that LINE refused may be pushed. */
  pushFallback: boolean;
  connect: { kind: "embedded"; port: number } | RealConnect;
  connectTimeoutMs: number;
  /** Whether a real platform does a write once per `ref_id`, so that it may be sent again. */
  connectIdempotent: boolean;
  /** How a LINE user's profile is found: by the platform's search, or in an index of our own. */
  memberLookup: "search" | "index";
  memberCache: { size: number; ttlMs: number };
  ownerLineIds: string[];
  /** The most of a day, in the business's time zone. */
  limits: {
    giftsPerStaffDay: number;
    giftsPerMemberDay: number;
    pointsPerStaffDay: number;
    pointsPerMemberDay: number;
  };
  /** How many messages of one sender are answered in a minute, a third of them at once. */
  messagesPerMinute: number;
  /** A gift of more coupons at once waits for a second person. */
  giftApprovalAbove: number;
  registerUrl: string | null;
  contactUrl: string | null;
  business: Business;
  /** The folder of marketers' drafts. */
  wordsDir: string | null;
  /** How long the text of an event that couldn't be answered is kept. */
  retentionDays: number;
  studio: boolean;
  logLevel: string;
}

/** Whether nobody real can be reached or seen, and nobody else can look on. */
export const isPlayground = ({ line, connect: loyalty, host, publicUrl }: Config): boolean =>
  line.kind === "embedded" && loyalty.kind === "embedded" && isUnseen(host, publicUrl ?? undefined);

interface RealConnect {
  kind: "real";
  baseUrl: string;
  /** A JSON file of operations whose method or path differ. */
  overridesFile: string | null;
}

export interface RealLine {
  kind: "real";
  apiBaseUrl: string;
  dataApiBaseUrl: string;
  channelId: string | null;
}

export interface Business {
  name: string | null;
  color: string;
  timeZone: string;
  /** The first one is the account's default. */
  languages: Language[];
}

export interface ChannelSecrets {
  channelSecrets: string[];
  accessToken: string | null;
}

/** What no log, message or page may show. */
export interface Secrets {
  line: ChannelSecrets;
  devLine: ChannelSecrets;
  connect: { businessCode: string; apiKey: string; apiSecret: string } | null;
  connectExchange: { refreshToken: string } | { exchangeToken: string } | null;
  studioPassword: string | null;
  /** What a scraper that isn't on this machine shows for the figures. */
  metricsToken: string | null;
}

/** Every fault of the environment at once, each with what it has to be. Values are never repeated. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The environment has ${faults.length === 1 ? "a fault" : "faults"}:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`,
    );
    this.faults = faults;
  }
}

/**
 * Reads the environment; blanks around a value are cut off, and an empty variable counts as unset.
 * @throws {ConfigError} naming every fault and its remedy.
 */
export function readConfig(variables: Environment): { config: Config; secrets: Secrets } {
  const given = Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value),
  );
  const read = environment.safeParse(given);
  const faults = [
    ...(read.error?.issues ?? []).map(
      (issue) => `${issue.path[0]?.toString()}: must be ${issue.message}`,
    ),
    ...groupFaults(given),
  ];
  if (!read.success || faults.length > 0) throw new ConfigError([...new Set(faults)]);
  return { config: configOf(read.data), secrets: secretsOf(read.data) };
}

function configOf(env: Variables): Config {
  const realLine = env.LINE_CHANNEL_SECRET !== undefined;
  const embedded = !realLine || env.CONNECT_BASE_URL === undefined;
  return {
    host: env.HOST ?? (embedded ? "127.0.0.1" : "0.0.0.0"),
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    dataDir: env.DATA_DIR,
    line: realLine
      ? {
          kind: "real",
          apiBaseUrl: env.LINE_API_BASE_URL,
          dataApiBaseUrl: env.LINE_DATA_API_BASE_URL,
          channelId: env.LINE_CHANNEL_ID ?? null,
        }
      : { kind: "embedded", port: env.EMBEDDED_LINE_PORT },
    devLine: env.LINE_DEV_CHANNEL_SECRET ? { channelId: env.LINE_DEV_CHANNEL_ID ?? null } : null,
    pushFallback: env.LINE_PUSH_FALLBACK === "on",
    connect: env.CONNECT_BASE_URL
      ? {
          kind: "real",
          baseUrl: env.CONNECT_BASE_URL,
          overridesFile: env.CONNECT_OVERRIDES ?? null,
        }
      : { kind: "embedded", port: env.EMBEDDED_CONNECT_PORT },
    connectTimeoutMs: env.CONNECT_TIMEOUT_MS,
    connectIdempotent: env.CONNECT_IDEMPOTENT === "on",
    memberLookup: env.MEMBER_LOOKUP,
    memberCache: { size: env.MEMBER_CACHE_SIZE, ttlMs: env.MEMBER_CACHE_TTL_S * 1000 },
    ownerLineIds: env.STAFF_OWNER_LINE_IDS,
    limits: {
      giftsPerStaffDay: env.LIMIT_GIFTS_PER_STAFF_DAY,
      giftsPerMemberDay: env.LIMIT_GIFTS_PER_MEMBER_DAY,
      pointsPerStaffDay: env.LIMIT_POINTS_PER_STAFF_DAY,
      pointsPerMemberDay: env.LIMIT_POINTS_PER_MEMBER_DAY,
    },
    messagesPerMinute: env.LIMIT_MESSAGES_PER_SENDER_MINUTE,
    giftApprovalAbove: env.GIFT_APPROVAL_ABOVE,
    registerUrl: env.REGISTER_URL ?? null,
    contactUrl: env.CONTACT_URL ?? null,
    business: {
      name: env.BUSINESS_NAME ?? null,
      color: env.BUSINESS_COLOR,
      timeZone: env.BUSINESS_TIMEZONE,
      languages: env.BUSINESS_LANGUAGES,
    },
    wordsDir: env.WORDS_DIR ?? null,
    retentionDays: env.RETENTION_DAYS,
    studio: env.STUDIO ? env.STUDIO === "on" : !realLine,
    logLevel: env.LOG_LEVEL,
  };
}

function secretsOf(env: Variables): Secrets {
  const { CONNECT_BUSINESS_CODE, CONNECT_API_KEY, CONNECT_API_SECRET } = env;
  return {
    line: {
      channelSecrets: env.LINE_CHANNEL_SECRET ?? [],
      accessToken: env.LINE_CHANNEL_ACCESS_TOKEN ?? null,
    },
    devLine: {
      channelSecrets: env.LINE_DEV_CHANNEL_SECRET ?? [],
      accessToken: env.LINE_DEV_CHANNEL_ACCESS_TOKEN ?? null,
    },
    connect:
      CONNECT_BUSINESS_CODE && CONNECT_API_KEY && CONNECT_API_SECRET
        ? {
            businessCode: CONNECT_BUSINESS_CODE,
            apiKey: CONNECT_API_KEY,
            apiSecret: CONNECT_API_SECRET,
          }
        : null,
    connectExchange: env.CONNECT_REFRESH_TOKEN
      ? { refreshToken: env.CONNECT_REFRESH_TOKEN }
      : env.CONNECT_EXCHANGE_TOKEN
        ? { exchangeToken: env.CONNECT_EXCHANGE_TOKEN }
        : null,
    studioPassword: env.STUDIO_PASSWORD ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
  };
}
