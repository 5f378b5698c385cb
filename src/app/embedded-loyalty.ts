/** Starts the embedded loyalty platform with demo data. Imported only if it is used. */
import { existsSync } from "node:fs";
import {
  loyaltyEmulatorFile,
  pagePaths,
  startLoyaltyEmulator,
} from "../emulators/loyalty/index.ts";
import { makeDataDir } from "../store/sqlite/open.ts";
import { namingAddress } from "./address-fault.ts";
import type { ConnectionOptions, LoyaltyConnection } from "./connections.ts";

export async function startEmbeddedLoyalty(
  { config, clock, log, external, stack }: ConnectionOptions,
  port: number,
): Promise<LoyaltyConnection> {
  // Where the store is on Postgres, nothing has made the folder before.
  if (!external.loyalty && !existsSync(config.dataDir)) makeDataDir(config.dataDir);
  const emulator =
    external.loyalty ??
    stack.use(
      await namingAddress({ port: "EMBEDDED_CONNECT_PORT" }, () =>
        startLoyaltyEmulator({
          port,
          file: loyaltyEmulatorFile(config.dataDir),
          clock,
          log: log.child({ part: "embedded platform" }),
        }),
      ),
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
    pages: {
      join: new URL(pagePaths.join, emulator.baseUrl).href,
      contact: new URL(pagePaths.contact, emulator.baseUrl).href,
    },
  };
}
