/** Connects to the loyalty platform, real or embedded. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigError } from "../config/config.ts";
import { reasonOf } from "../errors.ts";
import { overridesSchema, type Overrides } from "../loyalty/endpoint-overrides.ts";
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
    };
  }
  return (await import("./embedded-loyalty.ts")).startEmbeddedLoyalty(options, config.connect.port);
}

/** @throws {ConfigError} with the fault of the file. */
export function readOverrides(file: string): Overrides {
  try {
    return overridesSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
    throw new ConfigError([`CONNECT_OVERRIDES: ${reason}`]);
  }
}
