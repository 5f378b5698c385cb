/** `/undo`: asks about the sender's newest order that can still be undone, names it, and undoes it as its button does. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/message-types.ts";
import { testAsSpecified } from "../support/platform-behaviour.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

const minute = 60_000;
/** A member without LINE. */
const unlinked = "0800000014";
let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld({ GIFT_APPROVAL_ABOVE: "2" });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const ask = (who = "manager") => world.sendText(who, "/undo");
const told = async (who = "manager") => factsOf(await ask(who));
const tap = (who: string, messages: readonly Message[], which = /%2Fyes|yes=/) =>
  world.tapButton(who, buttonIn(messages, which));
/** The button of the question that undoes. */
const yes = /%2Fyes|undo=/;

const card = async (label = "olivia") => (await till.member(label)).cards[0];
const points = async (label = "olivia") => (await card(label))?.point ?? 0;

/** Orders something, and a minute goes by. */
async function order(text: string, who = "manager"): Promise<readonly Message[]> {
  const done = await tap(who, await world.sendText(who, text));
  world.clock.turn(minute);
  return done;
}
const add = async (amount: number) => order(`/add ${(await card())?.card_no} ${amount}`);

const words = [
  ["en", "Undo the added points: 70 points", "Points undone: 70 points", "no order that can still"],
  ["th", "ยกเลิกการเพิ่ม 70 แต้ม", "ยกเลิกการเพิ่มแต้มแล้ว", "ไม่มีรายการที่ยังยกเลิกได้"],
  [
    "ja",
    "ポイント加算を元に戻す：70ポイント",
    "加算を元に戻しました",
    "元に戻せる操作はありません",
  ],
  ["zh-TW", "復原加點：70 點", "已復原加點", "沒有可復原的操作"],
] as const;

test.each(words)(
  "in %s it names the order, undoes it once confirmed, and says when there is none",
  async (language, named, undone, none) => {
    await world.tapButton("manager", `do=language&to=${language}`);
    const before = await points();
    await add(70);
    const question = await ask();
    expect(factsOf(question)).toContain(named);
    expect(await points()).toBe(before + 70);
    expect(factsOf(await tap("manager", question))).toContain(undone);
    expect(await points()).toBe(before);
    expect(await told()).toContain(none);
  },
);

describe("of several orders", () => {
  test("it asks about the newest, of whatever kind, and then about the one before", async () => {
    const before = await points();
    await order(`/redeem latte ${unlinked}`);
    await add(70);
    await order(`/redeem latte ${unlinked}`);
    const redeemed = await ask();
    expect(factsOf(redeemed)).toMatch(/^Undo this\?\nRedeem .* for 200 points, .*\n[A-Z0-9-]{8,}$/);
    expect(factsOf(await tap("manager", redeemed, yes))).toContain("Undone, points refunded");
    const added = await ask();
    expect(factsOf(added)).toContain("Undo the added points: 70 points");
    await add(30);
    expect(await told()).toContain("30 points");
    // What the first question names is undone, and no other order.
    await tap("manager", added);
    expect(await points()).toBe(before + 30);
    expect(await told()).toContain("30 points");
  });

  test("two in quick succession ask about the same, which is undone once", async () => {
    await add(70);
    await add(30);
    const before = await points();
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(buttonIn(second, yes)).toBe(buttonIn(first, yes));
    await tap("manager", first);
    expect(factsOf(await tap("manager", second))).toContain("Already done");
    expect(await points()).toBe(before - 30);
  });

  test("what is kept stays the newest", async () => {
    await add(70);
    await order(`/redeem latte ${unlinked}`);
    expect(factsOf(await tap("manager", await ask(), /no=/))).toContain("✓ Redeemed: ");
    await tap("manager", await ask(), yes);
    expect(factsOf(await tap("manager", await ask(), /%2Fno/))).toContain("Cancelled: ");
    expect(await told()).toContain("Undo the added points: 70 points");
  });

  test("what staff redeem for themselves is one of them", async () => {
    const { phoneNumber } = await till.member("olivia");
    const invitation = factsOf(await world.sendText("owner", "/invite cashier"));
    await world.sendText("olivia", `/join ${/\/join (\w+)/.exec(invitation)?.[1] ?? ""}`);
    await order(`/redeem latte ${phoneNumber}`, "olivia");
    expect(await told("olivia")).toMatch(/for 200 points, Olivia/);
  });
});

describe("it offers nothing", () => {
  test("15 minutes after the order, and of orders that can't be undone", async () => {
    const { code } = await till.give("olivia");
    await order(`/use ${code}`);
    expect(await told()).toContain("no order that can still");
    await add(70);
    world.clock.turn(14 * minute - 1);
    const question = await ask();
    world.clock.turn(1);
    expect(await told()).toContain("no order that can still");
    expect(factsOf(await tap("manager", question))).toContain("expired");
  });

  test("of others, and an approved order to who approved it", async () => {
    await add(70);
    expect(await told("owner")).toContain("no order that can still");
    const { phoneNumber } = await till.member("olivia");
    await tap("manager", await world.sendText("manager", `/gift iced ${phoneNumber} 3`));
    await tap("owner", await world.sendText("owner", "/pending"), /%2Fapprove/);
    expect(await told("owner")).toContain("Undo the gift: 3 × ");
    expect(await told()).toContain("Undo the added points: 70 points");
  });

  testAsSpecified("others lose answers themselves")(
    "of unknown outcome, until the outcome is found",
    async () => {
      await add(70);
      const question = await world.sendText("manager", `/add ${(await card())?.card_no} 30`);
      world.platform.faults.add({ kind: "empty-body", operation: "addPoint", times: 1 });
      const data = buttonIn(question, /%2Fyes/);
      const event = world.line.compose(world.lineId("manager"), { type: "postback", data });
      await world.line.deliver([event]);
      await world.settle();
      expect(await told()).toContain("70 points");
      await settled(world);
      expect(await told()).toContain("30 points");
    },
  );

  test("to who may no longer order it, to members and in groups", async () => {
    await add(70);
    const removed = await world.sendText("owner", "/remove Anan");
    await tap("owner", removed);
    expect(buttonsOf(await ask()).filter(({ data }) => yes.test(data ?? ""))).toEqual([]);
    const invitation = factsOf(await world.sendText("owner", "/invite cashier"));
    await world.sendText("manager", `/join ${/\/join (\w+)/.exec(invitation)?.[1] ?? ""}`);
    expect(await told()).toContain("no longer allowed to do that");
    const [group] = world.groups;
    const inGroup = { type: "text", text: "/undo" } as const;
    for (const reply of [
      await ask("somchai"),
      await world.performAction("somchai", inGroup, group?.chatId),
    ]) {
      expect(factsOf(reply)).not.toMatch(/undo|70/i);
    }
  });
});

test("it is a button of /help, beside the button below a result", async () => {
  const done = await add(70);
  const asked = await tap("manager", await world.sendText("manager", "/help"), /^do=%2Fundo$/);
  expect(asked).toEqual(await tap("manager", done, /%2Fundo&id=/));
});

test("delivered again it asks again, and undoes nothing", async () => {
  await add(70);
  const before = await points();
  const event = world.line.compose(world.lineId("manager"), { type: "text", text: "/undo" });
  await world.deliverEvent(event);
  await world.deliverEvent({ ...event, deliveryContext: { isRedelivery: true } });
  expect(await points()).toBe(before);
  expect(await told()).toContain("70 points");
});
