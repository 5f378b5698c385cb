/** Reads the environment and the files that it names, and tells all faults of both at once. */
import { z } from "zod";
import type { Brand } from "../bot/context.ts";
import { cardFactsSchema, cardStylesSchema } from "../bot/views/card.ts";
import { type Config, readConfig, type Secrets } from "../config/config.ts";
import { environment } from "../config/environment-schema.ts";
import type { Environment } from "../config/load-environment.ts";
import { ConfigError, reasonOf } from "../errors.ts";
import { overridesSchema } from "../loyalty/endpoint-overrides.ts";
import { type RewardsFile, rewardsFileSchema } from "../loyalty/reward-prices.ts";
import { EncodingError, readTextFile } from "../text/text-file.ts";

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

// Reads the files that say how cards look, and what is shown on them.

/** @throws {ConfigError} with the fault of a file. */
export function readCardFiles({ business, line }: Config): Pick<Brand, "cardStyles" | "cardFacts"> {
  const { cardStylesFile: styles, cardFactsFile: facts, languages } = business;
  return {
    ...(styles !== null && {
      cardStyles: readJsonFile("CARD_STYLES", styles, cardStylesSchema(line.kind === "embedded")),
    }),
    ...(facts !== null && {
      cardFacts: readJsonFile("CARD_FACTS", facts, cardFactsSchema(languages)),
    }),
  };
}

// Reads the file of reward prices.

/** Prices by the uuid of the coupon set. @throws {ConfigError} with the fault of the file. */
export const readRewardsFile = ({ rewardsFile: file }: Config): RewardsFile =>
  file === null ? {} : readJsonFile("REWARDS_FILE", file, rewardsFileSchema);

// Reads and checks a JSON file that an environment variable names.

/** @throws {ConfigError} naming the variable, the file and its fault. */
export function readJsonFile<Content>(
  variable: string,
  file: string,
  schema: z.ZodType<Content>,
): Content {
  try {
    return schema.parse(JSON.parse(readTextFile(file)));
  } catch (error) {
    if (error instanceof EncodingError) throw new ConfigError([`${variable}: ${error.message}`]);
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
    throw new ConfigError([`${variable}: ${file}: ${reason}`]);
  }
}
