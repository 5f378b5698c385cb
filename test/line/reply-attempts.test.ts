/** When a reply without a clear answer is sent again, and what is logged of a refusal after it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClientWorld, prepared, type ClientWorld } from "./client-world.ts";

let world: ClientWorld;

beforeEach(async () => {
  world = await createClientWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** When LINE was called, in milliseconds since the first attempt; it answers each with a 500. */
async function timesOfAttempts(lifeOfToken: number): Promise<number[]> {
  const token = await world.replyToken();
  world.lineWorld.line.faults.add({ call: "reply", answer: 500 });
  const times: number[] = [];
  world.lineWorld.line.watch((change) => {
    if (change.kind === "call") times.push(change.made.at);
  });
  await world.sender.reply(token, prepared, world.within(lifeOfToken));
  return times.map((time) => time - (times[0] ?? 0));
}

test("attempts without a clear answer are repeated soon, and over the life of the token", async () => {
  expect(await timesOfAttempts(55_000)).toEqual([0, 1000, 3000, 8000, 20_000, 40_000]);
});

test("a pause that would outlast the token leaves time for another attempt", async () => {
  expect(await timesOfAttempts(38_000)).toEqual([0, 1000, 3000, 8000, 20_000, 33_500]);
});

test("a reply that is refused for its content after an unclear attempt is logged as refused", async () => {
  for (const answer of ["cut", 400] as const) {
    world.lineWorld.line.faults.add({ call: "reply", answer, times: 1 });
  }
  await world.sender.reply(await world.replyToken(), prepared, world.within());
  expect(world.lineWorld.logged.map(({ msg }) => msg)).toContain("LINE refused a message of ours");
});

test.each([
  [11_000, "arrived"],
  [10_000, "unknown"],
])("a token that is refused with %i ms left after an unclear attempt: %s", async (left, kind) => {
  const token = await world.replyToken();
  world.lineWorld.line.faults.add({ call: "reply", answer: 500, times: 1 });
  world.lineWorld.line.faults.add({ call: "reply", answer: "invalid_reply_token" });
  // The second attempt follows after a second.
  const outcome = await world.sender.reply(token, prepared, world.within(left + 1000));
  expect(outcome).toEqual({ kind });
});
