/** Reads the files that say how cards look. */
import type { CardStyle } from "../bot/context.ts";
import { cardStylesSchema } from "../bot/views/card-style.ts";
import type { Config } from "../config/config.ts";
import { readJsonFile } from "./json-file.ts";

/** The styles of card types, by type. @throws {ConfigError} with the fault of the file. */
export function readCardStyles({ business, line }: Config): ReadonlyMap<string, CardStyle> {
  const { cardStylesFile: file } = business;
  if (file === null) return new Map();
  return readJsonFile("CARD_STYLES", file, cardStylesSchema(line.kind === "embedded"));
}
