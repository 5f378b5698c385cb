/** The day limits of staff writes: exact to the last coupon and point, for confirmations of every state. */
import { afterEach, describe, expect, test } from "vitest";
import type { OperationName } from "../../src/loyalty/contract.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
async function begin(env: Record<string, string>): Promise<void> {
  world = await createWorld(env, { asReal: true });
  till = createTill(world);
}
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const calls = (operation: OperationName) => world.platform.requests({ operation }).length;
const cardOf = async (label: string) => (await till.member(label)).cards[0]?.card_no ?? "";
const replyTo = async (label: string, order: string) => factsOf(await world.sendText(label, order));
const yesButtonFor = async (label: string, order: string) =>
  buttonIn(await world.sendText(label, order), /%2Fyes/);
/** Taps while time passes, so that pending platform calls finish. */
async function replyToTap(label: string, data: string): Promise<string> {
  const event = world.line.compose(world.lineId(label), { type: "postback", data });
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  return factsOf(sent?.messages ?? []);
}

interface Limit {
  variable: string;
  value: string;
  operation: OperationName;
  /** Who orders what: the first two take all that there is, the third one more. */
  orders: (card: (label: string) => Promise<string>) => Promise<[who: string, order: string][]>;
  words: string;
}

const limits: Limit[] = [
  {
    variable: "LIMIT_GIFTS_PER_STAFF_DAY",
    value: "3",
    operation: "giveCouponToMemberId",
    orders: async () => [
      ["manager", "/gift iced olivia 2"],
      ["manager", "/gift iced สมชาย 1"],
      ["manager", "/gift iced Sam 1"],
    ],
    words: "you may give today: 0 coupons left",
  },
  {
    variable: "LIMIT_GIFTS_PER_MEMBER_DAY",
    value: "3",
    operation: "giveCouponToMemberId",
    orders: async () => [
      ["manager", "/gift iced olivia 2"],
      ["owner", "/gift iced olivia 1"],
      ["manager", "/gift iced olivia 1"],
    ],
    words: "this member may be given today: 0 coupons left",
  },
  {
    variable: "LIMIT_POINTS_PER_STAFF_DAY",
    value: "100",
    operation: "addPoint",
    orders: async (card) => [
      ["manager", `/add ${await card("olivia")} 60`],
      ["manager", `/add ${await card("somchai")} 40`],
      ["manager", `/add ${await card("takeru")} 1`],
    ],
    words: "0 points left",
  },
  {
    variable: "LIMIT_POINTS_PER_MEMBER_DAY",
    value: "100",
    operation: "addPoint",
    orders: async (card) => [
      ["manager", `/add ${await card("olivia")} 60`],
      ["owner", `/add ${await card("olivia")} 40`],
      ["manager", `/add ${await card("olivia")} 1`],
    ],
    words: "0 points left",
  },
];

describe.each(limits)("$variable", ({ variable, value, operation, orders, words }) => {
  test("allows exactly the limit, checked at the tap and at the question", async () => {
    await begin({ [variable]: value });
    const ordered = await orders(cardOf);
    const questions: [string, string][] = [];
    for (const [who, order] of ordered) questions.push([who, await yesButtonFor(who, order)]);
    const replies: string[] = [];
    for (const [who, data] of questions) replies.push(await replyToTap(who, data));
    expect(replies[0]).not.toContain("left");
    expect(replies[1]).not.toContain("left");
    expect(replies[2]).toContain(words);
    expect(calls(operation)).toBe(2);
    const [, , third = ["", ""]] = ordered;
    expect(await replyTo(...third)).toContain(words);
  });
});

/** What keeps a confirmation from being executed or refused at once. */
const endings: [state: string, begins: () => void, reply: string, pending: string][] = [
  ["that waits for a second person", () => {}, "Waiting for approval", "2 × Free iced latte"],
  [
    "whose outcome isn't known",
    () => world.platform.faults.add({ kind: "error", operation: "giveCouponToMemberId" }),
    "don’t know yet",
    "answer was lost",
  ],
  [
    "that needs a review",
    () => {
      world.platform.faults.add({ kind: "error", operation: "giveCouponToMemberId" });
      world.platform.faults.add({ kind: "empty-body", operation: "getGiveCouponHistory" });
    },
    "don’t know yet",
    "Needs a review",
  ],
];

describe.each(endings)(
  "a gift %s counts towards the limit",
  (state, misbehaves, reply, pending) => {
    const approval = { GIFT_APPROVAL_ABOVE: state.includes("second person") ? "1" : "9" };

    test.each([
      ["staff member", "LIMIT_GIFTS_PER_STAFF_DAY", "manager", "/gift iced สมชาย"],
      ["member", "LIMIT_GIFTS_PER_MEMBER_DAY", "owner", "/gift iced olivia"],
    ])("per %s", async (_, variable, who, another) => {
      await begin({ [variable]: "2", ...approval });
      const first = await yesButtonFor("manager", "/gift iced olivia 2");
      const second = await yesButtonFor(who, another);
      misbehaves();
      expect(await replyToTap("manager", first)).toContain(reply);
      if (pending === "Needs a review") await settled(world);
      expect(await replyTo("manager", "/pending")).toContain(pending);
      const before = calls("giveCouponToMemberId");
      expect(await replyToTap(who, second)).toContain("0 coupons left");
      expect(await replyTo(who, another)).toContain("0 coupons left");
      expect(calls("giveCouponToMemberId")).toBe(before);
    });
  },
);

test("declined and refused gifts don't count towards the limit", async () => {
  await begin({ LIMIT_GIFTS_PER_STAFF_DAY: "2", GIFT_APPROVAL_ABOVE: "1" });
  await replyToTap("manager", await yesButtonFor("manager", "/gift iced olivia 2"));
  expect(await replyTo("manager", "/gift iced olivia 2")).toContain("0 coupons left");
  const decline = buttonIn(await world.sendText("owner", "/pending"), /%2Fdecline/);
  expect(await replyToTap("owner", decline)).toContain("Declined");

  await till.connect.createCouponSet({
    name: "Last one",
    type: "FREE_ITEM",
    source: "GENERATE",
    quantity: 1,
  });
  const question = await yesButtonFor("manager", '/gift "Last one" olivia');
  await replyToTap("owner", await yesButtonFor("owner", '/gift "Last one" สมชาย'));
  expect(await replyToTap("manager", question)).toContain("Too few coupons are left");
  expect(await replyTo("manager", "/gift iced olivia 2")).toContain(
    "2 of 2 coupons left to give today",
  );
});
