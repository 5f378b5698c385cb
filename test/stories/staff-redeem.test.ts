/** `/redeem`: staff redeem a member's points at the till, once, within the limits, and can undo it. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTill, type Till } from "../support/till.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

/** A member without LINE. */
const unlinked = "0800000014";
let world: World;
let till: Till;
beforeEach(async () => {
  const limits = { LIMIT_GIFTS_PER_STAFF_DAY: "4", LIMIT_REDEEM_PER_MEMBER_DAY: "2" };
  world = await createWorld(limits);
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const replyTo = async (text: string) => factsOf(await world.sendText("cashier", text));
const tap = (reply: Awaited<ReturnType<World["sendText"]>>, which: RegExp) =>
  world.tapButton("cashier", buttonIn(reply, which));
const member = async (search: string) => (await till.connect.getProfile({ search })).data[0];
const points = async () => (await member(unlinked))?.cards[0]?.point;

test("asks with price and balances, acts once, gives the code, and can be undone", async () => {
  const question = await world.sendText("cashier", `/redeem latte ${unlinked}`);
  expect(factsOf(question)).toMatch(
    /^Redeem points for this coupon\?\nRedeem Free iced latte.* for 200 points, .*0014\nGOLD.*3,120 → 2,920\nUse by /,
  );
  expect(await points()).toBe(3120);
  const [done] = await Promise.all([1, 2].map(() => tap(question, /yes=/)));
  expect(factsOf(done ?? [])).toMatch(
    /✓ Redeemed: .* 200 points.*\nBalance .* → .*\n[A-Z0-9-]{8,}/,
  );
  expect(await points()).toBe(2920);
  const code =
    factsOf(done ?? [])
      .split("\n")
      .at(-1) ?? "";
  const { coupon } = await till.connect.checkCoupon({ code });
  expect([coupon.status, coupon.member_uuid]).toEqual(["GIVEN", (await member(unlinked))?.uuid]);
  expect(factsOf(await world.sendText("manager", `/gifts ${unlinked}`))).toMatch(
    /latte.*200 points.*Ploy/,
  );
  // Only the asker's taps count.
  expect(factsOf(await world.tapButton("manager", buttonIn(done ?? [], /undo=/)))).toContain(
    "Only the",
  );
  expect(factsOf(await tap(done ?? [], /undo=/))).toContain("Undone, points refunded");
  expect(await points()).toBe(3120);
});

test("asks which card where several can pay, and refuses what can't be redeemed", async () => {
  const choice = await world.sendText("cashier", "/redeem 10% 0800000018");
  const cards = buttonsOf(choice).filter(({ data }) => data?.includes("card="));
  expect(cards).toHaveLength(3);
  const question = await world.tapButton("cashier", cards[2]?.data ?? "");
  expect(factsOf(question)).toMatch(/500 → 350/);
  expect(factsOf(await tap(question, /no=/))).toContain("Not redeemed");
  expect(await replyTo("/redeem Welcome 0800000018")).toContain("has no price in points");
  expect(await replyTo("/redeem Seven 0800000002")).toMatch(/320.*2,000|2,000.*320/);
  expect(await replyTo("/redeem latte 0800000015")).toMatch(/isn’t active|not active/i);
});

test("asks about another card when the chosen one has too few points by now", async () => {
  const [, second, third] = (await member("0800000018"))?.cards ?? [];
  const choice = await world.sendText("cashier", "/redeem 10% 0800000018");
  const ofThird = buttonsOf(choice).find(({ data }) => data?.includes(third?.card_no ?? "?"));
  const asked = await world.tapButton("cashier", ofThird?.data ?? "");
  for (const card of [second, third])
    await till.connect.burnPoint({
      card_no: card?.card_no ?? "",
      points: (card?.point ?? 0) - 149,
    });
  expect(factsOf(await world.tapButton("cashier", ofThird?.data ?? ""))).toMatch(/2,040 → 1,890/);
  const price = await world.sendText("manager", "/reward 10% 151");
  await world.tapButton("manager", buttonIn(price, /%2Fyes/));
  expect(factsOf(await tap(asked, /yes=/))).toMatch(/price meanwhile[^]*2,040 → 1,889/);
});

/** The rewards that *Redeem* below a member lists, in the reader's words. */
const rewardsOf = async (who: string) => {
  const shown = await world.sendText("cashier", `/member ${who}`);
  return world.tapButton("cashier", buttonIn(shown, /%2Fredeem/));
};

describe("below a member", () => {
  test("lists rewards with their prices, first what a card can pay; the rest says what is missing", async () => {
    const rewards = await rewardsOf("0800000002");
    const lines = factsOf(rewards).split("\n");
    expect(lines[0]).toMatch(/^Rewards for /);
    expect(lines[1]).toMatch(/Balance 320 points$/);
    const short = lines.map((line) => /more points? needed$/.test(line));
    expect(short.indexOf(true)).toBeGreaterThan(2);
    expect(short.slice(short.indexOf(true)).every(Boolean)).toBe(true);
    expect(lines.slice(2).every((line) => / · [\d,]+ points?( · |$)/.test(line))).toBe(true);
    const payable = lines.slice(2).filter((line) => !line.endsWith("needed"));
    const buttons = buttonsOf(rewards).filter(({ label }) => label === "Redeem");
    expect(buttons).toHaveLength(payable.length);
    expect(lines.join()).not.toContain("Welcome");
  });

  test("its result names the new balance and leads to the use of the coupon", async () => {
    const rewards = await rewardsOf(unlinked);
    const question = await tap(rewards, /%2Fredeem.*set=/);
    const price = Number(/for ([\d,]+) points/.exec(factsOf(question))?.[1]?.replace(",", ""));
    const done = await tap(question, /yes=/);
    expect(await points()).toBe(3120 - price);
    expect(textOf(done)).toContain(`New balance\n${(3120 - price).toLocaleString("en")}\n`);
    const code = factsOf(done).split("\n").at(-1) ?? "";
    const asked = await tap(done, /%2Fuse/);
    expect(factsOf(asked)).toContain("Mark this coupon as used?");
    await world.tapButton("cashier", buttonIn(asked, /%2Fyes/));
    expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("USED");
  });

  test.each([
    ["th", "รายการแลกแต้มสำหรับ", "แลกเลย", "ใช้คูปอง"],
    ["ja", "特典：", "交換する", "使用済みにする"],
    ["zh-TW", "的兌換項目", "兌換", "核銷"],
  ])("is in %s for who reads it", async (language, title, redeemLabel, use) => {
    await world.tapButton("cashier", `do=language&to=${language}`);
    const rewards = await rewardsOf(unlinked);
    expect(factsOf(rewards)).toContain(title);
    const first = buttonsOf(rewards).find(({ label }) => label === redeemLabel);
    const done = await tap(await world.tapButton("cashier", first?.data ?? ""), /yes=/);
    expect(buttonsOf(done).map(({ label }) => label)).toContain(use);
  });
});

test("offers no reward that no card can pay", async () => {
  const rewards = await rewardsOf((await till.member("bare")).phoneNumber);
  expect(factsOf(rewards)).toMatch(/200 points · 125 more points needed/);
  expect(buttonsOf(rewards)).toEqual([]);
});

test("burns nothing from a card that is somebody else's by now, nor of somebody inactive by now", async () => {
  const question = await world.sendText("cashier", `/redeem latte ${unlinked}`);
  const { uuid = "" } = (await member(unlinked))?.cards[0] ?? {};
  using platform = new DatabaseSync(world.platformFile);
  const owner = platform.prepare("select member_id as id from card where uuid = ?").get(uuid);
  const move = platform.prepare("update card set member_id = ? where uuid = ?");
  move.run(Number(owner?.["id"]) + 1, uuid);
  expect(factsOf(await tap(question, /yes=/))).toContain("isn’t this member’s any more");
  move.run(Number(owner?.["id"]), uuid);
  const setActive = platform.prepare("update member set active = ? where uuid = ?");
  const { uuid: memberUuid = "" } = (await member(unlinked)) ?? {};
  const newest = async () =>
    (await till.connect.getTransaction({ member_uuid: memberUuid, size: 1 })).data[0]?.uuid;
  const before = await newest();
  setActive.run(0, memberUuid);
  expect(factsOf(await tap(question, /yes=/))).toMatch(/isn’t active|not active/i);
  setActive.run(1, memberUuid);
  // Not even burned and given back.
  expect(await newest()).toBe(before);
  expect(await points()).toBe(3120);
});

test("asks again at another price", async () => {
  const question = await world.sendText("cashier", `/redeem latte ${unlinked}`);
  const price = await world.sendText("manager", "/reward latte 100");
  await world.tapButton("manager", buttonIn(price, /%2Fyes/));
  const again = await tap(question, /yes=/);
  expect(factsOf(again)).toMatch(/price meanwhile.*\n.*\n.*for 100 points/);
  expect(await points()).toBe(3120);
});

test("is cancelled by /cancel when its question is the newest, and then no tap redeems", async () => {
  const question = await world.sendText("cashier", `/redeem latte ${unlinked}`);
  expect(await replyTo("/cancel")).toMatch(/for 200 points.*\nNot redeemed/);
  expect(await replyTo("/cancel")).toContain("no open question");
  expect(factsOf(await tap(question, /yes=/))).toContain("Not redeemed");
  expect(await points()).toBe(3120);
  const { code } = await till.give("olivia", { name: "Croissant" });
  await world.sendText("cashier", `/redeem latte ${unlinked}`);
  world.clock.turn(1000);
  await world.sendText("cashier", `/use ${code}`);
  world.clock.turn(1000);
  await world.sendText("cashier", `/redeem 10% ${unlinked}`);
  expect(await replyTo("/cancel")).toContain("10%");
  expect(await replyTo("/cancel")).toContain("Croissant");
  expect(await replyTo("/cancel")).toMatch(/latte[^]*Not redeemed/);
  expect(await replyTo("/cancel")).toContain("no open question");
});

async function redeem(who: string): Promise<string> {
  const question = await world.sendText("cashier", `/redeem latte ${who}`);
  return factsOf(buttonsOf(question).length > 0 ? await tap(question, /yes=/) : question);
}

test("stops at the member's limit of a day, and at the staff member's own", async () => {
  expect(await redeem(unlinked)).toContain("✓ Redeemed: ");
  expect(await redeem(unlinked)).toContain("✓ Redeemed: ");
  expect(await redeem(unlinked)).toContain("as often as one may in a day");
  expect(await redeem("0800000007")).toContain("✓ Redeemed: ");
  const asked = await world.sendText("cashier", "/redeem latte Olivia");
  expect(await redeem("0800000007")).toContain("✓ Redeemed: ");
  // Also what was asked while one was left.
  expect(factsOf(await tap(asked, /yes=/))).toMatch(/today/);
  expect(await redeem("Olivia")).toMatch(/today/);
});

test("counts for a manager with the coupons that they give", async () => {
  const question = await world.sendText("manager", "/redeem latte Olivia");
  const done = await world.tapButton("manager", buttonIn(question, /yes=/));
  expect(factsOf(done)).toContain("✓ Redeemed: ");
  expect(factsOf(await world.sendText("manager", "/gift Welcome Olivia 4"))).toContain(
    "today: 3 coupons left",
  );
});

test("tells the coupon's code with the next reply when the platform's answer was lost", async () => {
  const choice = await world.sendText("owner", "/redeem latte 0800000018");
  const question = await world.tapButton("owner", buttonIn(choice, /card=/));
  world.platform.faults.add({ kind: "lost-answer", operation: "burnPoint" });
  const tapped = { type: "postback" as const, data: buttonIn(question, /yes=/) };
  await world.line.deliver([world.line.compose(world.lineId("owner"), tapped)]);
  await world.settle();
  world.platform.faults.clear();
  await settled(world);
  const next = factsOf(await world.sendText("owner", "help"));
  expect(next).toMatch(/✓ Redeemed: .* 200 points.*\nBalance .* → .*\n[A-Z0-9-]{8,}/);
});

test("says nothing of its outcome to somebody who isn't on the staff any more", async () => {
  const question = await world.sendText("manager", "/redeem latte Olivia");
  world.platform.faults.add({ kind: "lost-answer", operation: "burnPoint" });
  const data = buttonIn(question, /yes=/);
  await world.line.deliver([
    world.line.compose(world.lineId("manager"), { type: "postback", data }),
  ]);
  await world.settle();
  const removal = await world.sendText("owner", "/remove Anan");
  await world.tapButton("owner", buttonIn(removal, /%2Fyes/));
  world.platform.faults.clear();
  await settled(world);
  expect(factsOf(await world.sendText("manager", "help"))).not.toContain("latte");
});
