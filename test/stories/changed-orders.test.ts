/** What staff confirmed is looked at again at the tap: what has changed since isn't sent, and they read why. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buttonIn, factsOf, askToUndo } from "../support/staff.ts";
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

const yes = /%2Fyes/;
const ask = (text: string) => world.sendText("manager", text);
const tap = async (data: string) => factsOf(await world.tapButton("manager", data));
const onPlatform = (sql: string, ...values: (string | number)[]) => {
  using platform = new DatabaseSync(world.platformFile, { timeout: 5000 });
  platform.prepare(sql).run(...values);
};
const cardOf = async (label: string) => {
  const { card_no = "", point = null } = (await till.member(label)).cards[0] ?? {};
  return { card_no, point };
};
const moveCard = (number: string, label: string) =>
  onPlatform(
    "update card set member_id = (select id from member where line_id = ?) where card_no = ?",
    world.lineId(label),
    number,
  );
const setId = async (name: string) => {
  const { data } = await till.connect.getCouponSet({ size: 100 });
  return data.find((set) => set.name.startsWith(name))?.uuid ?? "";
};
const moves = async (card_no: string) =>
  (await till.connect.getTransaction({ card_no, size: 1 })).pagination.total;

test.each(["add", "burn"])(
  "/%s leaves a card alone that is somebody else's by now",
  async (command) => {
    const { card_no, point } = await cardOf("olivia");
    const before = await moves(card_no);
    const question = buttonIn(await ask(`/${command} ${card_no} 50`), yes);
    moveCard(card_no, "takeru");
    expect(await tap(question)).toContain(
      "The card isn’t this member’s any more; nothing was changed.",
    );
    moveCard(card_no, "olivia");
    expect(await cardOf("olivia")).toEqual({ card_no, point });
    expect(await moves(card_no)).toBe(before);
    // The order has ended: the card's return doesn't bring it back.
    expect(await tap(question)).toContain("any more");
    expect(factsOf(await ask("/audit"))).toContain(`/${command}`);
  },
);

test("/burn of more than there is by now is refused with both numbers", async () => {
  const { card_no } = await cardOf("olivia");
  const question = buttonIn(await ask(`/burn ${card_no} 5000`), yes);
  await till.connect.burnPoint({ card_no, points: 14_000 });
  expect(await tap(question)).toMatch(/4,400.*5,000/);
});

test("an undo leaves a card alone that is somebody else's by now", async () => {
  const { card_no, point } = await cardOf("olivia");
  const done = await world.tapButton("manager", buttonIn(await ask(`/add ${card_no} 50`), yes));
  const question = await askToUndo(world, "manager", done);
  moveCard(card_no, "takeru");
  expect(await tap(question)).toContain("isn’t this member’s any more");
  moveCard(card_no, "olivia");
  expect((await cardOf("olivia")).point).toBe((point ?? 0) + 50);
});

test("/void leaves a movement alone whose card is somebody else's by now", async () => {
  const { card_no } = await cardOf("olivia");
  const { id } = await till.connect.addPoint({ card_no, points: 7, method: 2 });
  const question = buttonIn(await ask(`/void ${id}`), yes);
  moveCard(card_no, "takeru");
  expect(await tap(question)).toContain("isn’t this member’s any more");
  const { data } = await till.connect.getTransaction({ card_no });
  expect(data.find((row) => row.id === id)?.status).toBe("COMPLETED");
});

test.each([
  ["has ended", "update coupon_set set status = 'ENDED' where uuid = ?", "can’t be given"],
  ["has another name", "update coupon_set set name = 'Another' where uuid = ?", "has been changed"],
])("/gift gives nothing of a set that %s by now", async (_, sql, words) => {
  const question = buttonIn(await ask("/gift iced Olivia"), yes);
  onPlatform(sql, await setId("Free iced latte"));
  expect(await tap(question)).toContain(words);
});

test("/gift gives nothing to a member who isn't active by now", async () => {
  const question = buttonIn(await ask("/gift iced Olivia"), yes);
  onPlatform("update member set active = 0 where line_id = ?", world.lineId("olivia"));
  expect(await tap(question)).toMatch(/not active|isn’t active/i);
});

test("/use uses no coupon that is somebody else's by now", async () => {
  const { code } = await till.give("olivia", { name: "Croissant" });
  const question = buttonIn(await ask(`/use ${code}`), yes);
  onPlatform(
    `update give set member_id = (select id from member where line_id = ?)
     where code = ?`,
    world.lineId("takeru"),
    code,
  );
  expect(await tap(question)).toContain("belongs to somebody else now");
  expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("GIVEN");
});

test("/redeem redeems nothing of a set that has another name by now", async () => {
  const question = buttonIn(await ask("/redeem iced Olivia"), /yes=/);
  onPlatform(
    "update coupon_set set name = 'Another' where uuid = ?",
    await setId("Free iced latte"),
  );
  expect(await tap(question)).toContain("has been changed");
  expect((await cardOf("olivia")).point).toBe(18_400);
});

test("where the look fails, nothing is sent, and staff read so", async () => {
  const { card_no, point } = await cardOf("olivia");
  const question = buttonIn(await ask(`/add ${card_no} 50`), yes);
  world.platform.faults.add({ kind: "error", operation: "getProfile", times: 3 });
  const told = await Promise.all([tap(question), world.advanceTime(20_000)]);
  expect(told[0]).toContain("couldn’t be reached; nothing was changed");
  world.platform.faults.clear();
  expect((await cardOf("olivia")).point).toBe(point);
});
