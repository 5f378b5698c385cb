/**
 * The same random operations have the same answers on both engines. `TEST_SEED` and `TEST_STEPS` set another seed and
 * another number of operations for each of the three runs.
 */
import { expect, test } from "vitest";
import { seed } from "../../support/seed.ts";
import { openBothEngines } from "./both-engines.ts";
import { orderOperations } from "./orders.ts";
import { peopleOperations } from "./people.ts";
import { upkeepOperations } from "./upkeep.ts";

const steps = Number(process.env["TEST_STEPS"] ?? 200);
const operations = [...orderOperations, ...peopleOperations, ...upkeepOperations];
/** In milliseconds; questions are open for ten minutes. */
const passes = [
  ...Array.from({ length: 17 }, (_, index) => 1000 * (index + 1)),
  60_000,
  900_000,
  21_600_000,
];

test.each([seed, seed + 1, seed + 2])(
  "the engines agree about operations of seed %i",
  async (one) => {
    await using engines = await openBothEngines(one);
    for (let step = 0; step < steps; step++) {
      if (engines.below(3) === 0) await engines.pass(engines.pick(passes) ?? 0);
      await engines.pick(operations)?.(engines);
    }
    const all = await engines.compare("audit", ({ store }) => store.audit.all());
    expect(all).not.toEqual([]);
  },
);
