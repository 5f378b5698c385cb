/** Reads and checks a JSON file that an environment variable names. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigError } from "../config/config.ts";
import { withoutByteOrderMark } from "../config/load-environment.ts";
import { reasonOf } from "../errors.ts";

/** @throws {ConfigError} naming the variable, the file and its fault. */
export function readJsonFile<Content>(
  variable: string,
  file: string,
  schema: z.ZodType<Content>,
): Content {
  try {
    return schema.parse(JSON.parse(withoutByteOrderMark(readFileSync(file, "utf8"))));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
    throw new ConfigError([`${variable}: ${file}: ${reason}`]);
  }
}
