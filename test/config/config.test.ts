/** The environment becomes a configuration, or one message that names every fault; secrets stay apart. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isPlayground, readConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/errors.ts";
import { parseEnvFile } from "../../src/config/load-environment.ts";
import { serializeMessages, type Message } from "../../src/line/messages/prepare-reply.ts";

const owner = `U${"0".repeat(32)}`;
const realLine = { LINE_CHANNEL_SECRET: "secret-one", LINE_CHANNEL_ACCESS_TOKEN: "token-one" };
const realConnect = {
  CONNECT_BASE_URL: "https://platform.example/api",
  CONNECT_BUSINESS_CODE: "SAKURA01",
  CONNECT_API_KEY: "key-one",
  CONNECT_API_SECRET: "hush-one",
};

function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const ledgerDays = (env: Record<string, string>) => readConfig(env).config.ledgerDays;

describe("the environment", () => {
  test("unset is embedded, on loopback", () => {
    const { config, secrets } = readConfig({});
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      dataDir: "./data",
      line: { kind: "embedded", port: 3001 },
      connect: { kind: "embedded", port: 3002 },
      studio: true,
      business: { timeZone: "Asia/Bangkok", languages: ["th", "en", "ja", "zh-TW"] },
    });
    expect(secrets.line.channelSecrets).toEqual([]);
  });

  test("the ledger is the platform's, or a mirror of 400 days", () => {
    expect(ledgerDays({})).toBeNull();
    expect(ledgerDays({ LEDGER: "platform", LEDGER_DAYS: "30" })).toBeNull();
    expect(ledgerDays({ LEDGER: "mirror" })).toBe(400);
    expect(ledgerDays({ LEDGER: "mirror", LEDGER_DAYS: "30" })).toBe(30);
  });

  test("real LINE with a real platform listens everywhere and has no studio", () => {
    const { config, secrets } = readConfig({ ...realLine, ...realConnect });
    expect(config).toMatchObject({ host: "0.0.0.0", studio: false });
    expect(config.connect).toEqual({
      kind: "real",
      baseUrl: "https://platform.example/api",
      overridesFile: null,
    });
    expect(secrets.connect?.apiSecret).toBe("hush-one");
    expect(JSON.stringify(config)).not.toMatch(/secret-one|token-one|key-one|hush-one/);
  });

  test("mixtures are allowed, and two secrets during a rotation", () => {
    const { config, secrets } = readConfig({ ...realLine, LINE_CHANNEL_SECRET: "old, new" });
    expect(config.connect.kind).toBe("embedded");
    expect(config.host).toBe("127.0.0.1");
    expect(secrets.line.channelSecrets).toEqual(["old", "new"]);
  });

  test("the exchange flow alone is enough for a real platform", () => {
    const { secrets } = readConfig({
      ...realLine,
      CONNECT_BASE_URL: "https://platform.example/api",
      CONNECT_REFRESH_TOKEN: "refresh-one",
    });
    expect(secrets).toMatchObject({
      connect: null,
      connectExchange: { refreshToken: "refresh-one" },
    });
  });

  test("an empty variable counts as unset", () => {
    expect(readConfig({ PORT: "", LINE_CHANNEL_SECRET: " " }).config.line.kind).toBe("embedded");
  });

  test("white space around a value is trimmed", () => {
    const { config } = readConfig({ HOST: " 127.0.0.1 ", STUDIO: "on ", LOG_LEVEL: " warn" });
    expect(config).toMatchObject({ host: "127.0.0.1", studio: true, logLevel: "warn" });
  });

  test.each([
    ["REGISTER_URL", "https://shop.example/join page", "https://shop.example/join%20page"],
    [
      "REGISTER_URL",
      "https://ร้าน.example/สมัคร?a=สมัคร#b",
      "https://xn--q3ct9b5e.example/%E0%B8%AA%E0%B8%A1%E0%B8%B1%E0%B8%84%E0%B8%A3?a=%E0%B8%AA%E0%B8%A1%E0%B8%B1%E0%B8%84%E0%B8%A3#b",
    ],
    [
      "CONTACT_URL",
      "https://shop.example/ติดต่อ",
      "https://shop.example/%E0%B8%95%E0%B8%B4%E0%B8%94%E0%B8%95%E0%B9%88%E0%B8%AD",
    ],
    ["CONTACT_URL", "tel:+66 2 000 0000", "tel:+6620000000"],
  ])("%s is written as LINE takes it: %s", (name, given, expected) => {
    const { config } = readConfig({ [name]: given });
    const read = name === "REGISTER_URL" ? config.registerUrl : config.contactUrl;
    expect(read).toBe(expected);
    const message = {
      type: "template",
      altText: "a",
      template: { type: "buttons", text: "a", actions: [{ type: "uri", label: "a", uri: read }] },
    };
    expect(serializeMessages([message as Message]).replaced).toEqual([]);
  });

  test("paths are appended to a base address", () => {
    const { config } = readConfig({
      ...realConnect,
      CONNECT_BASE_URL: "HTTPS://Platform.example:443/api/",
      PUBLIC_URL: "https://ร้าน.example/line/",
      STUDIO: "off",
    });
    expect(config.connect).toMatchObject({ baseUrl: "https://platform.example/api" });
    expect(config.publicUrl).toBe("https://xn--q3ct9b5e.example/line");
  });

  test("a PUBLIC_URL on loopback needs no studio password", () => {
    const { config } = readConfig({ PUBLIC_URL: "http://localhost:3000" });
    expect(config.studio).toBe(true);
    expect(isPlayground(config)).toBe(true);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "a page's address with a password",
      { REGISTER_URL: "https://u:hush@s.example" },
      /^REGISTER_URL: .*password/,
    ],
    [
      "a page's address that is too long",
      { REGISTER_URL: `https://s.example/${"ก".repeat(120)}` },
      /^REGISTER_URL: .*1000/,
    ],
    [
      "a page's address without a name",
      { CONTACT_URL: "https://" },
      /^CONTACT_URL: .*https or tel/,
    ],
    ["a phone without a number", { CONTACT_URL: "tel:" }, /^CONTACT_URL: .*https or tel/],
    ...["PUBLIC_URL", "CONNECT_BASE_URL", "LINE_API_BASE_URL"].flatMap((name) =>
      [
        ["a query", "?a=hush", /without \? or #/],
        ["a fragment", "#hush", /without \? or #/],
      ].map(([what, end, reason]): [string, Record<string, string>, RegExp] => [
        `${name} with ${String(what)}`,
        { ...realConnect, STUDIO: "off", [name]: `https://p.example/api${String(end)}` },
        new RegExp(`^${name}: .*${(reason as RegExp).source}`),
      ]),
    ),
    [
      "PUBLIC_URL with a password",
      { STUDIO: "off", PUBLIC_URL: "https://user:hush@p.example" },
      /^PUBLIC_URL: .*without a user or a password/,
    ],
    [
      "CONNECT_BASE_URL with a user",
      { ...realConnect, CONNECT_BASE_URL: "https://hush@p.example" },
      /^CONNECT_BASE_URL: .*without a user or a password/,
    ],
    [
      "a short password",
      { STUDIO_PASSWORD: "eleven-char" },
      /^STUDIO_PASSWORD: must be at least 12 /,
    ],
    ["an open studio behind a tunnel", { PUBLIC_URL: "https://t.example" }, /STUDIO_PASSWORD/],
    ["a cache that no memory holds", { MEMBER_CACHE_SIZE: "1000000000" }, /^MEMBER_CACHE_SIZE: /],
    ["a port", { PORT: "70000" }, /^PORT: /],
    ["a time zone", { BUSINESS_TIMEZONE: "Mars/Olympus" }, /^BUSINESS_TIMEZONE: /],
    ["a language", { BUSINESS_LANGUAGES: "th,tlh" }, /^BUSINESS_LANGUAGES: /],
    ["an owner", { STAFF_OWNER_LINE_IDS: `${owner},Uxyz` }, /^STAFF_OWNER_LINE_IDS: /],
    ["push", { LINE_PUSH_FALLBACK: "yes" }, /^LINE_PUSH_FALLBACK: .*on or off/],
    ["studio", { STUDIO: "maybe" }, /^STUDIO: .*on or off/],
    [
      "plain http",
      { ...realConnect, CONNECT_BASE_URL: "http://platform.example" },
      /^CONNECT_BASE_URL: .*https/,
    ],
    [
      "a reserved code",
      { ...realConnect, CONNECT_BUSINESS_CODE: "renew-token" },
      /^CONNECT_BUSINESS_CODE: /,
    ],
    ["a colour", { BUSINESS_COLOR: "red" }, /^BUSINESS_COLOR: /],
    ["a logo of another kind", { BUSINESS_LOGO_URL: "https://x.example/a.svg" }, /PNG or JPEG/],
    ["a logo over http", { BUSINESS_LOGO_URL: "http://x.example/a.png" }, /^BUSINESS_LOGO_URL: /],
    [
      "a logo that real LINE doesn't load",
      { ...realLine, BUSINESS_LOGO_URL: "http://127.0.0.1/a.png" },
      /^BUSINESS_LOGO_URL: must be an https address/,
    ],
    ["another database", { DATABASE_URL: "mysql://u:hush@h/d" }, /^DATABASE_URL: /],
    ["a # in its password", { DATABASE_URL: "postgres://u:h#sh@h/d" }, /^DATABASE_URL: /],
    ["a / in its password", { DATABASE_URL: "postgres://u:1/hush@h/d" }, /^DATABASE_URL: /],
    [
      "a token with a line break",
      { ...realLine, LINE_CHANNEL_ACCESS_TOKEN: "hush\nhush" },
      /^LINE_CHANNEL_ACCESS_TOKEN: must be a token as it was issued/,
    ],
    [
      "a token that no header can have",
      { METRICS_TOKEN: "โทเคนของร้านเรา" },
      /^METRICS_TOKEN: .*ASCII/,
    ],
    ["a secret alone", { LINE_CHANNEL_SECRET: "s" }, /LINE_CHANNEL_ACCESS_TOKEN.*LINE_CHANNEL_ID/],
    [
      "a dev channel's secret alone",
      { ...realLine, LINE_DEV_CHANNEL_SECRET: "s" },
      /LINE_DEV_CHANNEL_ACCESS_TOKEN.*LINE_DEV_CHANNEL_ID/,
    ],
    [
      "a dev channel's token alone",
      { ...realLine, LINE_DEV_CHANNEL_ACCESS_TOKEN: "t" },
      /LINE_DEV_CHANNEL_SECRET/,
    ],
    [
      "a dev channel without the members'",
      { LINE_DEV_CHANNEL_SECRET: "s", LINE_DEV_CHANNEL_ID: "1" },
      /without LINE_CHANNEL_SECRET/,
    ],
    [
      "a secret of nothing but commas",
      { LINE_CHANNEL_SECRET: ",", LINE_CHANNEL_ID: "1" },
      /^LINE_CHANNEL_SECRET: must be the channel's secret/,
    ],
    ["no language", { BUSINESS_LANGUAGES: "," }, /^BUSINESS_LANGUAGES: must be languages out of/],
    ["a token alone", { LINE_CHANNEL_ACCESS_TOKEN: "t" }, /LINE_CHANNEL_SECRET/],
    ["the group of addresses", { CONNECT_API: "v3" }, /^CONNECT_API: must be either v1 or v2/],
    ["half a platform", { CONNECT_BASE_URL: "https://p.example" }, /^CONNECT_API_KEY is missing/],
    [
      "both exchange tokens",
      { ...realConnect, CONNECT_REFRESH_TOKEN: "r", CONNECT_EXCHANGE_TOKEN: "e" },
      /both set/,
    ],
    ["an exchange token without an address", { CONNECT_EXCHANGE_TOKEN: "e" }, /^CONNECT_BASE_URL/],
    ["an open studio", { HOST: "0.0.0.0" }, /STUDIO_PASSWORD/],
    ["an open studio on real data", { ...realConnect }, /STUDIO_PASSWORD/],
  ])("a fault in %s is named", (_name, variables, expected) => {
    const faults = faultsOf(variables);
    expect(faults.some((fault) => expected.test(fault))).toBe(true);
    expect(faults.join()).not.toContain("hush");
  });

  test("all faults are reported at once", () => {
    const faults = faultsOf({
      PORT: "x",
      STUDIO: "maybe",
      LINE_CHANNEL_SECRET: "s",
      LOG_LEVEL: "loud",
    });
    expect(faults.map((fault) => fault.split(/[: ]/)[0])).toEqual(
      expect.arrayContaining(["PORT", "STUDIO", "LINE_CHANNEL_SECRET", "LOG_LEVEL"]),
    );
  });

  test(".env.example is valid", () => {
    const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
    expect(readConfig(parseEnvFile(example)).config).toEqual(readConfig({}).config);
  });
});
