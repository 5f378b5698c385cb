/** Reads the files that say how cards look, and what is shown on them. */
import type { Brand } from "../bot/context.ts";
import { cardFactsSchema } from "../bot/views/card-facts.ts";
import { cardStylesSchema } from "../bot/views/card.ts";
import type { Config } from "../config/config.ts";
import { readJsonFile } from "./json-file.ts";

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
