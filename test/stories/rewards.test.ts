/** What a member can redeem points for, through signed HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { postbackData } from "../../src/bot/routing/postback.ts";
import type { Input } from "../../src/loyalty/contract.ts";
import type { FlexBubble } from "../../src/line/messages/prepare-reply.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf, nextPage, stringsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

const dir = mkdtempSync(join(tmpdir(), "rewards-"));
const file = join(dir, "rewards.json");
let world: World;
let till: Till;
beforeEach(async () => {
  writeFileSync(file, "{}");
  world = await createWorld({ REWARDS_FILE: file });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});
afterAll(() => rmSync(dir, { recursive: true }));

const redeem = (set: string) => postbackData("redeem", { set });
const addSet = (set: Partial<Input<"createCouponSet">>) =>
  till.connect.createCouponSet({ name: "Mug", type: "FREE_ITEM", source: "AUTO_GENERATE", ...set });
/** Somchai writes Thai. */
const speakEnglish = () => world.tapButton("somchai", postbackData("language", { to: "en" }));
/** The prices shown, in their order. */
const pricesIn = (shown: string) =>
  [...shown.matchAll(/^([\d,]+) points$/gm)].map(([, one]) => one);

test.each([
  ["rewards", "150 points"],
  ["แลกแต้ม", "150 แต้ม"],
  ["ポイント交換", "150ポイント"],
  ["兌換", "150 點"],
])("%s shows what has a price and can be given, what is affordable first", async (word, price) => {
  // Each in their language.
  const label = { rewards: "olivia", แลกแต้ม: "somchai", ポイント交換: "hina", 兌換: "yijun" }[word];
  const shown = textOf(await world.sendText(label ?? "", word));
  expect(shown).toContain(price);
  for (const missing of ["Opening gift", "Cold brew", "Rainy day", "Bakery", "Welcome"])
    expect(shown).not.toContain(missing);
});

test("shows price, worth, validity, few left and the missing points; a button where they suffice", async () => {
  await speakEnglish();
  const reply = await world.sendText("somchai", "rewards");
  const shown = textOf(reply);
  expect(pricesIn(shown)).toEqual(["150", "200", "500", "2,000"]);
  expect(shown).toMatch(/10% off\nUse by .*\nOnly 3 left\n10% off · ลด 10%\n/);
  expect(shown).toMatch(/50% off\nValid for 7 days\nSeven days/);
  expect(shown).toContain("750 more points needed");
  expect(stringsOf(reply)).toContain("/pictures/latte.png");
  const buttons = buttonsOf(reply).filter(({ data }) => data?.startsWith("do=redeem&"));
  expect(buttons).toHaveLength(3);
  // What the points don't suffice for has no button.
  const { contents } = reply[0] as { contents: { contents: FlexBubble[] } };
  const unaffordable = contents.contents.at(-1);
  expect(unaffordable).not.toHaveProperty("footer");
  expect(JSON.stringify(unaffordable)).toContain("750 more points needed");
  expect(JSON.stringify(unaffordable)).not.toContain("do=redeem");
});

test("is offered below the balance and the coupons", async () => {
  await speakEnglish();
  for (const word of ["points", "coupons"]) {
    const data = buttonsOf(await world.sendText("somchai", word)).map((button) => button.data);
    expect(data).toContain("do=rewards");
  }
  expect(pricesIn(textOf(await world.tapButton("somchai", "do=rewards")))).toHaveLength(4);
});

test("a group is told nothing of it", async () => {
  const reply = await world.performAction(
    "somchai",
    { type: "text", text: "rewards" },
    world.groups[0]?.chatId,
  );
  expect(stringsOf(reply)).not.toMatch(/points|latte/i);
});

const offered = async (label: string) => stringsOf(await world.sendText(label, "rewards"));

describe("a set", () => {
  test("is left out when its coupons have ended, or the member has had as many as one may", async () => {
    const ended = await addSet({
      points_cost: 1,
      validity: { mode: "FIXED", end_on: "2026-11-22" },
    });
    const single = await addSet({ points_cost: 2, limit: { per_member: 1 } });
    expect(await offered("somchai")).not.toContain(ended.uuid);
    expect(await offered("somchai")).toContain(redeem(single.uuid));
    const { uuid: memberUuid } = await till.member("somchai");
    await till.connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid: single.uuid });
    expect(await offered("somchai")).not.toContain(single.uuid);
    expect(await offered("olivia")).toContain(redeem(single.uuid));
  });

  test("has the price, the place and the secrecy that the file gives it", async () => {
    const [cheap, dear, hidden, unaffordable, single] = await Promise.all(
      [1, 2, 3, 4, 5].map((points_cost) => addSet({ points_cost })),
    );
    const prices = {
      [cheap?.uuid ?? ""]: { points: 777, order: 2 },
      [dear?.uuid ?? ""]: { points: 888, order: 1 },
      [hidden?.uuid ?? ""]: { points: 1, hidden: true },
      // What is affordable comes first, whatever the file's order.
      [unaffordable?.uuid ?? ""]: { points: 5000, order: 0 },
      [single?.uuid ?? ""]: { points: 5, order: 9, limit_per_member: 1 },
    };
    writeFileSync(file, JSON.stringify(prices));
    await world.restart();
    await speakEnglish();
    const reply = await world.sendText("somchai", "rewards");
    expect(pricesIn(textOf(reply)).slice(0, 2)).toEqual(["888", "777"]);
    expect(stringsOf(reply)).not.toContain(hidden?.uuid);
    // Nor is it redeemed by a button from before.
    const former = await world.tapButton("somchai", redeem(hidden?.uuid ?? ""));
    expect(textOf(former)).toContain("isn’t available right now");
    // Who redeemed it as often as the file allows isn't offered it, until they undo that.
    const asked = await world.tapButton("somchai", redeem(single?.uuid ?? ""));
    const askedTwice = await world.tapButton("somchai", redeem(single?.uuid ?? ""));
    const byStaff = await world.sendText("cashier", `/redeem ${single?.uuid} 0800000001`);
    const done = await world.tapButton("somchai", buttonIn(asked, /yes=/));
    expect(textOf(await world.tapButton("somchai", buttonIn(askedTwice, /yes=/)))).toContain(
      "as often as one person can",
    );
    expect(factsOf(await world.tapButton("cashier", buttonIn(byStaff, /yes=/)))).toContain(
      "as often as one may.",
    );
    expect(await offered("somchai")).not.toContain(single?.uuid);
    const balance = async () => textOf(await world.sendText("somchai", "points"));
    expect(await balance(), "nor is it counted").toContain("Enough points for 5 rewards");
    expect(await offered("olivia")).toContain(single?.uuid);
    await world.tapButton("somchai", buttonIn(done, /undo=/));
    expect(await offered("somchai")).toContain(single?.uuid);
    expect(await balance()).toContain("Enough points for 6 rewards");
  });
});

test("has pages of ten", async () => {
  await speakEnglish();
  await Promise.all(Array.from({ length: 10 }, () => addSet({ points_cost: 3000 })));
  const first = await world.sendText("somchai", "rewards");
  expect(pricesIn(textOf(first))).toHaveLength(10);
  const next = await world.tapButton("somchai", nextPage(first, "rewards") ?? "");
  expect(pricesIn(textOf(next))).toHaveLength(4);
});

test("is an apology while the sets can't be read", async () => {
  world.platform.faults.add({ kind: "unauthorized", operation: "getCouponSet" });
  expect(textOf(await world.sendText("olivia", "rewards"))).toContain("can’t reach the membership");
  world.platform.faults.clear();
  expect(textOf(await world.sendText("olivia", "rewards"))).toContain("150 points");
});

test("a member without a card is told so", async () => {
  expect(textOf(await world.sendText("no-cards", "rewards"))).toMatch(/card|บัตร/);
});
