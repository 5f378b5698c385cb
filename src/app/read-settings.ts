/** Reads the environment and the files that it names, and tells all faults of both at once. */
import { cardFactsSchema } from "../bot/views/card-facts.ts";
import { cardStylesSchema } from "../bot/views/card.ts";
import { readConfig, type Config, type Secrets } from "../config/config.ts";
import { environment } from "../config/environment-schema.ts";
import type { Environment } from "../config/load-environment.ts";
import { ConfigError } from "../errors.ts";
import { overridesSchema } from "../loyalty/endpoint-overrides.ts";
import { rewardsFileSchema } from "../loyalty/reward-prices.ts";
import { readJsonFile } from "./json-file.ts";

/**
 * Reads the environment as the bot does at its start.
 * @throws {ConfigError} naming every fault of the environment, and of the files that it names.
 */
export function readSettings(variables: Environment): { config: Config; secrets: Secrets } {
  const faults: string[] = [];
  const collect = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
      return null;
    }
  };
  const settings = collect(() => readConfig(variables));
  for (const read of fileReaders(variables)) collect(read);
  if (!settings || faults.length > 0) throw new ConfigError(faults);
  return settings;
}

/** One for each file that is named, also where another variable is faulty. */
function fileReaders(variables: Environment): (() => unknown)[] {
  const given = (name: string) => variables[name]?.trim() || undefined;
  const languages = environment.shape.BUSINESS_LANGUAGES.safeParse(given("BUSINESS_LANGUAGES"));
  const schemas = {
    CONNECT_OVERRIDES: overridesSchema,
    CARD_STYLES: cardStylesSchema(given("LINE_CHANNEL_SECRET") === undefined),
    // In which languages a label is needed isn't known without them.
    ...(languages.success && { CARD_FACTS: cardFactsSchema(languages.data) }),
    REWARDS_FILE: rewardsFileSchema,
  };
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const file = given(name);
    return file === undefined ? [] : [() => readJsonFile<unknown>(name, file, schema)];
  });
}
