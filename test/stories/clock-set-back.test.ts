/** The wall clock is set back while something waits: nothing waits for as long as it was set back, and nothing happens twice. */
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
} from "../support/non-idempotent-platform.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let platform: NonIdempotentPlatform;
let world: World;
let till: Till;
let latte: string;
beforeEach(async () => {
  platform = await createNonIdempotentPlatform();
  world = await createWorld(platform.env());
  platform.clock = world.clock;
  till = createTill(world);
  const set = { type: "FREE_ITEM", source: "AUTO_GENERATE", points_cost: 40 } as const;
  latte = (await till.connect.createCouponSet({ name: "Latte to redeem", ...set })).uuid;
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

const hourMs = 3_600_000;
const steps = [-hourMs, -120_000, -60_000, -30_000];

async function askToRedeem(): Promise<string> {
  return buttonIn(await world.tapButton("olivia", `do=redeem&set=${latte}`), /yes=/);
}

const redeem = async () => factsOf(await world.tapButton("olivia", await askToRedeem()));

test.each(steps)(
  "a redemption of unknown outcome is settled within minutes after %i ms",
  async (ms) => {
    platform.fates = ["answer lost"];
    expect(await redeem()).toContain("don’t know yet");
    world.clock.move(ms);
    await world.advanceTime(200_000);
    expect(factsOf(await world.sendText("olivia", "help"))).toContain("Redeemed: Latte to redeem");
    expect(await redeem()).toContain("Redeemed: Latte to redeem");
  },
);

test.each(steps)(
  "an order of unknown outcome is settled within minutes after %i ms",
  async (ms) => {
    const card = (await till.member("olivia")).cards[0]?.card_no ?? "";
    platform.fates = ["answer lost"];
    const data = buttonIn(await world.sendText("manager", `/add ${card} 50`), /%2Fyes/);
    expect(factsOf(await world.tapButton("manager", data))).toContain("don’t know yet");
    world.clock.move(ms);
    await world.advanceTime(200_000);
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("18,400 → 18,450");
  },
);

test("a question of before the clock was set back has expired", async () => {
  const yes = await askToRedeem();
  world.clock.move(-hourMs);
  expect(factsOf(await world.tapButton("olivia", yes))).not.toContain("Redeemed");
  expect(await redeem()).toContain("Redeemed: Latte to redeem");
});
