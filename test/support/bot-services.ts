/** LINE and the platform for bots that run as processes of their own: emulators in the test that survive a kill. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedAccount, embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { systemClock, type Clock } from "../../src/clock.ts";
import type { Group } from "../../src/emulators/line/accounts.ts";
import { startLineEmulator, type LineEmulator } from "../../src/emulators/line/index.ts";
import {
  demoPeople,
  startLoyaltyEmulator,
  type LoyaltyEmulator,
} from "../../src/emulators/loyalty/index.ts";
import { createLog } from "../../src/observability/log.ts";
import { writePlatformFile } from "./prepared-files.ts";

export interface BotServices extends AsyncDisposable {
  line: LineEmulator;
  platform: LoyaltyEmulator;
  /** Deleted at the end. */
  dataDir: string;
  /** The platform's SQLite file. */
  platformFile: string;
  /** Environment of a bot that uses them. */
  env: Record<string, string>;
}

export interface BotServicesOptions {
  /** Additional LINE user ids. */
  people?: readonly string[];
  groups?: readonly Group[];
  /** Whether the platform's ledger has two pages instead of seven, and doesn't add up to the cards' points. */
  hasShortLedger?: boolean;
  /** Of LINE and the platform; the system's unless given. */
  clock?: Clock;
  /** Where the bot listens, for each delivery. @param attempt 1, or more for a redelivery. */
  origin(webhookEventId: string, attempt: number): string;
}

const secrets = { channel: "a-channel-secret", accessToken: "a-channel-access-token" };

export async function startBotServices(options: BotServicesOptions): Promise<BotServices> {
  const { people = [], groups = [], hasShortLedger = false, clock = systemClock, origin } = options;
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), "bot-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const log = createLog("silent");
  const platformFile = join(dataDir, "platform.sqlite");
  if (hasShortLedger) await writePlatformFile(platformFile, clock);
  const platform = stack.use(
    await startLoyaltyEmulator({ port: 0, file: platformFile, clock, log }),
  );
  const line = stack.use(
    await startLineEmulator({
      port: 0,
      clock,
      log,
      people: [
        ...demoPeople.map(({ lineId, displayName, language }) => ({
          userId: lineId,
          displayName,
          language,
        })),
        ...people.map((userId) => ({ userId, displayName: "Somebody", language: "en" })),
      ],
      groups,
      channels: [
        {
          ...embeddedAccount,
          displayName: "Sakura Cafe",
          secret: secrets.channel,
          accessToken: secrets.accessToken,
          webhookUrl: (id, attempt) => `${origin(id, attempt)}/webhook`,
        },
        {
          ...embeddedDevAccount,
          displayName: "Sakura Cafe (dev)",
          secret: "a-dev-channel-secret",
          accessToken: "a-dev-channel-access-token",
          webhookUrl: (id, attempt) => `${origin(id, attempt)}/webhook/dev`,
        },
      ],
    }),
  );
  const [business] = platform.credentials.businesses;
  const running = stack.move();
  return {
    line,
    platform,
    dataDir,
    platformFile,
    env: {
      LINE_CHANNEL_SECRET: secrets.channel,
      LINE_CHANNEL_ACCESS_TOKEN: secrets.accessToken,
      LINE_API_BASE_URL: line.origin,
      CONNECT_BASE_URL: platform.baseUrl,
      CONNECT_BUSINESS_CODE: business?.code ?? "",
      CONNECT_API_KEY: business?.api_key ?? "",
      CONNECT_API_SECRET: business?.api_secret ?? "",
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
