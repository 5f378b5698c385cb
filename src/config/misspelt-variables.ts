/** Finds variables of the environment that were most likely meant for the bot. */
import { environment, type Environment } from "./environment-schema.ts";
import { nearest } from "./nearest.ts";

/** A shorter name is near too many of other programs, such as HOME to HOST. */
const minNameLength = 5;

/** DATABASE_URL must stay unset, so nothing is meant to be it. */
const { DATABASE_URL: _unused, ...known } = environment.shape;

/** @returns a sentence for each, with the right name and without the value. */
export function misspeltVariables(variables: Environment): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (!value?.trim() || Object.hasOwn(environment.shape, name)) return [];
    const right = name.length < minNameLength ? undefined : nearest(name, Object.keys(known));
    return right === undefined ? [] : [`${name} is no variable of the bot: did you mean ${right}?`];
  });
}
