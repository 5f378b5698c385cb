/** Members redeem points for coupons: asked back, once, refunded where nothing can be given, undone for 15 minutes. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fault } from "../../src/emulators/loyalty/index.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { buttonIn, factsOf, settled, tapLate } from "../support/staff.ts";
import { countRedemptions, createTill, type Till } from "../support/till.ts";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld({ LIMIT_REDEEM_PER_MEMBER_DAY: "3" });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const price = 300;

/** A set of its own that costs points. */
async function ownReward(set: Parameters<Till["connect"]["createCouponSet"]>[0] | object = {}) {
  const { uuid } = await till.connect.createCouponSet({
    name: "Free iced latte",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    points_cost: price,
    ...set,
  });
  return uuid;
}

const balanceOf = async (label: string) =>
  (await till.member(label)).cards.reduce((sum, { point }) => sum + point!, 0);
const couponsOf = async (label: string) => {
  const { uuid } = await till.member(label);
  const { data } = await till.connect.getGiveCouponHistory({ member_uuid: uuid, size: 100 });
  return data.filter(({ given_ref_id }) => given_ref_id !== undefined);
};
const ask = (label: string, set: string) => world.tapButton(label, `do=redeem&set=${set}`);
const yesIn = (messages: readonly Message[]) => buttonIn(messages, /yes=/);
/** Taps yes although the clock stands: a call that is never answered ends by its deadline. */
async function confirm(label: string, data: string): Promise<readonly Message[]> {
  const event = world.line.compose(world.lineId(label), { type: "postback", data });
  await world.line.deliver([event]);
  await world.settle();
  return (
    world.line.sent.find(({ webhookEventId }) => webhookEventId === event.webhookEventId)
      ?.messages ?? []
  );
}
/** What the store says of the audit. */
function audited(): string[] {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  const rows = file.prepare("select action from audit where command = 'redeem' order by id").all();
  return rows.map(({ action }) => String(action));
}

describe("a redemption", () => {
  test("is asked back with its price and balance, done once, and shown everywhere", async () => {
    const set = await ownReward();
    const before = await balanceOf("olivia");
    const question = await ask("olivia", set);
    expect(textOf(question)).toMatch(
      /Redeem “Free iced latte”\?\n300 points\nBalance: 18,400 → 18,100/,
    );
    expect(textOf(question)).toContain("15 minutes");
    const data = yesIn(question);
    const done = factsOf(await world.tapButton("olivia", data));
    expect(done).toMatch(/✓ Redeemed: Free iced latte\n\S+\n.*\n300 points spent, 18,100 left/);
    const again = await world.tapButton("olivia", data);
    expect(factsOf(again)).toContain("already redeemed");
    expect(await balanceOf("olivia")).toBe(before - price);
    expect(await couponsOf("olivia")).toHaveLength(1);
    expect(audited()).toEqual(["ordered", "burned", "done"]);
    // The balance that was cached for the tap is the one before it.
    expect(textOf(await world.sendText("olivia", "points"))).toContain("18,100");
    expect(textOf(await world.sendText("olivia", "history"))).toContain(
      "Redeemed: Free iced latte",
    );
    expect(factsOf(await world.sendText("manager", "/gifts olivia"))).toContain(
      "redeemed for 300 points",
    );
    const audit = factsOf(await world.sendText("manager", "/audit 3"));
    expect(audit).toContain("Redeem Free iced latte for 300 points, Olivia");
    expect(audit).not.toContain(world.lineId("olivia"));
  });

  test("of somebody else, of a group, and an expired one redeem nothing", async () => {
    const set = await ownReward();
    const data = yesIn(await ask("olivia", set));
    expect(textOf(await world.tapButton("somchai", data))).toContain("หมดเวลา");
    const group = world.groups[0]?.chatId ?? "";
    expect(await world.performAction("olivia", { type: "postback", data }, group)).toEqual([]);
    const [card] = (await till.member("olivia")).cards;
    using platform = new DatabaseSync(world.platformFile);
    const owner = platform.prepare("select member_id as id from card where uuid = ?");
    const id = owner.get(card?.uuid ?? "")?.["id"] ?? null;
    const move = platform.prepare("update card set member_id = ? where uuid = ?");
    move.run(Number(id) + 1, card?.uuid ?? "");
    expect(textOf(await world.tapButton("olivia", data)), "another’s card now").toContain(
      "expired",
    );
    move.run(id, card?.uuid ?? "");
    world.clock.turn(600_000);
    expect(textOf(await world.tapButton("olivia", data))).toContain("expired");
    expect(await couponsOf("olivia")).toEqual([]);
  });

  test("asks again when the price has changed, and not without enough points", async () => {
    const set = await ownReward();
    const first = yesIn(await ask("olivia", set));
    using platform = new DatabaseSync(world.platformFile);
    platform.prepare("update coupon_set set points_cost = 350 where uuid = ?").run(set);
    const again = await world.tapButton("olivia", first);
    expect(textOf(again)).toContain("price has changed");
    expect(textOf(again)).toContain("350 points");
    const before = await balanceOf("olivia");
    expect(factsOf(await world.tapButton("olivia", yesIn(again)))).toContain("Redeemed");
    expect(await balanceOf("olivia")).toBe(before - 350);
    platform.prepare("update coupon_set set points_cost = 99000 where uuid = ?").run(set);
    expect(textOf(await ask("olivia", set))).toContain("short for this reward");
    platform.prepare("update coupon_set set status = 'PAUSED' where uuid = ?").run(set);
    expect(textOf(await ask("olivia", set))).toContain("isn’t available right now");
  });

  test("is within the day's limit, and undone ones don't count", async () => {
    const set = await ownReward({ points_cost: 1 });
    const taken = async () => world.tapButton("olivia", yesIn(await ask("olivia", set)));
    const undo = buttonIn(await taken(), /undo=/);
    expect(textOf(await world.tapButton("olivia", undo))).toContain("Undone");
    for (let count = 0; count < 3; count++) expect(factsOf(await taken())).toContain("✓ Redeemed");
    expect(textOf(await taken())).toContain("as many rewards today");
  });

  test("needs a card with enough points, which is chosen where there are several", async () => {
    const set = await ownReward({ points_cost: 1 });
    const { cards } = await till.member("three-cards");
    expect(cards.length).toBeGreaterThan(1);
    const choice = await ask("three-cards", set);
    const [, second] = buttonsOf(choice).flatMap(({ data }) => data ?? []);
    const question = await world.tapButton("three-cards", second ?? "");
    expect(textOf(question)).toContain(cards[1]?.card_no.slice(-4));
    await world.tapButton("three-cards", yesIn(question));
    const after = await till.member("three-cards");
    expect(after.cards[1]?.point).toBe((cards[1]?.point ?? 0) - 1);
  });

  test("is asked of another card when the chosen one has too few points by now", async () => {
    const set = await ownReward();
    const { cards } = await till.member("three-cards");
    const [first, , third] = cards;
    await world.tapButton("three-cards", "do=language&to=en");
    const choice = buttonsOf(await ask("three-cards", set)).flatMap(({ data }) => data ?? []);
    const ofThird = choice.find((data) => data.includes(third?.uuid ?? "?")) ?? "";
    const repriced = yesIn(await world.tapButton("three-cards", ofThird));
    await till.connect.burnPoint({ card_no: third?.card_no ?? "", points: 250 });
    const asked = await world.tapButton("three-cards", ofThird);
    expect(textOf(asked)).toContain("2,040 → 1,740");
    expect(textOf(asked)).toContain(first?.card_no.slice(-4));
    using platform = new DatabaseSync(world.platformFile);
    platform.prepare("update coupon_set set points_cost = 301 where uuid = ?").run(set);
    expect(textOf(await world.tapButton("three-cards", repriced))).toContain("2,040 → 1,739");
  });

  test("is refused with the points untouched when they were spent after the question", async () => {
    const refused = await countRedemptions(world, "refused");
    const data = yesIn(await ask("bare", await ownReward({ points_cost: 50 })));
    const [card] = (await till.member("bare")).cards;
    await till.connect.burnPoint({ card_no: card?.card_no ?? "", points: 50 });
    const left = await balanceOf("bare");
    // Whoever asks now is asked nothing by the balance of a minute ago.
    expect(textOf(await ask("bare", await ownReward({ points_cost: 50 })))).toContain("short for");
    expect(textOf(await world.tapButton("bare", data))).toContain("Your points are untouched");
    expect(await balanceOf("bare")).toBe(left);
    expect(await countRedemptions(world, "refused")).toBe(refused + 1);
  });
});

describe("an undo", () => {
  test("within 15 minutes voids the coupon first, then gives the points back", async () => {
    const before = await balanceOf("olivia");
    const held = (await couponsOf("olivia")).filter(({ status }) => status === "GIVEN").length;
    const [doneBefore, undoneBefore] = [
      await countRedemptions(world, "done"),
      await countRedemptions(world, "undone"),
    ];
    const done = await world.tapButton("olivia", yesIn(await ask("olivia", await ownReward())));
    world.clock.turn(14 * 60_000);
    const undone = await world.tapButton("olivia", buttonIn(done, /undo=/));
    expect(textOf(undone)).toContain("your 300 points are back");
    expect(await balanceOf("olivia")).toBe(before);
    const now = (await couponsOf("olivia")).filter(({ status }) => status === "GIVEN").length;
    expect(now).toBe(held);
    expect(await countRedemptions(world, "done")).toBe(doneBefore + 1);
    expect(await countRedemptions(world, "undone")).toBe(undoneBefore + 1);
    expect(textOf(await world.tapButton("olivia", buttonIn(done, /undo=/)))).toContain("Undone");
  });

  test("that comes too late is told that it wasn't done", async () => {
    const done = await world.tapButton("olivia", yesIn(await ask("olivia", await ownReward())));
    world.clock.turn(22 * 60_000);
    expect(await tapLate(world, "olivia", buttonIn(done, /undo=/))).toContain("can’t be undone");
  });

  test("of what isn't known any more doesn't say that nothing was redeemed", async () => {
    const reply = textOf(await world.tapButton("olivia", "do=redemption&undo=long-gone"));
    expect(reply).toContain("can’t be undone any more");
    expect(reply).not.toContain("nothing was redeemed");
  });

  test("after 15 minutes, or of a used coupon, changes nothing and says so", async () => {
    const set = await ownReward();
    const before = await balanceOf("olivia");
    const first = await world.tapButton("olivia", yesIn(await ask("olivia", set)));
    world.clock.turn(15 * 60_000);
    expect(textOf(await world.tapButton("olivia", buttonIn(first, /undo=/)))).toContain(
      "can’t be undone any more",
    );
    const second = await world.tapButton("olivia", yesIn(await ask("olivia", set)));
    const code = new URLSearchParams(buttonIn(second, /do=check/)).get("code") ?? "";
    await till.connect.markUseCoupon({ code, member_uuid: (await till.member("olivia")).uuid });
    const used = await world.tapButton("olivia", buttonIn(second, /undo=/));
    expect(textOf(used)).toContain("has been used");
    // There is nothing left to open.
    expect(buttonsOf(used).some(({ data }) => data?.startsWith("do=check"))).toBe(false);
    expect(await balanceOf("olivia")).toBe(before - 2 * price);
  });
});

describe("what can't be given", () => {
  test("because the set was paused meanwhile is refunded", async () => {
    const set = await ownReward();
    const before = await balanceOf("olivia");
    const data = yesIn(await ask("olivia", set));
    const refunded = await countRedemptions(world, "refunded");
    // Between the reading of the set and the gift.
    world.platform.faults.add({ kind: "latency", ms: 1000, operation: "burnPoint", times: 1 });
    const event = world.line.compose(world.lineId("olivia"), { type: "postback", data });
    await world.line.deliver([event]);
    await world.advanceTime(500);
    using platform = new DatabaseSync(world.platformFile);
    platform.prepare("update coupon_set set status = 'PAUSED' where uuid = ?").run(set);
    await world.settle();
    const reply = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
    expect(textOf(reply?.messages)).toMatch(/isn’t available any more\. Your 300 points are back/);
    expect(await balanceOf("olivia")).toBe(before);
    expect(await countRedemptions(world, "refunded")).toBe(refunded + 1);
  });

  test("to an inactive member isn't asked, nor redeemed when they became inactive", async () => {
    const set = await ownReward();
    const data = yesIn(await ask("olivia", set));
    const before = await balanceOf("olivia");
    using platform = new DatabaseSync(world.platformFile);
    const setActive = platform.prepare("update member set active = ? where line_id = ?");
    setActive.run(0, world.lineId("olivia"));
    expect(textOf(await world.tapButton("olivia", data))).toContain("isn’t active");
    expect(textOf(await ask("olivia", set))).toContain("isn’t active");
    setActive.run(1, world.lineId("olivia"));
    expect(await balanceOf("olivia")).toBe(before);
  });
});

type Operation = NonNullable<Fault["operation"]>;

describe.each<[string, Fault["kind"]]>([
  ["before its effect", "error"],
  ["after its effect", "lost-answer"],
])("a platform that fails %s", (_, kind) => {
  const failing: Fault = kind === "error" ? { kind, every: 1 } : { kind: "lost-answer" };
  test.each<[Operation]>([["burnPoint"], ["giveCouponToMemberId"]])(
    "at %s: redeemed once, and told",
    async (operation) => {
      const set = await ownReward();
      const before = await balanceOf("olivia");
      const coupons = (await couponsOf("olivia")).length;
      const data = yesIn(await ask("olivia", set));
      world.platform.faults.add({ ...failing, operation, times: 3 });
      const reply = factsOf(await confirm("olivia", data));
      await settled(world);
      const told = `${reply}\n${factsOf(await world.sendText("olivia", "help"))}`;
      expect(told).toContain("✓ Redeemed: Free iced latte");
      expect(await balanceOf("olivia")).toBe(before - price);
      expect(await couponsOf("olivia")).toHaveLength(coupons + 1);
    },
  );

  test.each<[Operation]>([["getProfile"], ["getCouponSet"]])(
    "at %s, before anything is burned: the points are said to be untouched",
    async (operation) => {
      const set = await ownReward();
      const before = await balanceOf("olivia");
      const data = yesIn(await ask("olivia", set));
      world.platform.faults.add({ ...failing, operation });
      const told = textOf(await confirm("olivia", data));
      expect(told).toContain("couldn’t be redeemed just now. Your points are untouched.");
      world.platform.faults.clear();
      expect(await balanceOf("olivia")).toBe(before);
      expect(factsOf(await confirm("olivia", data))).toContain("✓ Redeemed: Free iced latte");
    },
  );
});
