/** A reply token is valid for a minute: an event past it is parked for the operator. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { statesIn } from "../support/inbox.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const lookups = () => world.platform.requests({ operation: "getProfile" }).length;

/** A member asks; the bot stops before the platform answers, and starts again after this time. */
async function isAnsweredAfter(ms: number): Promise<void> {
  const askedAt = world.clock.now();
  world.platform.faults.add({ kind: "silence", operation: "getProfile" });
  await world.line.act(world.lineId("olivia"), { type: "text", text: "points" });
  await until(() => lookups() === 1, "the lookup");
  // As a kill does: unanswered events get no response.
  world.line.faults.add({ call: "reply", answer: "silent" });
  const stopped = world.bot[Symbol.asyncDispose]();
  await world.advanceTime(20_000, stopped);
  await stopped;
  world.line.faults.clear();
  world.platform.faults.clear();
  world.clock.turn(askedAt + ms - world.clock.now());
  await world.restart();
  await world.settle();
}

test("the token is used 50 seconds after receipt", async () => {
  await isAnsweredAfter(50_000);
  expect(world.line.sent).toMatchObject([{ way: "reply" }]);
});

test("the token is not used 57 seconds after receipt", async () => {
  await isAnsweredAfter(57_000);
  expect(world.line.sent).toEqual([]);
  await world.advanceTime(100);
  await until(() => statesIn(world.storeFile)["parked"] === 1, "the parking");
});
