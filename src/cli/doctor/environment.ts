/** Checks the environment as the bot does at its start. */
import type { Config, Secrets } from "../../config/config.ts";
import type { Overrides } from "../../loyalty/endpoint-overrides.ts";
import { readOverrides } from "../../app/connect-services.ts";
import { readSettings } from "../../app/read-settings.ts";
import { exposedFileHint, type Environment } from "../../config/load-environment.ts";
import { misspeltVariables } from "../../config/misspelt.ts";
import { ConfigError } from "../../errors.ts";
import { fault, hint, ok, type Area } from "./check.ts";

/** The configuration read from a valid environment. */
export interface Settings {
  config: Config;
  secrets: Secrets;
  overrides: Overrides;
}

const correct = "correct it where the bot gets its environment from, or in .env";

/**
 * @param environmentFile the path at which an `.env` file was looked for.
 * @returns the area, and the settings that all others need; null if the environment has a fault.
 */
export function checkEnvironment(
  variables: Environment,
  environmentFile?: string,
): {
  area: Area;
  settings: Settings | null;
} {
  const name = "environment";
  try {
    const { config, secrets } = readSettings(variables);
    const { connect: loyalty, line } = config;
    const file = loyalty.kind === "real" ? loyalty.overridesFile : null;
    const overrides = file === null ? {} : readOverrides(file);
    const overridden = Object.keys(overrides).length;
    const tells = [
      `sound: LINE ${line.kind}, platform ${loyalty.kind}`,
      ...(overridden > 0 ? [`operations with an address of their own: ${overridden}`] : []),
    ].join("; ");
    const misspelt = misspeltVariables(variables).map((text) => ({
      name: "spelling",
      run: async () => hint(text, correct),
    }));
    const exposed = environmentFile === undefined ? null : exposedFileHint(environmentFile);
    const checks = [
      { name: "variables", run: async () => ok(tells) },
      ...(exposed === null ? [] : [{ name: "file", run: async () => hint(exposed, "run that") }]),
      ...misspelt,
    ];
    return {
      area: { name, checks },
      settings: { config, secrets, overrides },
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const checks = error.faults.map((text) => ({
      name: "variables",
      run: async () => fault(text, correct),
    }));
    return { area: { name, checks }, settings: null };
  }
}
