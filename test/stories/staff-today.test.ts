/** `/today`: what happened on a day, what is open now and what is worth a look, for managers and owners. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buttonIn, factsOf, undo } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
async function open(env: Record<string, string> = {}): Promise<void> {
  world = await createWorld({ GIFT_APPROVAL_ABOVE: "5", ...env });
  till = createTill(world);
}
beforeEach(() => open());
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function reopen(env: Record<string, string>): Promise<void> {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await open(env);
}

const dayMs = 86_400_000;
const confirm = async (who: string, text: string) =>
  world.tapButton(who, buttonIn(await world.sendText(who, text), /%2Fyes/));
/** The counts of answers are stored every ten seconds. */
async function today(text = "/today", who = "manager") {
  await world.advanceTime(10_000);
  return world.sendText(who, text);
}
const linesOf = async (text?: string, who?: string) => factsOf(await today(text, who)).split("\n");
/** A member's LINE account is that of a staff member. */
function haveAccount(member: string, staff: string): void {
  using db = new DatabaseSync(world.platformFile);
  db.prepare("update member set line_id = ? where line_id = ?").run(
    world.lineId(staff),
    world.lineId(member),
  );
}
const cardOf = async (label: string) => (await till.member(label)).cards[0]?.card_no ?? "";

describe("what happened", () => {
  test("counts what was done, and answers of members by people", async () => {
    const card = await cardOf("olivia");
    await confirm("manager", "/gift iced olivia 2");
    await confirm("manager", `/add ${card} 120`);
    await confirm("manager", `/burn ${card} 20`);
    const coupon = await till.give("olivia");
    await confirm("manager", `/use ${coupon.code}`);
    for (const text of ["แต้ม", "แต้ม", "คูปอง"]) await world.sendText("somchai", text);
    await world.sendText("hina", "ポイント");
    await world.sendText("hina", "むにゃむにゃ");
    const lines = await linesOf();
    expect(lines.slice(0, 8)).toEqual([
      "Today, 23 Nov 2026",
      "5 answers to 2 people",
      "Asked most: Points 3 · Coupons 1",
      "Not understood: 1",
      "Coupons given: 2",
      "Points added: 120 · burned: 20",
      "Coupons used: 1",
      "Redemptions: 0",
    ]);
  });

  test("counts who was told how to join and joined, and what rules gave", async () => {
    const set = await till.connect.createCouponSet({
      name: "Welcome",
      type: "FREE_ITEM",
      source: "AUTO_GENERATE",
    });
    await world.restart(undefined, { WELCOME_GIFT: set.uuid });
    for (let n = 0; n < 2; n += 1) await world.sendText("stranger", "points");
    haveAccount("hina", "stranger");
    await world.advanceTime(11_000);
    await world.sendText("stranger", "points");
    const lines = await linesOf();
    expect(lines).toContain("Told how to join: 1 · joined: 1");
    expect(lines).toContain("Welcome gifts: 1 · birthday gifts: 0");
    expect(lines).toContain("Coupons given: 0");
  });

  test("names what several people asked and nobody could answer", async () => {
    for (const who of ["somchai", "olivia", "stranger"]) {
      await world.sendText(who, "are parrots welcome");
    }
    await world.sendText("olivia", "may my horse come in");
    const lines = await linesOf();
    expect(lines).toContain("Nobody could answer: “are parrots welcome” 3");
    expect(lines.join()).not.toContain("horse");
    expect((await linesOf("/today yesterday")).join()).not.toContain("parrots");
  });

  test("leaves out what was undone, and what isn't done", async () => {
    await undo(world, "manager", await confirm("manager", "/gift iced olivia 2"));
    await world.sendText("manager", "/gift iced olivia 1");
    expect(await linesOf()).toContain("Coupons given: 0");
  });

  test("is of a day of the business, of the day before and of seven days", async () => {
    await confirm("manager", "/gift iced olivia 2");
    // Noon in Bangkok, and then half an hour past the next midnight.
    world.clock.turn(12.5 * 3_600_000);
    await confirm("manager", "/gift iced olivia 1");
    expect(await linesOf()).toEqual(
      expect.arrayContaining(["Today, 24 Nov 2026", "Coupons given: 1"]),
    );
    expect(await linesOf("/today yesterday")).toEqual(
      expect.arrayContaining(["Yesterday, 23 Nov 2026", "Coupons given: 2"]),
    );
    expect(await linesOf("/today week")).toEqual(
      expect.arrayContaining(["7 days, 18 Nov 2026 to 24 Nov 2026", "Coupons given: 3"]),
    );
    world.clock.turn(6 * dayMs);
    expect(await linesOf("/today week")).toContain("Coupons given: 1");
  });
});

describe("what is open now", () => {
  test("has a button for what waits, and for the sets with few coupons left", async () => {
    await confirm("manager", "/gift iced olivia 6");
    await till.connect.createCouponSet({
      name: "Opening gift",
      type: "FREE_ITEM",
      source: "AUTO_GENERATE",
      limit: { total: 19 },
    });
    const reply = await today();
    expect(factsOf(reply)).toContain("1 order waits for an approval, an answer or a review");
    expect(factsOf(reply)).toContain("Opening gift: 19 coupons left");
    const pending = await world.tapButton("owner", buttonIn(reply, /%2Fpending/));
    expect(buttonIn(pending, /%2Fapprove/)).toBeDefined();
    expect(textOf(await world.tapButton("manager", buttonIn(reply, /%2Fsets/)))).toContain(
      "Opening gift",
    );
  });

  test("shows all else while the platform can't tell what is left", async () => {
    await confirm("manager", "/gift iced olivia 2");
    world.platform.faults.add({ kind: "error", operation: "getCouponSet" });
    const { webhookEventId } = await world.line.act(world.lineId("manager"), {
      type: "text",
      text: "/today",
    });
    await world.settle(10_000);
    const lines = factsOf((await world.line.nextReply(webhookEventId)).messages).split("\n");
    expect(lines).toContain("Coupons given: 2");
    expect(lines).toContain("How many coupons are left can’t be read just now.");
  });
});

describe("what is worth a look", () => {
  test("names orders for one's own account and for one member, with their movements one tap away", async () => {
    for (let n = 0; n < 4; n += 1) await confirm("manager", "/gift iced olivia 1");
    await confirm("manager", `/add ${await cardOf("somchai")} 10`);
    haveAccount("hina", "manager");
    await confirm("manager", `/add ${await cardOf("manager")} 30`);
    const reply = await today("/today", "owner");
    const [, facts = ""] = factsOf(reply).split("Worth a look\n");
    expect(facts.split("\n")).toEqual([
      "Anan, for the member with their own LINE account: 1 order, 0 coupons, 30 points",
      "Anan, for one member: 4 orders, 4 coupons, 0 points",
    ]);
    const [ofOwn = "", ofPair = ""] = buttonsOf(reply).flatMap(({ data = "" }) =>
      data.includes("%2Faudit") ? [data] : [],
    );
    expect(textOf(await world.tapButton("owner", ofOwn)).split("/add · done")).toHaveLength(2);
    const movements = textOf(await world.tapButton("owner", ofPair));
    expect(movements.split("/gift · done")).toHaveLength(5);
    expect(movements).not.toContain("/add");
    expect(factsOf(await world.tapButton("cashier", ofPair))).not.toContain("Olivia");
  });

  test("is only what the operator wants to see", async () => {
    await reopen({ TODAY_ODD: "own" });
    for (let n = 0; n < 4; n += 1) await confirm("manager", "/gift iced olivia 1");
    expect(factsOf(await today())).not.toContain("Worth a look");
  });

  test("counts tries of codes after too many wrong ones", async () => {
    for (let n = 0; n < 12; n += 1) await world.sendText("somchai", `check WRONG${100 + n}`);
    expect(factsOf(await today())).toContain("2 codes were tried after too many wrong ones");
  });
});

test("is for managers and owners, as long as they have the role", async () => {
  const reply = await today();
  for (const who of ["cashier", "somchai"]) {
    const refused = factsOf(await today("/today", who));
    expect(refused).not.toContain("Coupons given");
    expect(factsOf(await world.tapButton(who, buttonIn(reply, /%2Fsets/)))).not.toContain(
      "Worth a look",
    );
  }
  await confirm("owner", "/remove Anan");
  expect(factsOf(await today())).not.toContain("Coupons given");
});

test("takes the period in words of each language, and asks in words without a slash", async () => {
  const titles = {
    "/today yesterday": "Yesterday,",
    "/today เมื่อวาน": "Yesterday,",
    "/today 昨日": "Yesterday,",
    "/today 本週": "7 days,",
    "/today 今日": "Today,",
    สรุปวันนี้ค่ะ: "Today,",
    "summary of yesterday": "Yesterday,",
    今週のまとめ: "7 days,",
  };
  for (const [written, title] of Object.entries(titles)) {
    const [line] = await linesOf(written);
    expect([written, line]).toEqual([written, expect.stringContaining(title)]);
  }
  expect(factsOf(await today("/today last year"))).toContain("/today [yesterday | week]");
});

test("names nobody but staff", async () => {
  await confirm("manager", "/gift iced olivia 2");
  await world.sendText("somchai", "แต้ม");
  const reply = await today();
  expect(factsOf(reply)).not.toMatch(/olivia|somchai|•••/i);
});
