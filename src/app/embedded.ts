/** Starts the emulators of LINE and the loyalty platform with demo data. Imported only if one is used. */
import { createHash, randomBytes } from "node:crypto";
import {
  demoPeople,
  loyaltyEmulatorFile,
  startLoyaltyEmulator,
} from "../emulators/loyalty/index.ts";
import { startLineEmulator } from "../emulators/line/index.ts";
import { createRichMenuClient } from "../line/rich-menu-client.ts";
import { createMessagingClient } from "../line/messaging-client.ts";
import { fixedToken } from "../line/channel-access-tokens.ts";
import {
  type LineChannels,
  type LineConnectionOptions,
  type LoyaltyConnection,
  type ConnectionOptions,
} from "./connections.ts";
import type { StaffMember } from "../store/staff.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Settings } from "../store/store.ts";

export async function startLoyalty(
  { config, clock, log, external, stack }: ConnectionOptions,
  port: number,
): Promise<LoyaltyConnection> {
  const emulator =
    external.loyalty ??
    stack.use(
      await startLoyaltyEmulator({
        port,
        file: loyaltyEmulatorFile(config.dataDir),
        clock,
        log: log.child({ part: "embedded platform" }),
      }),
    );
  const [business] = emulator.credentials.businesses;
  if (!business) throw new Error("the embedded platform has no business");
  return {
    baseUrl: emulator.baseUrl,
    direct: {
      businessCode: business.code,
      apiKey: business.api_key,
      apiSecret: business.api_secret,
    },
    exchange: { exchangeToken: emulator.credentials.exchange_token },
    overrides: {},
    idempotentWrites: true,
    emulator,
  };
}

/** Fixed ids, so that data stored under the embedded account is found after a restart. */
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

const demoBusinessName = "Sakura Cafe";

/** A demo group chat with the account in it. */
const demoGroup = {
  type: "group" as const,
  chatId: `C${createHash("sha256").update("a group of friends").digest("hex").slice(0, 32)}`,
  name: "Coffee friends",
  members: demoPeople
    .filter(({ label }) => ["somchai", "hina", "olivia", "stranger"].includes(label))
    .map(({ lineId }) => lineId),
};

/** Demo staff, added under the embedded account only. @param since milliseconds since 1970. */
const demoStaff = (since: number): StaffMember[] =>
  demoPeople.flatMap(({ lineId, displayName: name, staff }) =>
    staff ? [{ lineId, name, ...staff, since }] : [],
  );

/** The access token of an embedded channel, for CLI commands; null before the first start of the server. */
export const embeddedToken = (settings: Settings, channelId: string): Promise<string | null> =>
  settings.get(settingsKeys.emulatorToken(channelId));

/** New channel secret and access token for each start. */
const keys = () => ({
  secret: randomBytes(16).toString("hex"),
  accessToken: randomBytes(32).toString("base64url"),
});

export async function startLine(
  options: LineConnectionOptions,
  port: number,
): Promise<LineChannels> {
  const { clock, log, external, stack, settings, webhookUrl, metrics } = options;
  const displayName = options.config.business.name ?? demoBusinessName;
  const embedded =
    external.line ??
    stack.use(
      await startLineEmulator({
        port,
        clock,
        log: log.child({ part: "embedded LINE" }),
        people: demoPeople.map(({ lineId, purpose, ...person }) => ({
          userId: lineId,
          displayName: person.displayName,
          language: person.language,
          note: purpose,
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
  for (const { id, accessToken } of embedded.accounts.channels) {
    await settings.set(settingsKeys.emulatorToken(id), accessToken);
  }
  const apiBaseUrl = embedded.origin;
  const [members, dev] = embedded.accounts.channels.map((channel, index) => {
    const wire = {
      apiBaseUrl,
      token: fixedToken(channel.accessToken),
      clock,
      log,
      onCall: metrics.onLineCall,
      onTokenRefusedChange: (isOn: boolean) =>
        metrics.onCredentialsChange(index === 0 ? "line" : "line_dev", isOn),
    };
    return {
      apiBaseUrl,
      token: wire.token,
      messaging: stack.use(createMessagingClient(wire)),
      richMenus: stack.use(createRichMenuClient({ ...wire, dataApiBaseUrl: apiBaseUrl })),
      channel: { account: channel.botUserId, secrets: [channel.secret] },
      displayName: channel.displayName,
      basicId: channel.basicId,
      initialStaff: demoStaff(clock.now()),
      emulator: embedded,
    };
  });
  if (!members) throw new Error("the embedded LINE has no channel");
  return { members, dev: dev ?? null };
}
