/** The schema of the environment variables, and the rules for variables that depend on each other. */
import { z } from "zod";
import { isProxyName } from "./client-address.ts";
import { DatabaseAddressError, databaseLink } from "./database-address.ts";
import { defaultDataDir, type Environment } from "./load-environment.ts";
import { languages } from "./languages.ts";
import { defaultOddThresholds, oddMeaning, readOddThresholds } from "./odd-thresholds.ts";

export { languages, type Language } from "./languages.ts";

const reservedBusinessCodes = new Set(["exchange-token", "renew-token"]);
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** Whether a host is a loopback address. */
export const isLoopback = (host: string) => loopbackHosts.has(host);

/** Whether `host` and `publicUrl` are both loopback addresses or unset. */
export const isUnseen = (host: string | undefined, publicUrl: string | undefined) =>
  (host === undefined || isLoopback(host)) &&
  (publicUrl === undefined || isLoopback(URL.parse(publicUrl)?.hostname ?? ""));

const text = z.string().trim();
const wholeNumber = (min: number, max: number, meaning: string) =>
  text
    .regex(/^\d+$/, meaning)
    .transform(Number)
    .refine((number) => number >= min && number <= max, meaning);
const whole = (min: number, max: number, fallback: number, meaning: string) =>
  wholeNumber(min, max, meaning).default(fallback);
const days = wholeNumber(1, 90, "a whole number of days, 1 to 90");
const port = (fallback: number) => whole(0, 65_535, fallback, "a port number, 0 to 65535");
const atLeast = (min: number, fallback: number) =>
  whole(min, 1e9, fallback, `a whole number, ${min} or more`);
/** What stands in a header: of another character HTTP makes an invalid request, or something else. */
const token = text.regex(/^[!-~]+$/, "a token as it was issued, in one line and without spaces");
const onOff = z.enum(["on", "off"], "either on or off");
const list = text.transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const webAddress = text.transform((value, context) => {
  const url = URL.parse(value);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname))) {
    return url;
  }
  context.addIssue({
    code: "custom",
    message: "an https address, or http to a loopback address",
  });
  return z.NEVER;
});
const withoutLogin = webAddress.refine(
  ({ username, password }) => username === "" && password === "",
  "an address without a user or a password in it",
);
/** A URL to which paths are appended; normalised to have no trailing slash. */
const baseUrl = withoutLogin
  .refine(({ search, hash }) => search === "" && hash === "", "an address without ? or # in it")
  .transform(({ origin, pathname }) => origin + pathname.replace(/(?<!\/)\/+$/, ""));
/** URL of a page that members open from the chat, percent-encoded as LINE requires. */
const pageUrl = withoutLogin
  .transform(({ href }) => href)
  .refine((href) => href.length <= 1000, "an address of at most 1000 characters, as LINE takes it");
/** The address of a picture that LINE loads. */
const logoUrl = withoutLogin
  .refine(({ pathname }) => /\.(?:png|jpe?g)$/i.test(pathname), "the address of a PNG or JPEG")
  .transform(({ href }) => href)
  .refine((href) => href.length <= 2000, "an address of at most 2000 characters, as LINE takes it");
const contactMeaning = "an https or tel address, without a user or a password in it";
const phoneUrl = text
  .transform((value) => value.replaceAll(/\s+/g, ""))
  .refine((value) => /^tel:(?=.*\d)[!-~]+$/i.test(value), contactMeaning);
const lineUserIds = list.refine(
  (ids) => ids.every((id) => /^U[0-9a-f]{32}$/.test(id)),
  "LINE user ids: U and 32 hexadecimal digits each, separated by commas",
);
const proxies = list.refine(
  (names) => names.length > 0 && names.every(isProxyName),
  "loopback, addresses, or networks such as 10.0.0.0/8, separated by commas",
);
const timeZone = text.refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}, "a time zone's name, such as Asia/Bangkok");
const oddThresholds = text.refine((written) => readOddThresholds(written) !== null, oddMeaning);
const languagesMeaning = `languages out of ${languages.join(", ")}, separated by commas`;
const languageList = list
  .transform((names) => [...new Set(names)])
  .pipe(z.array(z.enum(languages, languagesMeaning)).min(1, languagesMeaning));
const channelSecrets = list.refine(
  (secrets) => secrets.length > 0,
  "the channel's secret, or several, separated by commas",
);

/** As OpenTelemetry writes them: `name=value`, percent-encoded, separated by commas. */
const headerList = list.transform((pairs, context) => {
  const headers = pairs.map((pair) => pair.match(/^([!#$%&'*+.^`|~\w-]+)=([!-~]*)$/));
  if (headers.every((header) => header !== null)) {
    return Object.fromEntries(headers.map(([, name = "", value = ""]) => [name, decoded(value)]));
  }
  context.addIssue({ code: "custom", message: "headers as name=value, separated by commas" });
  return z.NEVER;
});

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const couponSet = text.regex(
  /^[!-~]{1,100}$/,
  "the uuid of a coupon set, as /sets and the platform show it",
);
const databaseUrl = text.superRefine((address, context) => {
  try {
    databaseLink(address);
  } catch (error) {
    if (!(error instanceof DatabaseAddressError)) throw error;
    context.addIssue({ code: "custom", message: error.message });
  }
});

/** One entry for each variable; a message says what the variable has to be. */
export const environment = z.object({
  HOST: text.optional(),
  PORT: port(3000),
  PUBLIC_URL: baseUrl.optional(),
  TRUSTED_PROXIES: proxies.default(["loopback"]),
  DATA_DIR: text.default(defaultDataDir),
  DATABASE_URL: databaseUrl.optional(),
  LINE_CHANNEL_SECRET: channelSecrets.optional(),
  LINE_CHANNEL_ACCESS_TOKEN: token.optional(),
  LINE_CHANNEL_ID: text.regex(/^\d+$/, "the channel's id, digits only").optional(),
  LINE_API_BASE_URL: baseUrl.default("https://api.line.me"),
  LINE_DATA_API_BASE_URL: baseUrl.default("https://api-data.line.me"),
  LINE_PUSH_FALLBACK: onOff.default("off"),
  LINE_DEV_CHANNEL_SECRET: channelSecrets.optional(),
  LINE_DEV_CHANNEL_ACCESS_TOKEN: token.optional(),
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
  CONNECT_API: z.enum(["v1", "v2"], "either v1 or v2").default("v1"),
  CONNECT_OVERRIDES: text.optional(),
  CONNECT_TIMEOUT_MS: atLeast(1, 3000),
  CONNECT_IDEMPOTENT: onOff.default("off"),
  MEMBER_LOOKUP: z.enum(["search", "index"], "either search or index").optional(),
  LEDGER: z.enum(["platform", "mirror"], "either platform or mirror").default("platform"),
  LEDGER_DAYS: whole(1, 3650, 400, "a whole number of days, 1 to 3650"),
  STATISTICS_DAYS: whole(1, 3650, 400, "a whole number of days, 1 to 3650"),
  // The cache allocates its full size at the start.
  MEMBER_CACHE_SIZE: whole(1, 1_000_000, 10_000, "a whole number, 1 to 1000000"),
  MEMBER_CACHE_TTL_S: atLeast(1, 60),
  STAFF_OWNER_LINE_IDS: lineUserIds.default([]),
  LIMIT_GIFTS_PER_STAFF_DAY: atLeast(0, 20),
  LIMIT_GIFTS_PER_MEMBER_DAY: atLeast(0, 10),
  LIMIT_POINTS_PER_STAFF_DAY: atLeast(0, 20_000),
  LIMIT_POINTS_PER_MEMBER_DAY: atLeast(0, 5000),
  LIMIT_POINTS_CASHIER_DAY: atLeast(0, 0),
  LIMIT_REDEEM_PER_MEMBER_DAY: atLeast(0, 5),
  LIMIT_MESSAGES_PER_SENDER_MINUTE: atLeast(3, 60),
  GIFT_APPROVAL_ABOVE: atLeast(0, 5),
  TODAY_ODD: oddThresholds.default(Object.keys(defaultOddThresholds).join()),
  REWARDS_FILE: text.optional(),
  WELCOME_GIFT: couponSet.optional(),
  BIRTHDAY_GIFT: couponSet.optional(),
  REMIND_COUPON_DAYS: days.optional(),
  REMIND_POINTS_DAYS: days.optional(),
  REMIND_PUSH: onOff.default("off"),
  REMIND_PUSH_RESERVE: atLeast(0, 200),
  REGISTER_URL: pageUrl.optional(),
  CONTACT_URL: z.union([pageUrl, phoneUrl], contactMeaning).optional(),
  BUSINESS_NAME: text.optional(),
  BUSINESS_COLOR: text.regex(/^#[0-9a-fA-F]{6}$/, "a colour such as #B4475F").default("#B4475F"),
  BUSINESS_LOGO_URL: logoUrl.optional(),
  CARD_STYLES: text.optional(),
  CARD_FACTS: text.optional(),
  MEMBER_CODE: z.enum(["static", "rotating"], "either static or rotating").default("static"),
  BUSINESS_TIMEZONE: timeZone.default("Asia/Bangkok"),
  BUSINESS_LANGUAGES: languageList.default([...languages]),
  WORDS_DIR: text.optional(),
  ANSWERS_DIR: text.default("./answers"),
  UNANSWERED: onOff.default("on"),
  STORIES_DIR: text.default("./stories"),
  WORDS_REVIEW: onOff.optional(),
  RETENTION_DAYS: whole(1, 3650, 7, "a whole number of days, 1 to 3650"),
  METRICS_TOKEN: text
    .regex(/^[ -~]{12,}$/, "at least 12 letters, digits and signs of ASCII")
    .optional(),
  TRACE_CALLS: onOff.default("off"),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  STUDIO: onOff.optional(),
  STUDIO_PASSWORD: text.min(12, "at least 12 characters").optional(),
  EMBEDDED_LINE_PORT: port(3001),
  EMBEDDED_CONNECT_PORT: port(3002),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "a level, such as info")
    .default("info"),
});

export type Variables = z.infer<typeof environment>;

/** Checks variables that depend on each other. @param given trimmed, without empty ones. @returns the faults. */
export function groupFaults(given: Environment): string[] {
  const faults: string[] = [];
  const has = (name: string) => given[name] !== undefined;
  faults.push(...channelFaults(has, "LINE_CHANNEL"), ...channelFaults(has, "LINE_DEV_CHANNEL"));
  if (has("LINE_DEV_CHANNEL_SECRET") && !has("LINE_CHANNEL_SECRET")) {
    faults.push(
      "LINE_DEV_CHANNEL_SECRET is set without LINE_CHANNEL_SECRET: a real dev channel needs a real one beside it",
    );
  }
  faults.push(...connectFaults(has));
  if (has("LINE_CHANNEL_SECRET") && given["BUSINESS_LOGO_URL"]?.toLowerCase().startsWith("http:")) {
    faults.push("BUSINESS_LOGO_URL: must be an https address, since LINE loads no others");
  }
  const reminds = ["REMIND_COUPON_DAYS", "REMIND_POINTS_DAYS"];
  if (given["REMIND_PUSH"] === "on" && !reminds.some(has)) {
    faults.push(`REMIND_PUSH=on pushes nothing without ${reminds.join(" or ")}`);
  }
  if (has("REMIND_POINTS_DAYS") && !has("CARD_FACTS")) {
    faults.push("REMIND_POINTS_DAYS needs CARD_FACTS, which names the points that end and when");
  }
  const isSecure = given["PUBLIC_URL"]?.toLowerCase().startsWith("https:") ?? false;
  if (has("LINE_CHANNEL_SECRET") && given["MEMBER_CODE"] === "rotating" && !isSecure) {
    faults.push(
      "MEMBER_CODE=rotating needs PUBLIC_URL, an https address at which phones load the codes",
    );
  }
  const exposed = has("CONNECT_BASE_URL") || !isUnseen(given["HOST"], given["PUBLIC_URL"]);
  const studio = given["STUDIO"] === "on" || (!has("STUDIO") && !has("LINE_CHANNEL_SECRET"));
  if (studio && !has("STUDIO_PASSWORD") && (exposed || has("LINE_CHANNEL_SECRET"))) {
    faults.push(
      "STUDIO_PASSWORD is missing: the studio needs it with real LINE, a real platform, or a HOST or PUBLIC_URL that isn't loopback; set it, or STUDIO=off",
    );
  }
  return faults;
}

/** A channel needs its secret, and a token or an id by which to get one. */
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
