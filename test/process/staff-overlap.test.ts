/** A confirmation that several parts of the bot may continue after a crash: one at a time does, and it is sent twice at most. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
} from "../support/non-idempotent-platform.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let platform: NonIdempotentPlatform;
let world: World;
beforeEach(async () => {
  platform = await createNonIdempotentPlatform();
  world = await createWorld(platform.env());
  platform.clock = world.clock;
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

function state(): unknown {
  using db = new DatabaseSync(world.storeFile, { readOnly: true });
  return db.prepare("select steps ->> '$[0].state' as state from orders").get()?.["state"];
}

/** The first send is lost, and the bot stops before the tap is answered. @returns the tap's data, and its time. */
async function leavesAnOrder(): Promise<{ data: string; at: number }> {
  const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  const at = world.clock.now();
  platform.fates.push("lost");
  world.line.faults.add({ call: "reply", answer: "silent" });
  await world.line.act(world.lineId("manager"), { type: "postback", data });
  await until(() => state() === "unknown", "the outcome");
  const stopped = world.bot[Symbol.asyncDispose]();
  await world.advanceTime(20_000, stopped);
  await stopped;
  world.line.faults.clear();
  return { data, at };
}

/** Sets the store to its state a moment earlier, as a kill then would leave it. */
function changeStore(...changes: readonly string[]): void {
  using db = new DatabaseSync(world.storeFile);
  for (const change of changes) db.exec(change);
}

test("a redelivered tap and the reconciler together send once more, not twice", async () => {
  const { at } = await leavesAnOrder();
  // Killed when the outcome was stored, and the answer to the tap wasn't; without a reply token no tap is late.
  changeStore("update inbox set decided = null, body = json_remove(body, '$.replyToken')");
  // The first send isn't under way any more.
  world.clock.turn(at + 66_001 - world.clock.now());
  // The one still reads when the other begins: its first try isn't answered, its second one late.
  const operation = "getGiveCouponHistory";
  world.platform.faults.add({ kind: "silence", operation, times: 1 });
  world.platform.faults.add({ kind: "latency", ms: 2900, operation, times: 2 });
  platform.fates.push("lost", "lost", "lost");
  await world.restart();
  await until(() => world.platform.requests({ operation }).length > 0, "the look");
  await world.advanceTime(6500);
  await until(() => platform.sends.length > 1, "the second send");
  await settled(world);
  expect(platform.sends).toHaveLength(2);
  expect(factsOf(await world.sendText("manager", "/pending"))).toContain("Needs a review");
  expect(world.logged.join("")).not.toContain("can't be written");
});

test("another tap on a claimed confirmation gets its status, and sends nothing", async () => {
  const { data } = await leavesAnOrder();
  // Killed when it was sent, and no outcome was stored.
  changeStore(
    `update orders set steps = json_set(steps, '$[0].state', 'waiting'),
      retry_at = claimed_at + 120000`,
    "delete from inbox",
  );
  world.clock.turn(60_000);
  await world.restart();
  expect(factsOf(await world.tapButton("manager", data))).toContain("In progress");
  expect(platform.sends).toHaveLength(1);
  await settled(world);
  expect(platform.sends).toHaveLength(2);
  expect(factsOf(await world.sendText("manager", "/help"))).toContain("Given: 1");
});
