/** Writes of several calls that stop half-way, undos that fail, and what the day limits count then. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
  type Fate,
} from "../support/non-idempotent-platform.ts";
import { askToUndo, buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

const limits = {
  LIMIT_GIFTS_PER_STAFF_DAY: "6",
  LIMIT_GIFTS_PER_MEMBER_DAY: "6",
  LIMIT_POINTS_PER_STAFF_DAY: "100",
  GIFT_APPROVAL_ABOVE: "6",
};

let platform: NonIdempotentPlatform;
let world: World;
let till: Till;
beforeEach(async () => {
  platform = await createNonIdempotentPlatform();
  world = await createWorld(platform.env(limits));
  platform.clock = world.clock;
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

const replyTo = async (words: string) => factsOf(await world.sendText("manager", words));

/** Gives; answers with the undo button, the yes button of its question, and the codes. */
async function giveCoupons(
  order: string,
): Promise<{ undo: string; undoAgain: string; codes: string[] }> {
  const yes = buttonIn(await world.sendText("manager", order), /%2Fyes/);
  const given = await world.tapButton("manager", yes);
  const codes = [...factsOf(given).matchAll(/^([A-Z0-9]{8,})$/gm)].map(([, code]) => code ?? "");
  const undo = await askToUndo(world, "manager", given);
  return { undo, undoAgain: buttonIn(given, /%2Fundo/), codes };
}

/** A tap whose writes meet these fates, while time goes by. */
async function tapWithFates(data: string, ...fates: Fate[]): Promise<string> {
  platform.fates.push(...fates);
  const event = world.line.compose(world.lineId("manager"), { type: "postback", data });
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  return factsOf(sent?.messages ?? []);
}

async function statuses(codes: readonly string[]): Promise<string[]> {
  const checks = codes.map((code) => till.connect.checkCoupon({ code }));
  return (await Promise.all(checks)).map(({ coupon }) => coupon.status);
}

const voidRequests = () => platform.sends.filter(({ path }) => path.includes("/void/"));

describe("an undo of three coupons", () => {
  test.each<[string, Fate[], number]>([
    ["is rate-limited", [429, 429, 429], 3],
    ["gets lost", ["lost"], 1],
    ["isn't answered", ["answer lost"], 1],
  ])("whose second call %s: the reconciler finishes it", async (_, fates, more) => {
    const { undo, codes } = await giveCoupons("/gift iced olivia 3");
    expect(await tapWithFates(undo, "done", ...fates)).toContain("don’t know yet");
    await settled(world);
    expect(await replyTo("/help")).toContain("Gift undone: 3 ×");
    expect(await statuses(codes)).toEqual(["VOIDED", "VOIDED", "VOIDED"]);
    expect(voidRequests().length).toBeLessThanOrEqual(3 + more);
    // The first one was answered: it isn't sent again.
    expect(voidRequests().filter(({ path }) => path === voidRequests()[0]?.path)).toHaveLength(1);
  });

  test("whose second call is never done: done, and the result names the rest", async () => {
    const { undo, codes } = await giveCoupons("/gift iced olivia 3");
    await tapWithFates(undo, "done", "lost", "lost");
    await settled(world);
    const reply = await replyTo("/help");
    expect(reply).toContain("Gift undone: 1 ×");
    expect(reply).toContain(`${codes[1]} – couldn’t be taken back`);
    expect(await statuses(codes)).toEqual(["VOIDED", "GIVEN", "GIVEN"]);
  });

  test.each(["not-happened", "happened"])(
    "that waits for a person: what is done of it stands above the decision %s",
    async (decision) => {
      const { undo, codes } = await giveCoupons("/gift iced olivia 3");
      await tapWithFates(undo, "done", "lost");
      world.platform.faults.add({ kind: "error", operation: "checkCoupon" });
      world.clock.turn(24 * 3_600_000 + 1);
      await settled(world);
      world.platform.faults.clear();
      await world.advanceTime(10_000);
      const pending = await world.sendText("owner", "/pending");
      const decided = buttonIn(pending, new RegExp(`%2F${decision}`));
      const reply = factsOf(await world.tapButton("owner", decided));
      expect(reply).toContain("Gift undone: 1 ×");
      expect(reply).toContain(`${codes[1]} – couldn’t be taken back`);
      expect(await statuses(codes)).toEqual(["VOIDED", "GIVEN", "GIVEN"]);
    },
  );

  test("whose second call is refused: the others are done, and the result names it", async () => {
    const { undo, codes } = await giveCoupons("/gift iced olivia 3");
    const reply = await tapWithFates(undo, "done", 409);
    expect(reply).toContain(`${codes[1]} – couldn’t be taken back`);
    expect(await statuses(codes)).toEqual(["VOIDED", "GIVEN", "VOIDED"]);
  });
});

test("a void of two transactions whose second call gets lost: the reconciler finishes it", async () => {
  const card_no = (await till.member("olivia")).cards[0]?.card_no ?? "";
  await till.connect.addPoint({ card_no, method: 2, points: 30, ref_no: "R-1" });
  await till.connect.burnPoint({ card_no, points: 10, ref_no: "R-1" });
  const yes = buttonIn(await world.sendText("manager", "/void ref:R-1"), /%2Fyes/);
  expect(await tapWithFates(yes, "done", "lost")).toContain("don’t know yet");
  await settled(world);
  expect(await replyTo("/help")).toContain("Voided");
  expect((await till.member("olivia")).cards[0]?.point).toBe(18_400);
  expect(voidRequests()).toHaveLength(3);
});

test("an undo that changed nothing can be tapped again", async () => {
  const { undo, undoAgain, codes } = await giveCoupons("/gift iced olivia");
  const event = world.line.compose(world.lineId("manager"), { type: "postback", data: undo });
  platform.fates.push(429, 429, 429);
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  expect(factsOf(sent?.messages ?? [])).toContain("nothing was changed");
  expect(buttonIn(sent?.messages ?? [], /%2Fundo/)).toBe(undoAgain);
  expect(buttonIn(await world.tapButton("manager", undoAgain), /%2Fyes/)).toBe(undo);
  expect(await statuses(codes)).toEqual(["GIVEN"]);
  expect(await tapWithFates(undo)).toContain("Gift undone: 1 ×");
  expect(await statuses(codes)).toEqual(["VOIDED"]);
  expect(await tapWithFates(undo)).toContain("Already done");
});

/** Gives Olivia the only coupon of a set. */
async function giveOnly() {
  const { uuid: coupon_set_uuid } = await till.connect.createCouponSet({
    name: "Only one",
    type: "FREE_ITEM",
    source: "GENERATE",
    quantity: 1,
  });
  return { coupon_set_uuid, ...(await giveCoupons('/gift "Only one" olivia')) };
}
const giveToSomchai = async (coupon_set_uuid: string) => {
  const { uuid: memberUuid } = await till.member("somchai");
  await till.connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
};

describe("a coupon that belongs to another member by now", () => {
  test("isn't taken back", async () => {
    const { undo, codes, coupon_set_uuid } = await giveOnly();
    const { coupon } = await till.connect.checkCoupon({ code: codes[0] ?? "" });
    await till.connect.voidGiveCoupon({ couponUuid: coupon.uuid });
    await giveToSomchai(coupon_set_uuid);
    expect(await tapWithFates(undo)).toContain("belongs to somebody else now");
    expect(voidRequests()).toHaveLength(0);
    expect(await statuses(codes)).toEqual(["GIVEN"]);
  });

  test("may have been taken back by a send without an answer: a person decides", async () => {
    const { undo, codes, coupon_set_uuid } = await giveOnly();
    expect(await tapWithFates(undo, "answer lost")).toContain("don’t know yet");
    await giveToSomchai(coupon_set_uuid);
    await settled(world);
    expect(await replyTo("/help")).toContain("can’t find out");
    expect(voidRequests()).toHaveLength(1);
    expect(await statuses(codes)).toEqual(["GIVEN"]);
  });

  test("may have been, too, where the platform does each write once", async () => {
    await world[Symbol.asyncDispose]();
    world = await createWorld(platform.env({ ...limits, CONNECT_IDEMPOTENT: "on" }));
    platform.clock = world.clock;
    await till[Symbol.asyncDispose]();
    till = createTill(world);
    const { undo, coupon_set_uuid } = await giveOnly();
    const lost: Fate[] = Array(3).fill("answer lost");
    expect(await tapWithFates(undo, ...lost)).toContain("don’t know yet");
    await giveToSomchai(coupon_set_uuid);
    await settled(world);
    expect(await replyTo("/help")).toContain("can’t find out");
  });
});

test("/void of transactions to several members lists them, and writes nothing", async () => {
  const cards = await Promise.all(["olivia", "somchai"].map((label) => till.member(label)));
  const [first = "", second = ""] = cards.map(({ cards: [card] }) => card?.card_no);
  const ref_no = "R-7";
  const add = await till.connect.addPoint({ card_no: first, method: 2, points: 5, ref_no });
  const burn = await till.connect.burnPoint({ card_no: second, points: 5, ref_no });
  const reply = await world.sendText("manager", `/void ref:${ref_no}`);
  expect(factsOf(reply)).toContain("to several members");
  for (const { id } of [add, burn]) {
    expect(factsOf(reply)).toContain(`No. ${id}`);
    expect(await replyTo(`/void ${id}`)).toContain("Void");
  }
  expect(stringsOf(reply)).not.toContain("%2Fyes");
});

describe("day limits", () => {
  test("count what stays given after an undo of some of it", async () => {
    const { undo, codes } = await giveCoupons("/gift iced olivia 5");
    for (const code of codes.slice(0, 4)) await till.connect.markUseCoupon({ code });
    expect(await tapWithFates(undo)).toContain("has been used in the meantime");
    expect(await replyTo("/gift iced olivia 3")).toContain("2 coupons left");
    const again = await giveCoupons("/gift iced olivia 2");
    expect(await replyTo("/gift iced olivia")).toContain("0 coupons left");
    await tapWithFates(again.undo);
    expect(factsOf(await world.sendText("manager", "/gift iced olivia 2"))).toContain("2 of 6");
  });

  test("for points don't count voided points", async () => {
    const card = (await till.member("olivia")).cards[0]?.card_no;
    const { undo } = await giveCoupons(`/add ${card} 60`);
    expect(await replyTo(`/add ${card} 50`)).toContain("40 points left");
    await tapWithFates(undo);
    expect(await replyTo(`/add ${card} 50`)).toContain("100 of 100");
  });

  test("count an undo of unknown outcome as not done", async () => {
    const { undo } = await giveCoupons("/gift iced olivia 5");
    await tapWithFates(undo, "lost");
    expect(await replyTo("/gift iced olivia 2")).toContain("1 coupon left");
  });
});
