/** Turns the environment into a Config without secrets and, separately, the secrets. */
import { ConfigError } from "../errors.ts";
import {
  environment,
  groupFaults,
  isUnseen,
  type Language,
  type Variables,
} from "./environment-schema.ts";
import type { Environment } from "./load-environment.ts";
import { misspeltVariables } from "./misspelt.ts";
import { defaultOddThresholds, type OddThresholds, readOddThresholds } from "./odd-thresholds.ts";

/** The configuration of the bot. Holds no secret. */
export interface Config {
  host: string;
  port: number;
  /** https URL at which LINE and phones reach the bot, without a trailing slash. */
  publicUrl: string | null;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  dataDir: string;
  line: { kind: "embedded"; port: number } | RealLine;
  /** The dev channel next to a real channel, or null. An embedded LINE always has its own. */
  devLine: { channelId: string | null } | null;
  /** Whether a reply that LINE refused may be pushed. */
  pushFallback: boolean;
  connect: { kind: "embedded"; port: number } | RealConnect;
  /** The published group of operations whose addresses are used. */
  connectApi: "v1" | "v2";
  connectTimeoutMs: number;
  /** Whether a real platform carries out a write once per `ref_id`, so that it may be retried. */
  connectIdempotent: boolean;
  /**
   * How a member is found by LINE user id: by the platform's search, or in our own index. Null = by the
   * search, unless it was seen not to find LINE user ids.
   */
  memberLookup: "search" | "index" | null;
  /** How many days of the platform's transactions the bot mirrors; null = none. */
  ledgerDays: number | null;
  /** How many days back the statistics go. */
  statisticsDays: number;
  memberCache: { size: number; ttlMs: number };
  ownerLineIds: string[];
  /** Maxima per day in the business's time zone. */
  limits: {
    giftsPerStaffDay: number;
    giftsPerMemberDay: number;
    pointsPerStaffDay: number;
    pointsPerMemberDay: number;
    pointsPerCashierDay: number;
  };
  /** Maximum redemptions of one member per day. */
  redemptionsPerMemberDay: number;
  /** Rate limit of messages per chat; a third of it is the burst. */
  messagesPerMinute: number;
  /** A gift of more coupons than this needs the approval of a second person. */
  giftApprovalAbove: number;
  /** From where on `/today` calls something odd. */
  oddThresholds: OddThresholds;
  /** JSON file of reward prices. */
  rewardsFile: string | null;
  /** The uuids of the coupon sets that the bot gives by a rule; null = the rule is off. */
  giftSets: { welcome: string | null; birthday: string | null };
  /** Within how many days something ends that members are reminded of; null = they aren't. */
  reminderDays: { coupon: number | null; points: number | null };
  /** Whether both services are embedded and no rule is set: the demo has some of its own then. */
  hasDemoRules: boolean;
  /** Pushes of reminders, and how many messages of LINE's quota they leave; null = none are pushed. */
  reminderPushes: { reserve: number } | null;
  /** Whether a member's card shows a code that works for a minute and once, instead of its number's. */
  memberCodesRotate: boolean;
  registerUrl: string | null;
  contactUrl: string | null;
  business: Business;
  /** Folder of draft translations. */
  wordsDir: string | null;
  /** Folder of the shop's own answers. */
  answersDir: string;
  /** Whether the demo's answers are below the published ones: only where LINE is embedded. */
  demoAnswers: boolean;
  /** Whether texts that nobody could answer are counted. */
  unanswered: boolean;
  /** Whether a second person approves drafts; null = where there are two marketers or more. */
  wordsReview: boolean | null;
  /** Retention of the texts of parked events, in days. */
  retentionDays: number;
  /** Folder of stories. */
  storiesDir: string;
  studio: boolean;
  logLevel: string;
  /** Whether the log tells the stages and calls of events. */
  traceCalls: boolean;
  /** The OpenTelemetry collector that gets them, without a trailing slash. */
  traceEndpoint: string | null;
}

/** Whether both services are embedded and the bot is reachable from this machine only. */
export const isPlayground = ({ line, connect: loyalty, host, publicUrl }: Config): boolean =>
  line.kind === "embedded" && loyalty.kind === "embedded" && isUnseen(host, publicUrl ?? undefined);

/** Whether the studio shows how replies came about, which it may only where everybody is made up. */
export const isTraced = (config: Config): boolean => config.studio && isPlayground(config);

interface RealConnect {
  kind: "real";
  baseUrl: string;
  /** JSON file of operations whose method or path differ from the default. */
  overridesFile: string | null;
}

export interface RealLine {
  kind: "real";
  apiBaseUrl: string;
  dataApiBaseUrl: string;
  channelId: string | null;
}

interface Business {
  name: string | null;
  color: string;
  /** The address of a PNG or JPEG. */
  logoUrl: string | null;
  /** JSON file of the colours and pictures of card types. */
  cardStylesFile: string | null;
  /** JSON file of what the platform tells of cards and members beyond the contract. */
  cardFactsFile: string | null;
  timeZone: string;
  /** The first one is the default. */
  languages: Language[];
}

export interface ChannelSecrets {
  channelSecrets: string[];
  accessToken: string | null;
}

/** Values that must never appear in a log, message or page. */
export interface Secrets {
  line: ChannelSecrets;
  devLine: ChannelSecrets;
  connect: { businessCode: string; apiKey: string; apiSecret: string } | null;
  connectExchange: { refreshToken: string } | { exchangeToken: string } | null;
  studioPassword: string | null;
  /** Bearer token for metrics scrapes from other machines. */
  metricsToken: string | null;
  /** Of requests to the OpenTelemetry collector. */
  traceHeaders: Record<string, string>;
  /** `postgres://…` with its password; null = the store is SQLite files in `dataDir`. */
  databaseUrl: string | null;
}

/**
 * Reads the environment; values are trimmed, and an empty variable counts as unset.
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
  if (!read.success || faults.length > 0) {
    // A fault may be nothing but a missing variable that was misspelt.
    throw new ConfigError([...new Set(faults), ...misspeltVariables(given)]);
  }
  return { config: configOf(read.data), secrets: secretsOf(read.data) };
}

/**
 * Reads some variables alone, for a program that needs no others.
 * @throws {ConfigError} naming their faults, and nobody else's.
 */
export function readVariables<Name extends keyof Variables>(
  variables: Environment,
  names: readonly Name[],
): Pick<Variables, Name> {
  const faults: string[] = [];
  const values = names.map((name) => {
    const { data, error } = environment.shape[name].safeParse(variables[name]?.trim() || undefined);
    faults.push(...(error?.issues ?? []).map(({ message }) => `${name}: must be ${message}`));
    return [name, data] as const;
  });
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);
  return Object.fromEntries(values) as Pick<Variables, Name>;
}

const ruleVariables = [
  "WELCOME_GIFT",
  "BIRTHDAY_GIFT",
  "REMIND_COUPON_DAYS",
  "REMIND_POINTS_DAYS",
] as const;

function configOf(env: Variables): Config {
  const realLine = env.LINE_CHANNEL_SECRET !== undefined;
  const embedded = !realLine || env.CONNECT_BASE_URL === undefined;
  return {
    host: env.HOST ?? (embedded ? "127.0.0.1" : "0.0.0.0"),
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
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
    connectApi: env.CONNECT_API,
    connectTimeoutMs: env.CONNECT_TIMEOUT_MS,
    connectIdempotent: env.CONNECT_IDEMPOTENT === "on",
    memberLookup: env.MEMBER_LOOKUP ?? null,
    ledgerDays: env.LEDGER === "mirror" ? env.LEDGER_DAYS : null,
    statisticsDays: env.STATISTICS_DAYS,
    memberCache: { size: env.MEMBER_CACHE_SIZE, ttlMs: env.MEMBER_CACHE_TTL_S * 1000 },
    ownerLineIds: env.STAFF_OWNER_LINE_IDS,
    limits: {
      giftsPerStaffDay: env.LIMIT_GIFTS_PER_STAFF_DAY,
      giftsPerMemberDay: env.LIMIT_GIFTS_PER_MEMBER_DAY,
      pointsPerStaffDay: env.LIMIT_POINTS_PER_STAFF_DAY,
      pointsPerMemberDay: env.LIMIT_POINTS_PER_MEMBER_DAY,
      pointsPerCashierDay: env.LIMIT_POINTS_CASHIER_DAY,
    },
    redemptionsPerMemberDay: env.LIMIT_REDEEM_PER_MEMBER_DAY,
    messagesPerMinute: env.LIMIT_MESSAGES_PER_SENDER_MINUTE,
    giftApprovalAbove: env.GIFT_APPROVAL_ABOVE,
    oddThresholds: readOddThresholds(env.TODAY_ODD) ?? defaultOddThresholds,
    rewardsFile: env.REWARDS_FILE ?? null,
    giftSets: { welcome: env.WELCOME_GIFT ?? null, birthday: env.BIRTHDAY_GIFT ?? null },
    reminderDays: {
      coupon: env.REMIND_COUPON_DAYS ?? null,
      points: env.REMIND_POINTS_DAYS ?? null,
    },
    hasDemoRules:
      !realLine && !env.CONNECT_BASE_URL && ruleVariables.every((name) => env[name] === undefined),
    reminderPushes: env.REMIND_PUSH === "on" ? { reserve: env.REMIND_PUSH_RESERVE } : null,
    memberCodesRotate: env.MEMBER_CODE === "rotating",
    registerUrl: env.REGISTER_URL ?? null,
    contactUrl: env.CONTACT_URL ?? null,
    business: {
      name: env.BUSINESS_NAME ?? null,
      color: env.BUSINESS_COLOR,
      logoUrl: env.BUSINESS_LOGO_URL ?? null,
      cardStylesFile: env.CARD_STYLES ?? null,
      cardFactsFile: env.CARD_FACTS ?? null,
      timeZone: env.BUSINESS_TIMEZONE,
      languages: env.BUSINESS_LANGUAGES,
    },
    wordsDir: env.WORDS_DIR ?? null,
    answersDir: env.ANSWERS_DIR,
    demoAnswers: !realLine,
    unanswered: env.UNANSWERED === "on",
    wordsReview: env.WORDS_REVIEW ? env.WORDS_REVIEW === "on" : null,
    retentionDays: env.RETENTION_DAYS,
    storiesDir: env.STORIES_DIR,
    studio: env.STUDIO ? env.STUDIO === "on" : !realLine,
    logLevel: env.LOG_LEVEL,
    traceCalls: env.TRACE_CALLS === "on",
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
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
    traceHeaders: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    databaseUrl: env.DATABASE_URL ?? null,
  };
}

// What the demo does by rules where nobody has set one: it shows a welcome, a birthday and a coupon that ends.

/** The uuids of two of the demo's coupon sets. */
export const demoGiftSets = {
  welcome: "5a4b1c7e-0001-4000-8000-000000000001",
  birthday: "5a4b1c7e-0002-4000-8000-000000000002",
} as const;

/** The settings of a bot, with the demo's rules where LINE and the platform are embedded and no rule is set. */
export const withDemoRules = (config: Config): Config =>
  config.hasDemoRules
    ? { ...config, giftSets: demoGiftSets, reminderDays: { coupon: 2, points: null } }
    : config;
