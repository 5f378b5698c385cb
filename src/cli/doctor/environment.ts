/** The environment: sound or not, as the bot itself would find at its start. */
import { ConfigError, readConfig, type Config, type Secrets } from "../../config/config.ts";
import type { Overrides } from "../../loyalty/endpoint-overrides.ts";
import type { Environment } from "../../config/environment-schema.ts";
import { readOverrides } from "../../app/loyalty-connection.ts";
import { fault, ok, type Area } from "./check.ts";

/** What a sound environment says. */
export interface Settings {
  config: Config;
  secrets: Secrets;
  overrides: Overrides;
}

/** @returns the area, and what all others need; null where the environment has a fault. */
export function lookAtEnvironment(variables: Environment): {
  area: Area;
  settings: Settings | null;
} {
  const name = "environment";
  try {
    const { config, secrets } = readConfig(variables);
    const { connect: loyalty, line } = config;
    const file = loyalty.kind === "real" ? loyalty.overridesFile : null;
    const overrides = file === null ? {} : readOverrides(file);
    const differing = Object.keys(overrides).length;
    const tells = [
      `sound: LINE ${line.kind}, platform ${loyalty.kind}`,
      ...(differing > 0 ? [`operations with an address of their own: ${differing}`] : []),
    ].join("; ");
    return {
      area: { name, checks: [{ name: "variables", run: async () => ok(tells) }] },
      settings: { config, secrets, overrides },
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const checks = error.faults.map((told) => ({
      name: "variables",
      run: async () =>
        fault(told, "correct it where the bot gets its environment from, or in .env"),
    }));
    return { area: { name, checks }, settings: null };
  }
}
