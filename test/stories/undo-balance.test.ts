/** The undo of points: each movement is taken back once, and the result names the balance that the platform tells. */
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

const cardOf = async () => {
  const { cards } = await till.member("olivia");
  const [card] = cards;
  if (!card) throw new RangeError("a member without a card");
  return card;
};
const points = async () => (await cardOf()).point ?? 0;
const shown = (number: number) => number.toLocaleString("en");

/** Orders something, and taps *Undo* below its result. @returns the question. */
async function orderAndUndo(command: string) {
  const asked = await world.sendText("manager", command);
  const done = await world.tapButton("manager", buttonIn(asked, /%2Fyes/));
  return world.tapButton("manager", buttonIn(done, /%2Fundo/));
}
const confirmed = async (question: Parameters<typeof buttonIn>[0]) =>
  factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)));

test.each(["add", "burn"])("the result of an undone /%s names the new balance", async (command) => {
  const before = await points();
  const question = await orderAndUndo(`/${command} ${(await cardOf()).card_no} 70`);
  expect(await confirmed(question)).toContain(`New balance: ${shown(before)} points`);
  expect(await points()).toBe(before);
});

const addReward = () =>
  till.connect.createCouponSet({
    name: "Latte to redeem",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    points_cost: 40,
  });

/** Olivia redeems the reward. */
async function redeem() {
  const { uuid } = await addReward();
  const yes = buttonIn(await world.tapButton("olivia", `do=redeem&set=${uuid}`), /yes=/);
  const done = await world.tapButton("olivia", yes);
  const [, code = ""] = /^([A-Z0-9]{8,})$/m.exec(factsOf(done)) ?? [];
  return { code, undo: buttonIn(done, /undo=/) };
}
const undone = async (undo: string) => factsOf(await world.tapButton("olivia", undo));
const order = async (text: string) => confirmed(await world.sendText("manager", text));

test("a member who undoes a redemption reads the balance", async () => {
  const before = await points();
  const { undo } = await redeem();
  expect(await undone(undo)).toContain(`You now have ${shown(before)} points.`);
});

test("staff who undo a redemption at the till read the balance", async () => {
  const before = await points();
  await addReward();
  const asked = await world.sendText("manager", "/redeem Latte Olivia");
  const done = await world.tapButton("manager", buttonIn(asked, /yes/));
  const told = factsOf(await world.tapButton("manager", buttonIn(done, /undo/)));
  expect(told).toContain(`New balance: ${shown(before)} points`);
});

test("a redemption whose coupon staff have taken back is undone once", async () => {
  const before = await points();
  const { code, undo } = await redeem();
  await order(`/ungift ${code}`);
  expect(await undone(undo)).toContain("your 40 points are back");
  expect(await points()).toBe(before);
});

test("a redemption whose points staff have given back is undone once", async () => {
  const before = await points();
  const { code, undo } = await redeem();
  const { uuid: member_uuid } = await till.member("olivia");
  const { data } = await till.connect.getTransaction({ member_uuid, size: 100 });
  const burn = data.find(
    ({ type, points: burned, status }) =>
      type === "BURN" && burned === 40 && status === "COMPLETED",
  );
  await order(`/void ${burn?.id}`);
  expect(await undone(undo)).toContain("your 40 points are back");
  expect(await points()).toBe(before);
  expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("VOIDED");
});
