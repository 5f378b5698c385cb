/** A promise that the oracle checks, and how its breaches are counted. */
import type { Observations } from "./observations.ts";

/** A promise, and how it is checked: each text names one way in which it is broken. */
export interface Rule {
  name: string;
  check(observed: Observations): string[];
}

export const countBy = <T>(
  items: readonly T[],
  keyOf: (item: T) => string | null,
): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

export const moreThanOne = (counts: ReadonlyMap<string, number>, what: string): string[] =>
  [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => `${key} ${what} ${count} times`);
