/** Finds variables of the environment that were most likely meant for the bot. */
import { environment } from "./environment-schema.ts";
import type { Environment } from "./load-environment.ts";
import { nearest } from "./nearest.ts";

/** A shorter name is near too many of other programs, such as HOME to HOST. */
const minNameLength = 5;

/** Variables of Postgres's own programs and drivers begin so. */
const postgresPrefix = "PG";

/** @returns a sentence for each, with the right name and without the value. */
export function misspeltVariables(variables: Environment): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (!value?.trim() || Object.hasOwn(environment.shape, name)) return [];
    const isOthers = name.length < minNameLength || name.startsWith(postgresPrefix);
    const right = isOthers ? undefined : nearest(name, Object.keys(environment.shape));
    return right === undefined ? [] : [`${name} is no variable of the bot: did you mean ${right}?`];
  });
}
