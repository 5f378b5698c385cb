/** Reads and checks a JSON file that an environment variable names. */
import { z } from "zod";
import { ConfigError, reasonOf } from "../errors.ts";
import { EncodingError, readTextFile } from "../text/text-file.ts";

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
