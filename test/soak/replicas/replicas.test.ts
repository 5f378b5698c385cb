/**
 * A short soak of two replicas: one is killed, one frozen beyond its lease, the clock of one is set an hour ahead, and
 * connections to the database are dropped.
 */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { seededRandom } from "../../../src/emulators/loyalty/random.ts";
import { createDatabase } from "../../support/postgres.ts";
import { dropConnections } from "./faults.ts";
import { createSoakWorld } from "./world.ts";

/** What each fault and each choice is: a run with another seed is `npm run soak -- --replicas 2`. */
const seed = 1;
const rate = 30;
const downMs = 1000;
/** Beyond the lease. */
const frozenMs = 4500;
const hourMs = 3_600_000;
/** Long enough for the other one to take its chats over. */
const clockMs = 2500;
const minSends = 4;

test("two replicas lose, double and reorder nothing when one is killed, one is frozen, and one's clock is set", async () => {
  const random = seededRandom(`replicas ${seed}`);
  const below = (limit: number) => random.below(limit);
  await using state = await createDatabase();
  await using world = await createSoakWorld({
    replicas: 2,
    rate,
    idempotent: true,
    databaseUrl: state.url,
    below,
    // What a rule gives may take a minute to settle.
    hasRules: false,
    fates: [
      { effect: 0, hidden: 0, answer: "real" },
      { effect: 0, hidden: 0, answer: "cut" },
      { effect: null, hidden: 0, answer: 500 },
    ],
  });
  const { services, cluster, database, oracle, members, staff } = world;
  services.line.redeliverFailures(true);
  let isInjected = false;
  const isOver = () => isInjected && staff.sends() >= minSends;
  async function injectFaults(): Promise<void> {
    services.line.faults.add({ call: "reply", answer: "cut", takesEffect: true, times: 5 });
    await pause(1000);
    await cluster.kill(0, downMs);
    await dropConnections(database, 1);
    await pause(500);
    const frozen = cluster.freeze(1, frozenMs);
    await pause(2500);
    await dropConnections(database, 0.5);
    await frozen;
    await cluster.setClock(0, hourMs, clockMs);
    isInjected = true;
  }
  await Promise.all([members.run(isOver), staff.order(isOver), injectFaults()]);
  services.line.faults.clear();
  const verdict = await world.finish();
  expect(verdict.violations).toEqual([]);
  expect(oracle.figures.accepted).toBeGreaterThan(rate);
});
