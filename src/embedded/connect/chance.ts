/** Where new identifiers and codes come from: true chance, or for the demo's data a repeatable one. */
import { createHash, randomInt, randomUUID } from "node:crypto";

export interface Chance {
  uuid(): string;
  /** A whole number from 0 to `bound`, without it. */
  below(bound: number): number;
}

export const trueChance: Chance = { uuid: randomUUID, below: (bound) => randomInt(bound) };

/** The same numbers and identifiers in the same order for the same seed; for data that isn't secret. */
export function repeatableChance(seed: string): Chance {
  let drawn = 0;
  const draw = () =>
    createHash("sha256")
      .update(`${seed} ${(drawn += 1)}`)
      .digest();
  return {
    below: (bound) => draw().readUInt32BE() % bound,
    uuid: () =>
      draw()
        .toString("hex")
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-a$4-$5"),
  };
}
