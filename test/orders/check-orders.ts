/** Runs rounds of random staff orders until one breaks a promise, and shrinks that one. */
import * as fc from "../support/properties.ts";
import { runRound } from "./run-round.ts";
import { round } from "./rounds.ts";

export interface OrdersReport {
  seed: number;
  rounds: number;
  /** How many orders ended in each state. */
  ends: Record<string, number>;
  /** Writes that reached the platform. */
  sends: number;
  /** The smallest round that breaks a promise, and its story; null = none found. */
  counterexample: string | null;
}

/** Shrinking runs many more rounds. */
const shrinkMs = 120_000;

/** @param seed the same rounds for the same seed; ids are new each time. */
export async function checkOrders({
  rounds,
  seed,
  say = () => {},
}: {
  rounds: number;
  seed: number;
  say?: (line: string) => void;
}): Promise<OrdersReport> {
  const ends: Record<string, number> = {};
  let sends = 0;
  let played = 0;
  let smallest: string | null = null;
  let giveUpAt = Infinity;
  const property = fc.asyncProperty(round, async (one) => {
    fc.pre(performance.now() < giveUpAt);
    const result = await runRound(one);
    if (result.violations.length > 0) {
      if (smallest === null) giveUpAt = performance.now() + shrinkMs;
      smallest = [...result.violations, JSON.stringify(one), ...result.story].join("\n");
      return false;
    }
    if (smallest !== null) return true;
    played += 1;
    sends += result.sends;
    for (const [end, count] of Object.entries(result.ends)) ends[end] = (ends[end] ?? 0) + count;
    if (played % 50 === 0) say(`${played} rounds of orders`);
    return true;
  });
  await fc.check(property, { numRuns: rounds, seed });
  return { seed, rounds: played, ends, sends, counterexample: smallest };
}
