/** Connects to the loyalty platform, real or embedded. */
import { overridesSchema, type Overrides } from "../loyalty/endpoint-overrides.ts";
import { readJsonFile } from "./json-file.ts";
import type { ConnectionOptions, LoyaltyConnection } from "./connections.ts";

export async function connectLoyalty(options: ConnectionOptions): Promise<LoyaltyConnection> {
  const { config, secrets } = options;
  if (config.connect.kind === "real") {
    const { baseUrl, overridesFile } = config.connect;
    return {
      baseUrl,
      direct: secrets.connect,
      exchange: secrets.connectExchange,
      overrides: overridesFile === null ? {} : readOverrides(overridesFile),
      idempotentWrites: config.connectIdempotent,
      emulator: null,
      pages: null,
    };
  }
  return (await import("./embedded-loyalty.ts")).startEmbeddedLoyalty(options, config.connect.port);
}

/** @throws {ConfigError} with the fault of the file. */
export const readOverrides = (file: string): Overrides =>
  readJsonFile("CONNECT_OVERRIDES", file, overridesSchema);
