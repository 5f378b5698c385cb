/** A member's notice of a gift tells what can be used at that moment. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld();
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const confirm = async (text: string) =>
  factsOf(
    await world.tapButton("manager", buttonIn(await world.sendText("manager", text), /%2Fyes/)),
  );

/** A gift of two to Olivia. @returns their codes. */
async function give(): Promise<readonly [string, string]> {
  await till.connect.createCouponSet({
    name: "Hotcake",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
  });
  const [one = "", other = ""] =
    (await confirm("/gift Hotcake Olivia 2")).match(/^[A-Z0-9]{8,}$/gm) ?? [];
  return [one, other];
}
const told = async () => factsOf(await world.sendText("olivia", "help"));

test("of a gift of which one was taken back and none used, the other one is told", async () => {
  const [one] = await give();
  await confirm(`/ungift ${one}`);
  expect(await told()).toContain("A gift for you: Hotcake.");
});

test("a gift that was taken back or used before its notice isn't told, not later either", async () => {
  const [one, other] = await give();
  await confirm(`/ungift ${one}`);
  await confirm(`/use ${other}`);
  expect(await told()).not.toContain("Hotcake");
  expect(await told()).not.toContain("Hotcake");
});

test("while the platform can't say whether a gift can be used, its notice waits", async () => {
  await world.sendText("olivia", "points");
  await give();
  world.platform.faults.add({ kind: "silence", operation: "getGiveCouponHistory" });
  const asked = world.sendText("olivia", "help");
  await world.advanceTime(5000);
  expect(factsOf(await asked)).not.toContain("Hotcake");
  world.platform.faults.clear();
  await world.advanceTime(10_000);
  expect(await told()).toContain("A gift for you: 2 × Hotcake.");
});
