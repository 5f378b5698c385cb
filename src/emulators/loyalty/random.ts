/** Sources of random identifiers and numbers: the system's, and a repeatable one for demo data. */
import { createHash, randomInt, randomUUID } from "node:crypto";

export interface RandomSource {
  uuid(): string;
  /** An integer from 0 up to but excluding `bound`. */
  below(bound: number): number;
}

export const systemRandom: RandomSource = { uuid: randomUUID, below: (bound) => randomInt(bound) };

/** Repeatable: the same seed gives the same sequence. Not for secrets. */
export function seededRandom(seed: string): RandomSource {
  let state = createHash("sha256").update(seed).digest().readUInt32BE();
  // Mulberry32: 32 bits of state suffice for a few thousand numbers.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = () => next().toString(16).padStart(8, "0");
  return {
    below: (bound) => next() % bound,
    uuid: () =>
      `${hex()}${hex()}${hex()}${hex()}`.replace(
        /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
        "$1-$2-8$3-a$4-$5",
      ),
  };
}
