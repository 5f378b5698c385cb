/** Refunds of redemptions that the platform refuses to make, or that don't reach it: they end with a person. */
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
} from "../support/non-idempotent-platform.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf } from "../support/views.ts";
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

const dayMs = 24 * 3_600_000;

const points = async () => (await till.member("olivia")).cards[0]?.point ?? 0;
const shown = (count: number) => count.toLocaleString("en");
const ask = async () => buttonIn(await world.tapButton("olivia", `do=redeem&set=${latte}`), /yes=/);
const redeem = async () => factsOf(await world.tapButton("olivia", await ask()));

/** A colleague voids the burn on the platform. */
async function voidBurn(): Promise<void> {
  const { uuid: member_uuid } = await till.member("olivia");
  const { data } = await till.connect.getTransaction({ member_uuid, size: 100 });
  const burn = data.find((row) => row.type === "BURN" && row.points === 40 && row.ref_id);
  if (burn) await till.connect.voidTransactionById({ id: burn.id });
}

test.each([403, 405])("a refund that is denied with %i is a person's at once", async (status) => {
  const before = await points();
  platform.fates = ["done", 409, status];
  expect(await redeem()).toContain("Our staff are looking into it");
  expect(platform.sends).toHaveLength(3);
  expect(await points()).toBe(before - 40);
  // What waits for a person isn't over in a moment.
  expect(await redeem()).toMatch(/became of “Latte to redeem”, and can’t redeem anything else/);
  const byStaff = await world.sendText("cashier", '/redeem "Latte to redeem" Olivia');
  expect(factsOf(await world.tapButton("cashier", buttonIn(byStaff, /yes=/)))).toMatch(
    /of “Latte to redeem”, needs a review first.*\/pending/,
  );
  const pending = await world.sendText("manager", "/pending");
  expect(factsOf(pending)).toContain("Needs a review");
  expect(factsOf(pending)).toContain("whether 40 points are back");
  expect(factsOf(pending)).toContain("The membership system refused it");
  await voidBurn();
  expect(factsOf(await world.sendText("olivia", "points"))).toContain(shown(before - 40));
  const happened = buttonIn(pending, /redemption-happened/);
  expect(factsOf(await world.tapButton("manager", happened))).toContain("points refunded");
  // The balance with it is the new one, though the old one was read a moment ago.
  const told = factsOf(await world.sendText("olivia", "points"));
  expect(told).toContain("Your 40 points are back");
  expect(told).toContain(shown(before));
  expect(await redeem()).toContain("Redeemed: Latte to redeem");
});

test("two managers who decide about the burn at the same time decide nothing about the refund", async () => {
  platform.fates = ["lost", "lost", 409];
  await redeem();
  await settled(world);
  const pending = await world.sendText("manager", "/pending");
  const burned = buttonIn(pending, /redemption-happened.*step=burn/);
  await Promise.all(["manager", "owner"].map((label) => world.tapButton(label, burned)));
  await settled(world);
  const left = factsOf(await world.sendText("manager", "/pending"));
  expect(left).toContain("whether 40 points are back");
  expect(factsOf(await world.sendText("olivia", "help"))).not.toContain("points are back");
});

test("a refund that is refused for the token goes on for a day, and is a person's then", async () => {
  platform.fates = ["done", 409, ...Array.from({ length: 100 }, () => 401)];
  expect(await redeem()).toContain("40 points");
  await world.advanceTime(10_000);
  const waiting = factsOf(await world.sendText("manager", "/pending"));
  expect(waiting).toContain("In progress");
  expect(waiting).toContain("couldn’t be reached");
  expect(waiting).not.toContain("answer was lost");
  world.clock.turn(dayMs);
  await settled(world);
  const pending = await world.sendText("manager", "/pending");
  expect(factsOf(pending)).toContain("Needs a review");
  expect(factsOf(pending)).toContain("couldn’t be reached");
  await world.tapButton("manager", buttonIn(pending, /redemption-close/));
  expect(factsOf(await world.sendText("manager", "/pending"))).toContain("Nothing is waiting");
});

test.each([
  ["hours after it began", dayMs - 600_000],
  ["although the bot was stopped for more than a day", dayMs + 3_600_000],
])("a refund is made as soon as the token is accepted, %s", async (_, laterMs) => {
  const before = await points();
  platform.fates = ["done", 409, ...Array.from({ length: 2 }, () => 401)];
  await redeem();
  world.clock.turn(laterMs);
  await settled(world);
  expect(factsOf(await world.sendText("olivia", "help"))).toContain("Your 40 points are back");
  expect(await points()).toBe(before);
});

test.each([
  ["the burn", [403], "points are untouched"],
  ["the gift", ["done", 403], "Your 40 points are back"],
] as const)("%s that is denied changes nothing in the end", async (_, fates, told) => {
  const before = await points();
  platform.fates = [...fates];
  expect(await redeem()).toContain(told);
  expect(await points()).toBe(before);
  expect(await redeem()).toContain("Redeemed: Latte to redeem");
});

test("an undo that is denied leaves the coupon, and is over", async () => {
  const redeemed = await world.tapButton("olivia", await ask());
  const before = await points();
  platform.fates = [405];
  const undo = buttonIn(redeemed, /undo=/);
  for (let tap = 0; tap < 2; tap++) {
    const answer = await world.tapButton("olivia", undo);
    expect(factsOf(answer)).toContain("can’t be undone any more");
    expect(buttonsOf(answer).filter(({ data }) => data?.includes("undo="))).toEqual([]);
    expect(await points()).toBe(before);
  }
});

test("an undo that never arrived can be tapped again", async () => {
  const redeemed = await world.tapButton("olivia", await ask());
  const before = await points();
  platform.fates = [401, 401];
  const answer = await world.tapButton("olivia", buttonIn(redeemed, /undo=/));
  expect(factsOf(answer)).toContain("nothing has changed");
  expect(await points()).toBe(before);
  platform.fates = [];
  expect(factsOf(await world.tapButton("olivia", buttonIn(answer, /undo=/)))).toContain("Undone");
  expect(await points()).toBe(before + 40);
});

test("an order of staff that is denied ends as refused, without another send", async () => {
  platform.fates = [403];
  const yes = buttonIn(await world.sendText("manager", `/gift ${latte} olivia`), /%2Fyes/);
  expect(factsOf(await world.tapButton("manager", yes))).toContain(
    "refused it; nothing was changed",
  );
  await world.advanceTime(300_000);
  expect(platform.sends).toHaveLength(1);
});
