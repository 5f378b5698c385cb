/** Simulated worlds keep every promise: two replicas, and whatever can be late, lost, doubled, killed or frozen. */
import * as fc from "../support/properties.ts";
import { expect, test } from "vitest";
import { sourceOf, withFault } from "../mutants/plant.ts";
import { seed } from "../support/seed.ts";
import { faults } from "./faults.ts";
import { violationsIn } from "./oracle.ts";
import { plans, type Plan } from "./plan.ts";
import { simulate } from "./simulate.ts";
import { runWorld } from "./world.ts";

const worlds = 500;
/** They take about 15 s of processor time; a busy machine takes its time. */
const timeoutMs = 600_000;

test(
  `${worlds} worlds of seed ${seed} keep every promise`,
  async () => {
    expect(await simulate(worlds, { seed, isShrunk: true })).toEqual({ worlds, broken: null });
  },
  timeoutMs,
);

test("a plan that runs again takes the same course", async () => {
  for (const plan of fc.sample(plans, { numRuns: 5, seed })) {
    const courseOf = async () => {
      const { deliveries, accepted, parked } = await runWorld(plan);
      return [deliveries.map(({ eventId, chat }) => [eventId, chat]), accepted, parked];
    };
    expect(await courseOf()).toEqual(await courseOf());
  }
});

test("a chat isn't left alone when the answer to its take-over is lost", async () => {
  const plan: Plan = {
    steps: [{ afterMs: 0, action: "gift", who: 1, which: 3, replica: 0, isDoubled: false }],
    // The first replica dies with an order, and the answer to the second commit after that is lost.
    faults: [
      { site: "platform_write", nth: 0, times: 1, kind: "crash_before" },
      { site: "commit", nth: 1, times: 1, kind: "lost_answer" },
    ],
    incidents: [],
    aheadMs: [0, 0],
    clockSteps: [],
    delays: 0,
    isIdempotent: true,
    canPush: false,
    reminds: false,
  };
  expect(violationsIn(await runWorld(plan))).toEqual([]);
});

test("each fault can be planted", () => {
  expect(faults.length).toBeGreaterThanOrEqual(10);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  const unchanged = faults.filter((fault) => withFault(sourceOf(fault), fault) === sourceOf(fault));
  expect(unchanged).toEqual([]);
});
