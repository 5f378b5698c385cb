/** Runs worlds of generated plans until one breaks a promise, and shrinks its plan. */
import * as fc from "../support/properties.ts";
import { violationsIn } from "./oracle.ts";
import { plans, type Plan } from "./plan.ts";
import { runWorld } from "./world.ts";

export interface Simulation {
  /** Worlds that were run before shrinking began, the broken one included. */
  worlds: number;
  /** The smallest plan found that breaks a promise; null if all were kept. */
  broken: { plan: Plan; violations: readonly string[] } | null;
}

/** @param options `isShrunk`: whether a smaller plan is searched for. */
export async function simulate(
  worlds: number,
  { seed, isShrunk }: { seed: number; isShrunk: boolean },
): Promise<Simulation> {
  const property = fc.asyncProperty(plans, async (plan) => {
    const violations = violationsIn(await runWorld(plan));
    if (violations.length > 0) throw new Error(violations.join("\n"));
  });
  const result = await fc.check(property, { numRuns: worlds, seed, endOnFailure: !isShrunk });
  if (!result.failed) return { worlds: result.numRuns, broken: null };
  const [plan] = result.counterexample ?? [];
  if (!plan) throw new Error("no plan failed", { cause: result.errorInstance });
  const { errorInstance: error } = result;
  const violations = [error instanceof Error ? error.message : String(error)];
  return { worlds: result.numRuns, broken: { plan, violations } };
}
