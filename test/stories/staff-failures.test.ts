/** Staff writes are executed once under taps, restarts and outages; limits, approvals and notices to the asker. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buttonIn, factsOf, settled, tapLate, undo } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

let world: World;
let till: Till;
async function begin(env: Record<string, string> = {}): Promise<void> {
  world = await createWorld(env);
  till = createTill(world);
}
async function end(): Promise<void> {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
}
beforeEach(() => begin());
afterEach(end);

async function couponCount(label = "olivia"): Promise<number> {
  const { uuid: member_uuid } = await till.member(label);
  return (await till.connect.getGiveCouponHistory({ member_uuid })).pagination.total;
}
/** Asks for a gift. @returns the yes button. */
const askForGift = async (who = "manager", order = "/gift iced olivia") =>
  buttonIn(await world.sendText(who, order), /%2Fyes/);
const tap = async (label: string, data: string) => factsOf(await world.tapButton(label, data));
/** Somebody does something while time goes by: whatever waits inside gets done. */
async function actAndSettle(
  label: string,
  action: Parameters<World["performAction"]>[1],
): Promise<string> {
  const event = world.line.compose(world.lineId(label), action);
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  return factsOf(sent?.messages ?? []);
}
const tapAndSettle = (label: string, data: string) =>
  actAndSettle(label, { type: "postback", data });

const pushes = () => world.line.sent.filter(({ way }) => way === "push");
async function untilPushed(count: number): Promise<void> {
  while (pushes().length < count) await world.advanceTime(1000);
}

describe("a confirmation", () => {
  test("executes once under 20 concurrent taps", async () => {
    const before = await couponCount();
    const data = await askForGift();
    const events = Array.from({ length: 20 }, () =>
      world.line.compose(world.lineId("manager"), { type: "postback", data }),
    );
    await Promise.all(events.map((event) => world.line.deliver([event])));
    await world.bot.idle();
    expect(await couponCount()).toBe(before + 1);
    const answers = events.map(({ webhookEventId }) =>
      stringsOf(world.line.sent.find((sent) => sent.webhookEventId === webhookEventId)?.messages),
    );
    expect(answers.filter((words) => words.includes("Already done"))).toHaveLength(19);
  });

  test("can be confirmed after a restart, and executes once across it", async () => {
    const before = await couponCount();
    const data = await askForGift();
    await world.restart();
    expect(await tap("manager", data)).toContain("Given: 1");
    await world.restart();
    expect(await tap("manager", data)).toContain("Already done");
    expect(await couponCount()).toBe(before + 1);
  });

  test("can only be confirmed by its asker", async () => {
    const before = await couponCount();
    const data = await askForGift();
    expect(await tap("owner", data)).toContain("Only the person who was asked");
    expect(await tap("cashier", data)).toContain("no longer allowed to do that");
    for (const label of ["somchai", "stranger", "former-cashier"]) {
      expect(stringsOf(await world.tapButton(label, data))).not.toMatch(/Given|asked|latte/);
    }
    expect(await couponCount()).toBe(before);
    expect(await tap("manager", data)).toContain("Given: 1");
  });

  test("expires after 10 minutes", async () => {
    const before = await couponCount();
    const data = await askForGift();
    world.clock.turn(10 * 60_000);
    expect(await tap("manager", data)).toContain("expired");
    expect(await couponCount()).toBe(before);
  });

  test("can't be confirmed by someone removed from the staff since", async () => {
    const before = await couponCount();
    const data = await askForGift();
    expect(await tap("owner", await askForGift("owner", "/remove Anan"))).toContain("no longer on");
    expect(await tap("manager", data)).toContain("didn’t understand");
    expect(await couponCount()).toBe(before);
    world.clock.turn(60_001);
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("didn’t understand");
  });

  test("whose tap arrives 20 minutes late isn't executed, and the reply says so", async () => {
    const data = await askForGift();
    expect(await tapLate(world, "manager", data)).toContain("too late");
  });
});

describe("a lost answer", () => {
  test("of a write that was done: resent with the same idempotency key, done once", async () => {
    const before = await couponCount();
    const data = await askForGift();
    world.platform.faults.add({
      kind: "lost-answer",
      operation: "giveCouponToMemberId",
      times: 1,
    });
    expect(await tapAndSettle("manager", data)).toContain("Given: 1");
    expect(await couponCount()).toBe(before + 1);
  });

  test("that can't be parsed: reconciled, and the outcome is a notice in the next reply", async () => {
    const before = await couponCount();
    const data = await askForGift();
    world.platform.faults.add({ kind: "empty-body", operation: "giveCouponToMemberId", times: 1 });
    expect(await tapAndSettle("manager", data)).toContain("don’t know yet");
    expect(await tap("manager", data)).toContain("don’t know yet");
    await settled(world);
    const next = await world.sendText("manager", "/help");
    expect(factsOf(next)).toContain("Given: 1");
    expect(await couponCount()).toBe(before + 1);
    expect(factsOf(await undo(world, "manager", next))).toContain("Gift undone");
    expect(factsOf(await world.sendText("manager", "/help"))).not.toContain("Given: 1");
  });

  test("while the platform is down for a minute: reconciled once it is back, after a restart too", async () => {
    const before = await couponCount();
    const data = await askForGift();
    world.platform.faults.add({ kind: "error", operation: "giveCouponToMemberId" });
    expect(await tapAndSettle("manager", data)).toContain("don’t know yet");
    expect(factsOf(await world.sendText("manager", "/pending"))).toContain("answer was lost");
    await world.advanceTime(10_000);
    await world.restart();
    await world.advanceTime(10_000);
    expect(await couponCount()).toBe(before);
    world.platform.faults.clear();
    // The client leaves a failing platform alone for some seconds of the system's time.
    await settled(world);
    expect(await couponCount()).toBe(before + 1);
    expect(factsOf(await world.sendText("manager", "/pending"))).toContain("Given: 1");
    const audit = factsOf(await world.sendText("manager", "/audit"));
    expect(audit).toMatch(/\/gift · done[\s\S]*Asked for by Anan/);
  });

  test("of a write that is refused when resent: the notice says why", async () => {
    await till.connect.createCouponSet({
      name: "Last one",
      type: "FREE_ITEM",
      source: "GENERATE",
      quantity: 1,
    });
    const data = await askForGift("manager", '/gift "Last one" olivia');
    world.platform.faults.add({ kind: "error", operation: "giveCouponToMemberId", times: 3 });
    expect(await tapAndSettle("manager", data)).toContain("don’t know yet");
    await till.give("takeru");
    const { data: sets } = await till.connect.getCouponSet({ search: "Last one" });
    const { uuid: memberUuid } = await till.member("takeru");
    await till.connect.giveCouponToMemberId({
      memberUuid,
      coupon_set_uuid: sets[0]?.uuid ?? "",
    });
    await settled(world);
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("Too few coupons are left");
  });

  test("of added points: added once", async () => {
    const { cards } = await till.member("olivia");
    const order = `/add ${cards[0]?.card_no} 100`;
    const data = await askForGift("manager", order);
    world.platform.faults.add({ kind: "empty-body", operation: "addPoint", times: 1 });
    expect(await tapAndSettle("manager", data)).toContain("don’t know yet");
    await settled(world);
    expect((await till.member("olivia")).cards[0]?.point).toBe(18_500);
  });
});

describe("with LINE_PUSH_FALLBACK=on", () => {
  test("the asker and the member each get one push at once", async () => {
    await end();
    await begin({ LINE_PUSH_FALLBACK: "on" });
    const data = await askForGift();
    world.platform.faults.add({ kind: "empty-body", operation: "giveCouponToMemberId", times: 1 });
    await tapAndSettle("manager", data);
    await settled(world);
    await untilPushed(2);
    await world.advanceTime(10_000);
    const pushed = pushes();
    expect(pushed.map(({ aggregationUnit }) => aggregationUnit)).toEqual(["notice", "notice"]);
    const to = (label: string) => pushed.filter(({ chatId }) => chatId === world.lineId(label));
    expect(stringsOf(to("manager").flatMap(({ messages }) => messages))).toContain("Given: 1");
    expect(to("manager")).toHaveLength(1);
    expect(stringsOf(to("olivia").flatMap(({ messages }) => messages))).toContain("A gift for you");
    expect(to("olivia")).toHaveLength(1);
    expect(stringsOf(await world.sendText("olivia", "points"))).not.toContain("A gift for you");
    // So is the end of a redemption that its reply couldn't tell.
    const { uuid } = await till.connect.createCouponSet({
      name: "Mug",
      type: "FREE_ITEM",
      source: "AUTO_GENERATE",
      points_cost: 1,
    });
    const question = await world.tapButton("olivia", `do=redeem&set=${uuid}`);
    world.platform.faults.add({ kind: "empty-body", operation: "burnPoint", times: 1 });
    expect(await tapAndSettle("olivia", buttonIn(question, /yes=/))).toContain("don’t know yet");
    await settled(world);
    await untilPushed(3);
    expect(factsOf(pushes().at(-1)?.messages ?? [])).toContain("✓ Redeemed: Mug");
  });
});

describe("day limits", () => {
  beforeEach(async () => {
    await end();
    await begin({
      LIMIT_GIFTS_PER_STAFF_DAY: "4",
      LIMIT_GIFTS_PER_MEMBER_DAY: "3",
      LIMIT_POINTS_PER_STAFF_DAY: "100",
      GIFT_APPROVAL_ABOVE: "2",
    });
  });

  test("per staff member are shown with each question, and reset at the business's midnight", async () => {
    const question = await world.sendText("manager", "/gift iced olivia 2");
    expect(factsOf(question)).toContain("4 of 4 coupons left to give today");
    await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    const more = await world.sendText("manager", "/gift iced สมชาย 2");
    expect(factsOf(more)).toContain("2 of 4 coupons left to give today");
    await world.tapButton("manager", buttonIn(more, /%2Fyes/));
    const refused = factsOf(await world.sendText("manager", "/gift iced หายไป"));
    expect(refused).toContain("no member");
    expect(factsOf(await world.sendText("manager", "/gift iced Sam"))).toContain("0 coupons left");
    // Noon in Bangkok: midnight is in twelve hours.
    world.clock.turn(12 * 3_600_000 - 120_000);
    expect(factsOf(await world.sendText("manager", "/gift iced Sam"))).toContain("0 coupons left");
    world.clock.turn(120_000);
    expect(factsOf(await world.sendText("manager", "/gift iced Sam"))).toContain("4 of 4");
  });

  test("per member hold across staff", async () => {
    await tap("manager", await askForGift("manager", "/gift iced olivia 2"));
    const words = factsOf(await world.sendText("owner", "/gift iced olivia 2"));
    expect(words).toContain("this member may be given today: 1 coupon left");
  });

  test("are checked again at the tap, and an undo gives back what it took", async () => {
    const first = await askForGift("manager", "/gift iced olivia 2");
    const second = await askForGift("manager", "/gift iced สมชาย 2");
    const third = await askForGift("manager", "/gift iced Sam 2");
    const given = await world.tapButton("manager", first);
    await tap("manager", second);
    expect(await tap("manager", third)).toContain("0 coupons left");
    await undo(world, "manager", given);
    expect(await tap("manager", third)).toContain("Given: 2");
  });

  test("count pending writes", async () => {
    world.platform.faults.add({ kind: "error", operation: "giveCouponToMemberId" });
    await tapAndSettle("manager", await askForGift("manager", "/gift iced olivia 2"));
    expect(factsOf(await world.sendText("manager", "/gift iced Sam"))).toContain("2 of 4");
  });

  test("for points", async () => {
    const { cards } = await till.member("olivia");
    const card = cards[0]?.card_no;
    expect(factsOf(await world.sendText("manager", `/add ${card} 101`))).toContain(
      "100 points left",
    );
    expect(factsOf(await world.sendText("manager", `/add ${card} 60`))).toContain(
      "100 of 100 points",
    );
  });
});

describe("a gift above the approval threshold", () => {
  beforeEach(async () => {
    await end();
    await begin({ GIFT_APPROVAL_ABOVE: "2" });
  });

  test("needs the approval of a second person, who isn't its asker", async () => {
    const before = await couponCount();
    const question = await world.sendText("manager", "/gift iced olivia 3");
    expect(factsOf(question)).toContain("needs a second person’s approval");
    expect(await tap("manager", buttonIn(question, /%2Fyes/))).toContain("Waiting for approval");
    expect(await couponCount()).toBe(before);
    const own = await world.sendText("manager", "/pending");
    expect(factsOf(own)).toContain("3 × Free iced latte");
    expect(stringsOf(own)).not.toContain("%2Fapprove");
    const seenByOwner = await world.sendText("owner", "/pending");
    const approve = buttonIn(seenByOwner, /%2Fapprove/);
    expect(await tap("manager", approve)).toContain("Somebody else has to approve");
    expect(await tap("cashier", approve)).toContain("no longer allowed to do that");
    const given = await world.tapButton("owner", approve);
    expect(factsOf(given)).toContain("Given: 3");
    expect(await tap("owner", approve)).toContain("Already done");
    expect(await couponCount()).toBe(before + 3);
    expect(factsOf(await undo(world, "owner", given))).toContain("Gift undone: 3 ×");
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("Done, then undone: 3");
  });

  test("is pushed to those who may approve, with LINE_PUSH_FALLBACK=on", async () => {
    await end();
    await begin({ GIFT_APPROVAL_ABOVE: "2", LINE_PUSH_FALLBACK: "on" });
    await tap("manager", await askForGift("manager", "/gift iced olivia 3"));
    await untilPushed(1);
    const pushed = pushes();
    expect(pushed.map(({ chatId }) => chatId)).toEqual([world.lineId("owner")]);
    const { messages = [] } = pushed[0] ?? {};
    expect(factsOf(messages)).toMatch(/^A gift needs your approval\n3 × Free iced latte.*\nAnan, /);
    expect(await tap("owner", buttonIn(messages, /%2Fapprove/))).toContain("Given: 3");
  });

  test("whose outcome comes later is told to its asker and to who approved, who can undo it", async () => {
    await tap("manager", await askForGift("manager", "/gift iced olivia 3"));
    const approve = buttonIn(await world.sendText("owner", "/pending"), /%2Fapprove/);
    world.platform.faults.add({ kind: "empty-body", operation: "giveCouponToMemberId", times: 1 });
    expect(await tapAndSettle("owner", approve)).toContain("don’t know yet");
    await settled(world);
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("Given: 3");
    const told = await world.sendText("owner", "/help");
    expect(factsOf(told)).toContain("Given: 3");
    expect(factsOf(await undo(world, "owner", told))).toContain("Gift undone: 3 ×");
    expect(factsOf(await world.sendText("owner", "/help"))).not.toContain("Given: 3");
  });

  test("isn't given once its asker may not give it any more, unless they get their role back", async () => {
    const before = await couponCount();
    await tap("manager", await askForGift("manager", "/gift iced olivia 3"));
    const approve = buttonIn(await world.sendText("owner", "/pending"), /%2Fapprove/);
    const remove = buttonIn(await world.sendText("owner", "/remove Anan"), /%2Fyes/);
    const removed = await world.tapButton("owner", remove);
    expect(await tap("owner", approve)).toBe(
      "Anan, who asked for this, is no longer allowed to. Nothing was done.",
    );
    expect(await couponCount()).toBe(before);
    await undo(world, "owner", removed);
    expect(await tap("owner", approve)).toContain("Given: 3");
    expect(await couponCount()).toBe(before + 3);
    const again = buttonIn(await world.sendText("owner", "/remove Anan"), /%2Fyes/);
    await world.tapButton("owner", again);
    expect(await tap("owner", approve)).toContain("Already done");
  });

  test("can be declined, with a notice to its asker", async () => {
    const before = await couponCount();
    await tap("manager", await askForGift("manager", "/gift iced olivia 3"));
    const decline = buttonIn(await world.sendText("owner", "/help"), /%2Fdecline/);
    expect(await tap("owner", decline)).toContain("Declined");
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("Declined");
    expect(await couponCount()).toBe(before);
  });

  test("expires when nobody approves within a day, with a notice to its asker", async () => {
    const before = await couponCount();
    await tap("manager", await askForGift("manager", "/gift iced olivia 3"));
    const approve = buttonIn(await world.sendText("owner", "/pending"), /%2Fapprove/);
    world.clock.turn(24 * 3_600_000);
    expect(factsOf(await world.sendText("owner", "/pending"))).not.toContain("3 × Free iced latte");
    world.clock.turn(5000);
    expect(factsOf(await world.sendText("owner", "/audit"))).toContain("not approved in time");
    expect(factsOf(await world.sendText("manager", "/help"))).toContain(
      "Nobody approved this within a day",
    );
    expect(factsOf(await world.sendText("manager", "/help"))).not.toContain("Nobody approved");
    expect(await tap("owner", approve)).toContain("Nobody approved");
    expect(await couponCount()).toBe(before);
  });
});

test("no log line holds member data or codes", async () => {
  const given = await world.tapButton("manager", await askForGift());
  const code = /^([A-Z0-9-]{8,})$/m.exec(factsOf(given))?.[1] ?? "";
  expect(code).not.toBe("");
  await world.sendText("cashier", `/check ${code}`);
  await world.sendText("cashier", "/find 0800000001");
  await world.sendText("cashier", "/member Olivia");
  const invited = await world.sendText("owner", "/invite cashier");
  const join = /\/join (\w+)/.exec(factsOf(invited))?.[1] ?? "";
  const log = world.logged.join("\n");
  const { uuid, cards } = await till.member("olivia");
  const secrets = [code, join, uuid, cards[0]?.card_no ?? "", world.lineId("olivia")];
  for (const secret of [...secrets, "Olivia", "สมชาย", "800000001", "2025550105"]) {
    expect(log).not.toContain(secret);
  }
});
