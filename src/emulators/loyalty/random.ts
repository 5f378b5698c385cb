/** Where new identifiers and codes come from: true chance, or for the demo's data a repeatable one. */
import { createHash, randomInt, randomUUID } from "node:crypto";

export interface RandomSource {
  uuid(): string;
  /** A whole number from 0 to `bound`, without it. */
  below(bound: number): number;
}

export const systemRandom: RandomSource = { uuid: randomUUID, below: (bound) => randomInt(bound) };

/** The same numbers and identifiers in the same order for the same seed; for data that isn't secret. */
export function seededRandom(seed: string): RandomSource {
  let state = createHash("sha256").update(seed).digest().readUInt32BE();
  // Mulberry32: 32 bits of state are plenty for a few thousand draws.
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = () => draw().toString(16).padStart(8, "0");
  return {
    below: (bound) => draw() % bound,
    uuid: () =>
      `${hex()}${hex()}${hex()}${hex()}`.replace(
        /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
        "$1-$2-8$3-a$4-$5",
      ),
  };
}
