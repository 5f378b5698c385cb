/** Parses a response's JSON by a schema. */
import type { z } from "zod";

/** The parsed value, or undefined when the text isn't JSON or doesn't match the schema. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
