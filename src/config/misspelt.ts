/** Finds names that were most likely meant by misspelt ones, among the variables of the environment too. */
import { distance } from "fastest-levenshtein";
import { environment } from "./environment-schema.ts";
import type { Environment } from "./load-environment.ts";

// Finds variables of the environment that were most likely meant for the bot.

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

// Finds the name that a misspelt word was most likely meant to be.

/** Letters that may differ in the most; more are another word. */
const maxDistance = 3;
/** A shorter beginning fits too many names. */
const minPrefixLength = 3;

/**
 * Compares without regard to case, and takes a beginning for its whole name where it fits one alone.
 * @param candidates the names that are right.
 * @returns the nearest candidate, the first of several that are equally near; undefined if none is near
 * enough: at least half of its letters have to be right.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  const names = [...candidates];
  let found: { name: string; distance: number } | undefined;
  for (const name of names) {
    const between = distance(typed, name.toLowerCase());
    const length = Math.max(typed.length, name.length);
    if (between > maxDistance || between * 2 > length) continue;
    if (!found || between < found.distance) found = { name, distance: between };
  }
  if (found || typed.length < minPrefixLength) return found?.name;
  const [completed, ...others] = names.filter((name) => name.toLowerCase().startsWith(typed));
  return others.length === 0 ? completed : undefined;
}
