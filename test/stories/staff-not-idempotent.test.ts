/** A platform of which nobody knows whether it does a write once: what became of it is read, and then perhaps a person decides. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fault } from "../../src/emulators/loyalty/index.ts";
import { buttonIn, factsOf, settled, tapLate } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld({}, { asReal: true });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Operation = NonNullable<Fault["operation"]>;

const calls = (operation: Operation) => world.platform.requests({ operation }).length;

/** Orders something and confirms it while the platform misbehaves; answers with what is said. */
async function confirmOrder(order: string, fault: Fault): Promise<string> {
  const data = buttonIn(await world.sendText("manager", order), /%2Fyes/);
  world.platform.faults.add({ ...fault, times: 1 });
  const event = world.line.compose(world.lineId("manager"), { type: "postback", data });
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  return factsOf(sent?.messages ?? []);
}

/** What the manager is told when all that can be found out is. */
async function replyAfterReconciliation(): Promise<string> {
  await settled(world);
  return factsOf(await world.sendText("manager", "/help"));
}

describe("a lost answer", () => {
  test.each<[string, Operation, (card: string, code: string) => string, string]>([
    ["a gift", "giveCouponToMemberId", () => "/gift cake olivia 2", "Given: 2"],
    ["points", "addPoint", (card) => `/add ${card} 50`, "18,400 → 18,450"],
    ["a burn", "burnPoint", (card) => `/burn ${card} 50`, "18,400 → 18,350"],
    ["a use", "markUseCoupon", (_card, code) => `/use ${code}`, "Used:"],
  ])(
    "to %s that was done: the write is found by a read, and not resent",
    async (_, operation, order, told) => {
      const { code } = await till.give("olivia");
      const card = (await till.member("olivia")).cards[0]?.card_no ?? "";
      const before = calls(operation);
      const reply = await confirmOrder(order(card, code), { kind: "lost-answer", operation });
      expect(reply).toContain("don’t know yet");
      expect(await replyAfterReconciliation()).toContain(told);
      expect(calls(operation)).toBe(before + 1);
    },
  );

  test.each<[string, Operation, (card: string, code: string) => string, string]>([
    ["a gift", "giveCouponToMemberId", () => "/gift cake olivia 2", "Given: 2"],
    ["points", "addPoint", (card) => `/add ${card} 50`, "18,400 → 18,450"],
    ["a use", "markUseCoupon", (_card, code) => `/use ${code}`, "Used:"],
    ["a set", "createCouponSet", () => "/newset Autumn tea item x5 30d", "Created: Autumn tea"],
  ])("to %s that wasn't done: resent, but not at once", async (_, operation, order, told) => {
    const { code } = await till.give("olivia");
    const card = (await till.member("olivia")).cards[0]?.card_no ?? "";
    const before = calls(operation);
    const reply = await confirmOrder(order(card, code), { kind: "error", operation });
    expect(reply).toContain("don’t know yet");
    await world.advanceTime(20_000);
    expect(calls(operation)).toBe(before + 1);
    expect(await replyAfterReconciliation()).toContain(told);
    expect(calls(operation)).toBe(before + 2);
  });
});

const createSetWithLostAnswer = () =>
  confirmOrder("/newset Autumn tea item x5 30d", {
    kind: "lost-answer",
    operation: "createCouponSet",
  });

describe("when a read can't tell", () => {
  test("a manager confirms the write in /pending, and nothing is resent", async () => {
    const before = calls("createCouponSet");
    expect(await createSetWithLostAnswer()).toContain("don’t know yet");
    expect(await replyAfterReconciliation()).toContain("can’t find out");
    const pending = await world.sendText("manager", "/pending");
    expect(factsOf(pending)).toContain("Needs a review");
    const happened = buttonIn(pending, /%2Fhappened/);
    expect(await tapLate(world, "manager", happened)).toContain("so nothing was done");
    const done = await world.tapButton("manager", happened);
    expect(factsOf(done)).toContain("A colleague confirmed that it was done");
    expect(await tapLate(world, "manager", happened)).toContain("A colleague confirmed");
    expect(factsOf(await world.sendText("manager", "/pending"))).toContain("Nothing is waiting");
    expect(calls("createCouponSet")).toBe(before + 1);
    expect(factsOf(await world.sendText("manager", "/audit"))).toMatch(/\/newset · done/);
  });

  test("or rejects it, with a notice to its asker", async () => {
    await createSetWithLostAnswer();
    await settled(world);
    const pending = await world.sendText("owner", "/pending");
    await world.tapButton("owner", buttonIn(pending, /not-happened/));
    expect(factsOf(await world.sendText("manager", "/help"))).toContain(
      "confirmed that it wasn’t done",
    );
  });
});
