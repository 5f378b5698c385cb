/** The environment, read once and purely: a Config that can be shown to anyone, and the secrets apart. */
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

const reservedBusinessCodes = new Set(["exchange-token", "renew-token"]);
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** The languages that members are answered in. */
export const languages = ["th", "en", "ja", "zh-TW"] as const;
export type Language = (typeof languages)[number];

/** Whether only this machine can reach what listens there. */
export const isLoopback = (host: string) => loopbackHosts.has(host);

const text = z.string().trim();
const whole = (least: number, most: number, fallback: number, meaning: string) =>
  text
    .regex(/^\d+$/, meaning)
    .transform(Number)
    .refine((number) => number >= least && number <= most, meaning)
    .default(fallback);
const port = (fallback: number) => whole(0, 65_535, fallback, "a port number, 0 to 65535");
const atLeast = (least: number, fallback: number) =>
  whole(least, 1e9, fallback, `a whole number, ${least} or more`);
const onOff = z.enum(["on", "off"], "either on or off");
const list = text.transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const baseUrl = text.refine((value) => {
  const url = URL.parse(value);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
}, "an https address, or http to a loopback address");
const lineUserIds = list.refine(
  (ids) => ids.every((id) => /^U[0-9a-f]{32}$/.test(id)),
  "LINE user ids: U and 32 hexadecimal digits each, separated by commas",
);
const timeZone = text.refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}, "a time zone's name, such as Asia/Bangkok");
const languagesMeaning = `languages out of ${languages.join(", ")}, separated by commas`;
const languageList = list
  .transform((names) => [...new Set(names)])
  .pipe(z.array(z.enum(languages, languagesMeaning)).min(1, languagesMeaning));
const channelSecrets = list.refine(
  (secrets) => secrets.length > 0,
  "the channel's secret, or several, separated by commas",
);

/** One entry for each variable; a message says what the variable has to be. */
const environment = z.object({
  HOST: text.optional(),
  PORT: port(3000),
  PUBLIC_URL: baseUrl.transform((url) => url.replace(/\/+$/, "")).optional(),
  DATA_DIR: text.default("./data"),
  DATABASE_URL: z
    .never("unset for now: the bot keeps its state in SQLite files under DATA_DIR")
    .optional(),
  LINE_CHANNEL_SECRET: channelSecrets.optional(),
  LINE_CHANNEL_ACCESS_TOKEN: text.optional(),
  LINE_CHANNEL_ID: text.regex(/^\d+$/, "the channel's id, digits only").optional(),
  LINE_API_BASE_URL: baseUrl.default("https://api.line.me"),
  LINE_DATA_API_BASE_URL: baseUrl.default("https://api-data.line.me"),
  LINE_PUSH_FALLBACK: onOff.default("off"),
  LINE_DEV_CHANNEL_SECRET: channelSecrets.optional(),
  LINE_DEV_CHANNEL_ACCESS_TOKEN: text.optional(),
  LINE_DEV_CHANNEL_ID: text.regex(/^\d+$/, "the channel's id, digits only").optional(),
  CONNECT_BASE_URL: baseUrl.optional(),
  CONNECT_BUSINESS_CODE: text
    .refine(
      (code) => !reservedBusinessCodes.has(code),
      `a business code; ${[...reservedBusinessCodes].join(" and ")} are words of the interface`,
    )
    .optional(),
  CONNECT_API_KEY: text.optional(),
  CONNECT_API_SECRET: text.optional(),
  CONNECT_REFRESH_TOKEN: text.optional(),
  CONNECT_EXCHANGE_TOKEN: text.optional(),
  CONNECT_OVERRIDES: text.optional(),
  CONNECT_TIMEOUT_MS: atLeast(1, 3000),
  CONNECT_IDEMPOTENT: onOff.default("off"),
  MEMBER_CACHE_SIZE: atLeast(1, 10_000),
  MEMBER_CACHE_TTL_S: atLeast(1, 60),
  STAFF_OWNER_LINE_IDS: lineUserIds.default([]),
  LIMIT_GIFTS_PER_STAFF_DAY: atLeast(0, 20),
  LIMIT_GIFTS_PER_MEMBER_DAY: atLeast(0, 10),
  LIMIT_POINTS_PER_STAFF_DAY: atLeast(0, 20_000),
  LIMIT_POINTS_PER_MEMBER_DAY: atLeast(0, 5000),
  GIFT_APPROVAL_ABOVE: atLeast(0, 5),
  REGISTER_URL: baseUrl.optional(),
  CONTACT_URL: z
    .union([baseUrl, text.regex(/^(tel:|https:\/\/)/)], "an https or tel address")
    .optional(),
  BUSINESS_NAME: text.optional(),
  BUSINESS_COLOR: text.regex(/^#[0-9a-fA-F]{6}$/, "a colour such as #B4475F").default("#B4475F"),
  BUSINESS_TIMEZONE: timeZone.default("Asia/Bangkok"),
  BUSINESS_LANGUAGES: languageList.default([...languages]),
  WORDS_DIR: text.optional(),
  STUDIO: onOff.optional(),
  STUDIO_PASSWORD: text.min(12, "at least 12 characters").optional(),
  EMBEDDED_LINE_PORT: port(3001),
  EMBEDDED_CONNECT_PORT: port(3002),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "a level, such as info")
    .default("info"),
});

type Variables = z.infer<typeof environment>;

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
  memberCache: { size: number; ttlMs: number };
  ownerLineIds: string[];
  /** The most of a day, in the business's time zone. */
  limits: {
    giftsPerStaffDay: number;
    giftsPerMemberDay: number;
    pointsPerStaffDay: number;
    pointsPerMemberDay: number;
  };
  /** A gift of more coupons at once waits for a second person. */
  giftApprovalAbove: number;
  registerUrl: string | null;
  contactUrl: string | null;
  business: Business;
  /** The folder of marketers' drafts. */
  wordsDir: string | null;
  studio: boolean;
  logLevel: string;
}

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
 * Reads the environment; an empty variable counts as unset.
 * @throws {ConfigError} naming every fault and its remedy.
 */
export function readConfig(variables: Environment): { config: Config; secrets: Secrets } {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ""),
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

/** Variables that only make sense together. */
function groupFaults(given: Environment): string[] {
  const faults: string[] = [];
  const has = (name: string) => given[name] !== undefined;
  faults.push(...channelFaults(has, "LINE_CHANNEL"), ...channelFaults(has, "LINE_DEV_CHANNEL"));
  if (has("LINE_DEV_CHANNEL_SECRET") && !has("LINE_CHANNEL_SECRET")) {
    faults.push(
      "LINE_DEV_CHANNEL_SECRET is set without LINE_CHANNEL_SECRET: a real dev channel needs a real one beside it",
    );
  }
  faults.push(...connectFaults(has));
  const exposed = has("CONNECT_BASE_URL") || (has("HOST") && !isLoopback(given["HOST"] ?? ""));
  const studio = given["STUDIO"] === "on" || (!has("STUDIO") && !has("LINE_CHANNEL_SECRET"));
  if (studio && !has("STUDIO_PASSWORD") && (exposed || has("LINE_CHANNEL_SECRET"))) {
    faults.push(
      "STUDIO_PASSWORD is missing: the studio needs it with real LINE, a real platform or a HOST that isn't loopback; set it, or STUDIO=off",
    );
  }
  return faults;
}

/** A channel needs its secret, and a way to answer. */
function channelFaults(has: (name: string) => boolean, prefix: string): string[] {
  const secret = `${prefix}_SECRET`;
  const tokens = [`${prefix}_ACCESS_TOKEN`, `${prefix}_ID`];
  if (has(secret)) {
    return tokens.some(has)
      ? []
      : [`${secret} is set without a way to answer: set ${tokens.join(" or ")} too`];
  }
  return tokens
    .filter(has)
    .map((name) => `${name} is set without ${secret}: ${tokens.join(" and ")} need the secret`);
}

/** A real platform needs its address and a way to sign in: the key pair, the exchange flow, or both. */
function connectFaults(has: (name: string) => boolean): string[] {
  const direct = ["CONNECT_BUSINESS_CODE", "CONNECT_API_KEY", "CONNECT_API_SECRET"];
  const exchange = ["CONNECT_REFRESH_TOKEN", "CONNECT_EXCHANGE_TOKEN"];
  const all = ["CONNECT_BASE_URL", ...direct, ...exchange, "CONNECT_OVERRIDES"];
  if (!all.some(has)) return [];
  const faults: string[] = [];
  if (!has("CONNECT_BASE_URL")) {
    faults.push(
      `CONNECT_BASE_URL is missing: nothing comes of ${all.filter(has).join(", ")} without it`,
    );
  }
  if (direct.some(has) || !exchange.some(has)) {
    for (const name of direct.filter((part) => !has(part))) {
      faults.push(
        `${name} is missing: set ${direct.join(", ")} together, or ${exchange.join(" or ")}`,
      );
    }
  }
  if (exchange.every(has)) {
    faults.push(`${exchange.join(" and ")} are both set: keep one of them`);
  }
  return faults;
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
    memberCache: { size: env.MEMBER_CACHE_SIZE, ttlMs: env.MEMBER_CACHE_TTL_S * 1000 },
    ownerLineIds: env.STAFF_OWNER_LINE_IDS,
    limits: {
      giftsPerStaffDay: env.LIMIT_GIFTS_PER_STAFF_DAY,
      giftsPerMemberDay: env.LIMIT_GIFTS_PER_MEMBER_DAY,
      pointsPerStaffDay: env.LIMIT_POINTS_PER_STAFF_DAY,
      pointsPerMemberDay: env.LIMIT_POINTS_PER_MEMBER_DAY,
    },
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
  };
}
