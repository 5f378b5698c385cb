/** Redemptions on a platform that loses answers, and does a write twice if it is sent twice. */
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "../../src/emulators/loyalty/index.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import * as fc from "../support/properties.ts";
import { buttonIn, factsOf, settled, tapLate, tapWithLostAnswer } from "../support/staff.ts";
import { countRedemptions, createTill, type Till } from "../support/till.ts";
import { buttonsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
/** By price. */
const sets = new Map<number, string>();
/** The platform gives one coupon of this set to a member. */
let scarce: string;
const prices = [30, 50, 70];
/** A price that occurs nowhere else. */
const scarcePrice = 11;

beforeAll(async () => {
  const limits = { LIMIT_REDEEM_PER_MEMBER_DAY: "1000", GIFT_APPROVAL_ABOVE: "1" };
  world = await createWorld(limits, { asReal: true });
  till = createTill(world);
  for (const points_cost of prices) {
    const set = { type: "FREE_ITEM", source: "AUTO_GENERATE", points_cost } as const;
    const { uuid } = await till.connect.createCouponSet({ name: `For ${points_cost}`, ...set });
    sets.set(points_cost, uuid);
  }
  const { uuid } = await till.connect.createCouponSet({
    name: "Once",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    points_cost: scarcePrice,
    limit: { per_member: 1 },
  });
  scarce = uuid;
});
afterAll(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});
afterEach(() => world.platform.faults.clear());

type Operation = NonNullable<Fault["operation"]>;

async function deliver(label: string, data: string): Promise<readonly Message[]> {
  const event = world.line.compose(world.lineId(label), { type: "postback", data });
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  return sent?.messages ?? [];
}
const ask = async (label: string, set: string) =>
  buttonIn(await deliver(label, `do=redeem&set=${set}`), /yes=/);
const setOf = (price: number) => sets.get(price) ?? "";

/** What the member paid by redemptions, and what the coupons cost that they hold or have used. */
async function accounts(label: string) {
  const { uuid } = await till.member(label);
  const paging = { member_uuid: uuid, size: 100 };
  const { data: movements } = await till.connect.getTransaction(paging);
  const { data: coupons } = await till.connect.getGiveCouponHistory(paging);
  const priceOf = new Map([...sets].map(([points, set]) => [set, points]));
  priceOf.set(scarce, scarcePrice);
  const paid = movements
    .filter(({ type, status, ref_id }) => type === "BURN" && status === "COMPLETED" && ref_id)
    .reduce((sum, { points }) => sum + points, 0);
  const worth = coupons
    .filter(({ status }) => status === "GIVEN" || status === "USED")
    .reduce((sum, { coupon_set_uuid: set }) => sum + (priceOf.get(set) ?? 0), 0);
  return { paid, worth };
}
async function expectBalanced(label: string): Promise<void> {
  const { paid, worth } = await accounts(label);
  expect(paid).toBe(worth);
}

const kinds = ["error", "lost-answer"] as const;
const failCalls = (operation: Operation, kind: (typeof kinds)[number], times = 1) =>
  world.platform.faults.add({ kind, operation, times });

describe.each(kinds)("a call that ends with %s", (kind) => {
  test.each<Operation>(["burnPoint", "giveCouponToMemberId"])(
    "%s: being checked, then redeemed once, and told with the next reply",
    async (operation) => {
      const data = await ask("olivia", setOf(30));
      failCalls(operation, kind);
      expect(factsOf(await deliver("olivia", data))).toContain("We don’t know yet");
      // A second redemption has to wait.
      expect(factsOf(await deliver("olivia", await ask("olivia", setOf(50))))).toContain(
        "another reward of yours",
      );
      await settled(world);
      expect(factsOf(await world.sendText("olivia", "help"))).toContain("✓ Redeemed: For 30");
      await expectBalanced("olivia");
    },
  );

  test.each<Operation>(["voidGiveCoupon", "voidTransactionById"])(
    "%s of an undo: undone once, and told",
    async (operation) => {
      const done = await deliver("olivia", await ask("olivia", setOf(50)));
      failCalls(operation, kind);
      expect(factsOf(await deliver("olivia", buttonIn(done, /undo=/)))).toMatch(
        /taking “For 50” back|Undone/,
      );
      await settled(world);
      expect(factsOf(await deliver("olivia", buttonIn(done, /undo=/)))).toContain("Undone");
      await expectBalanced("olivia");
    },
  );
});

test("who has read that it isn't known yet hears the outcome, although the bot stopped meanwhile", async () => {
  const data = await ask("olivia", setOf(30));
  failCalls("burnPoint", "lost-answer");
  await tapWithLostAnswer(world, "olivia", data);
  await world.restart();
  await settled(world);
  expect(factsOf(await world.sendText("olivia", "help"))).toContain("✓ Redeemed: For 30");
  await expectBalanced("olivia");
});

test("the outcome isn't told in a LINE account that is no longer the member's", async () => {
  const data = await ask("olivia", setOf(30));
  failCalls("burnPoint", "lost-answer");
  expect(factsOf(await deliver("olivia", data))).toContain("We don’t know yet");
  const { uuid } = await till.member("olivia");
  using db = new DatabaseSync(world.platformFile, { timeout: 5000 });
  const link = (lineId: string) =>
    db.exec(`update member set line_id = '${lineId}' where uuid = '${uuid}'`);
  link("");
  await settled(world);
  world.clock.turn(2 * 60_000);
  const told = factsOf(await world.sendText("olivia", "help"));
  link(world.lineId("olivia"));
  world.clock.turn(2 * 60_000);
  expect(told).not.toContain("For 30");
  expect(factsOf(await world.sendText("olivia", "help"))).not.toContain("For 30");
  await expectBalanced("olivia");
});

test("a coupon that the platform refuses to give is refunded, although the refund's answer is lost", async () => {
  await deliver("olivia", await ask("olivia", scarce));
  const data = await ask("olivia", scarce);
  failCalls("voidTransactionById", "lost-answer");
  const reply = factsOf(await deliver("olivia", data));
  await settled(world);
  const told = `${reply}\n${factsOf(await world.sendText("olivia", "help"))}`;
  expect(told).toContain("Your 11 points are back");
  await expectBalanced("olivia");
});

test("what can't be found out waits for a manager, who settles it once", async () => {
  // Orders that await an approval, as many as `/pending` shows, mustn't hide it.
  for (let count = 0; count < 4; count++) {
    const gift = await world.sendText("manager", "/gift latte olivia 2");
    await world.tapButton("manager", buttonIn(gift, /%2Fyes/));
  }
  const data = await ask("olivia", setOf(70));
  const inReview = await countRedemptions(world, "needs_review");
  failCalls("giveCouponToMemberId", "error", 2);
  await deliver("olivia", data);
  await settled(world);
  const pending = await world.sendText("manager", "/pending");
  expect(factsOf(pending)).toMatch(/^Redeem For 70 for 70 points, Olivia.*\n.*review/);
  expect(factsOf(pending)).toContain("Waiting for approval");
  expect(factsOf(pending)).toContain("whether the coupon was given");
  expect(await countRedemptions(world, "needs_review")).toBe(inReview + 1);
  expect(factsOf(await deliver("olivia", data))).toContain("Our staff are looking into it");
  const refund = buttonIn(pending, /redemption-refund/);
  expect(factsOf(await world.tapButton("cashier", refund))).not.toContain("refunded");
  expect(await tapLate(world, "manager", refund)).toContain("so nothing was done");
  expect(factsOf(await world.tapButton("manager", refund))).toContain("points refunded");
  expect(factsOf(await world.tapButton("manager", refund))).toContain("points refunded");
  expect(await tapLate(world, "manager", refund)).toContain("points refunded");
  expect(factsOf(await world.sendText("olivia", "help"))).toContain("Your 70 points are back");
  expect(factsOf(await world.sendText("manager", "/pending"))).not.toContain("Redeem");
  await expectBalanced("olivia");
});

test("a second tap on a decision about the burn decides nothing about the gift", async () => {
  const data = await ask("olivia", setOf(30));
  failCalls("burnPoint", "error", 2);
  await deliver("olivia", data);
  await settled(world);
  const pending = await world.sendText("manager", "/pending");
  const burned = buttonIn(pending, /redemption-happened.*step=burn/);
  failCalls("giveCouponToMemberId", "error", 2);
  await deliver("manager", burned);
  await settled(world);
  const again = await deliver("manager", burned);
  expect(factsOf(again)).toContain("whether the coupon was given");
  expect(await tapLate(world, "manager", burned)).toContain("whether the coupon was given");
  await deliver("manager", buttonIn(again, /redemption-close.*step=give/));
  expect(factsOf(await world.sendText("manager", "/pending"))).not.toContain("Redeem For 30");
});

test("a coupon that was given after all is voided before the points go back, whatever a manager says", async () => {
  const data = await ask("olivia", setOf(70));
  failCalls("giveCouponToMemberId", "error", 2);
  await deliver("olivia", data);
  await settled(world);
  const pending = await world.sendText("manager", "/pending");
  const [, ref_id = ""] = /key:(\S+)/.exec(factsOf(pending)) ?? [];
  const { uuid: memberUuid } = await till.member("olivia");
  // What was sent is booked late.
  await till.connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid: setOf(70), ref_id });
  const refund = buttonIn(pending, /redemption-refund/);
  world.platform.faults.add({ kind: "error", operation: "getGiveCouponHistory" });
  expect(factsOf(await deliver("manager", refund))).toContain("try again");
  world.platform.faults.clear();
  await world.advanceTime(20_000);
  await world.tapButton("manager", refund);
  await settled(world);
  expect(factsOf(await world.sendText("olivia", "help"))).toContain("70 points are back");
  await expectBalanced("olivia");
});

test("20 taps at the same time in two chats, with points for one, redeem one", async () => {
  const [card] = (await till.member("hina")).cards;
  await till.connect.addPoint({ card_no: card?.card_no, points: 1000, method: 2 });
  const rest = (card?.point ?? 0) + 1000 - 60;
  await till.connect.burnPoint({ card_no: card?.card_no, points: rest });
  const before = await accounts("hina");
  // The member's own chat, and that of a cashier who redeems for her.
  const own = await ask("hina", setOf(50));
  const another = await ask("hina", setOf(50));
  const tills = buttonIn(
    await world.sendText("cashier", `/redeem ${setOf(50)} ${card?.card_no}`),
    /yes=/,
  );
  const taps = [
    ["hina", own],
    ["hina", another],
    ["cashier", tills],
  ] as const;
  const events = Array.from({ length: 20 }, (_, index) => {
    const [label, data] = taps[index % taps.length] ?? taps[0];
    return world.line.compose(world.lineId(label), { type: "postback", data });
  });
  // Each twice, as LINE redelivers.
  await Promise.all([...events, ...events].map((event) => world.line.deliver([event])));
  await world.settle();
  await settled(world);
  const after = await accounts("hina");
  expect([after.paid - before.paid, after.worth - before.worth]).toEqual([50, 50]);
  expect((await till.member("hina")).cards[0]?.point).toBe(10);
});

const action = fc.oneof(
  fc.record({
    does: fc.constant("redeem" as const),
    price: fc.constantFrom(...prices, scarcePrice),
    taps: fc.constantFrom(1, 2),
  }),
  fc.record({ does: fc.constantFrom("undo" as const, "use" as const), pick: fc.nat(9) }),
  fc.record({
    does: fc.constant("break" as const),
    operation: fc.constantFrom<Operation>(
      "burnPoint",
      "giveCouponToMemberId",
      "voidGiveCoupon",
      "voidTransactionById",
      "getTransaction",
      "getGiveCouponHistory",
      "checkCoupon",
    ),
    kind: fc.constantFrom(...kinds),
    times: fc.constantFrom(1, 2),
  }),
);

test("at every quiet moment the points spent are the prices of the coupons held or used", async () => {
  const sequence = fc.array(action, { minLength: 5, maxLength: 9 });
  for (const actions of fc.sample(sequence, { seed: 42, numRuns: 3 })) {
    const undos: string[] = [];
    const codes: string[] = [];
    for (const one of actions) {
      if (one.does === "break") {
        failCalls(one.operation, one.kind, one.times);
        continue;
      }
      if (one.does === "redeem") {
        const set = one.price === scarcePrice ? scarce : setOf(one.price);
        const question = await deliver("olivia", `do=redeem&set=${set}`);
        const yes = buttonsOf(question).find(({ data = "" }) => /yes=/.test(data))?.data;
        if (yes === undefined) continue;
        for (let tap = 0; tap < one.taps; tap++) {
          const found = buttonsOf(await deliver("olivia", yes)).flatMap(({ data = "" }) => data);
          undos.push(...found.filter((data) => data.includes("undo=")));
          codes.push(...found.flatMap((data) => new URLSearchParams(data).get("code") ?? []));
        }
      }
      if (one.does === "undo") {
        const data = undos.splice(one.pick % Math.max(1, undos.length), 1)[0];
        if (data !== undefined) await deliver("olivia", data);
      }
      if (one.does === "use") await useOne(codes, one.pick);
    }
    world.platform.faults.clear();
    await settled(world);
    await decideAll();
    const { paid, worth } = await accounts("olivia");
    expect(paid).toBe(worth);
    expect(paid).toBeGreaterThan(0);
  }
}, 120_000);

/** Uses one of the member's coupons at the till, of those that the replies named. */
async function useOne(codes: readonly string[], pick: number): Promise<void> {
  const code = codes[pick % Math.max(1, codes.length)];
  if (code === undefined) return;
  const used = till.connect.markUseCoupon({ code });
  // It may be used or voided already.
  const ended = used.catch((error: unknown) => {
    if (!(error instanceof LoyaltyError)) throw error;
  });
  await world.advanceTime(20_000, ended);
  await ended;
}

/** Managers find what happened on the platform, and say so. */
async function decideAll(): Promise<void> {
  for (let left = 20; left > 0; left--) {
    const pending = await world.sendText("manager", "/pending");
    const actions = buttonsOf(pending).flatMap(({ data = "" }) => data);
    // A step that the platform doesn't show hasn't happened: the decision reads it once more.
    const decision =
      actions.find((data) => data.includes("redemption-refund")) ??
      actions.find((data) => data.includes("redemption-happened"));
    if (decision === undefined) return;
    const isBurn = factsOf(pending).includes("were burned");
    await world.tapButton(
      "manager",
      isBurn && !actions.some((data) => data.includes("redemption-refund"))
        ? (actions.find((data) => data.includes("redemption-close")) ?? decision)
        : decision,
    );
    await settled(world);
  }
}
