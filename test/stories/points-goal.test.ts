/** Points have a goal: the balance names the next reward, gifts and redemptions come as coupons, strangers see what to join for. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postbackData } from "../../src/bot/routing/postback.ts";
import type { Input } from "../../src/loyalty/contract.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { expectAnswerOrRefusal, testAsSpecified } from "../support/platform-behaviour.ts";
import { buttonIn } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf, stringsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld({ REGISTER_URL: "https://shop.example/join" });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Language = "en" | "th" | "ja" | "zh-TW";
const choose = (label: string, language: Language) =>
  world.tapButton(label, postbackData("language", { to: language }));
const addReward = (set: Partial<Input<"createCouponSet">>) =>
  till.connect.createCouponSet({
    name: "Cup",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    image: "https://shop.example/cup.png",
    ...set,
  });
const altOf = ([message]: readonly Message[]) => message?.type === "flex" && message.altText;

describe("the balance", () => {
  test.each([
    ["en", "You have 1,250 points", "150 to go for Cup", "Enough points for 3 rewards"],
    ["th", "มี 1,250 แต้มค่ะ", "อีก 150 แต้ม แลก Cup ได้", "มีแต้มพอแลกได้ 3 รายการ"],
    ["ja", "残高は1,250ポイントです", "「Cup」まであと150ポイント", "今すぐ交換できる特典3件"],
    ["zh-TW", "您有 1,250 點", "再 150 點即可兌換「Cup」", "點數已可兌換 3 項"],
  ] as const)(
    "begins with the points in %s, and names the next reward and what is missing",
    async (language, points, goal, enough) => {
      await addReward({ points_cost: 1400 });
      await choose("somchai", language);
      const reply = await world.sendText("somchai", "points");
      expectAnswerOrRefusal(reply, () => {
        expect(altOf(reply)).toContain(points);
        expect(textOf(reply)).toContain(goal);
        expect(textOf(reply)).toContain(enough);
      });
    },
  );

  testAsSpecified("reads the first list of sets")(
    "names the first card's points first, and a goal for each card",
    async () => {
      await choose("three-cards", "en");
      const { cards } = await till.member("three-cards");
      const points = cards.map(({ point }) => point ?? 0);
      const reply = await world.sendText("three-cards", "points");
      const [first, ...others] = points.map((one) => one.toLocaleString("en"));
      expect(altOf(reply)).toMatch(
        new RegExp(
          `^You have ${first} points.*${others.map((one) => ` · .*${one} points`).join("")}`,
        ),
      );
      const prices = [150, 200, 500, 2000];
      const missing = points.flatMap((one) => {
        const next = prices.find((price) => price > one);
        return next ? [`${(next - one).toLocaleString("en")} to go for `] : [];
      });
      expect(missing.length).toBeGreaterThan(1);
      expect(textOf(reply).match(/^[\d,]+ to go for /gm)).toEqual(missing);
    },
  );

  testAsSpecified("changes the sets by hand")(
    "names no reward that isn't offered: by its dates or its state",
    async () => {
      await addReward({ name: "Paused", points_cost: 1300 });
      await addReward({
        name: "Over",
        points_cost: 1301,
        validity: { mode: "FIXED", end_on: "2026-11-22" },
      });
      await addReward({ name: "Dear", points_cost: 1303 });
      using platform = new DatabaseSync(world.platformFile);
      platform.prepare("update coupon_set set status = 'PAUSED' where name = 'Paused'").run();
      await choose("somchai", "en");
      expect(textOf(await world.sendText("somchai", "points"))).toContain("53 to go for Dear");
    },
  );

  testAsSpecified("counts calls")("needs no call of the platform for it", async () => {
    await world.sendText("olivia", "points");
    const read = () => world.platform.requests({ operation: "getCouponSet" }).length;
    const before = read();
    await world.sendText("somchai", "points");
    await world.sendText("hina", "points");
    expect(read()).toBe(before);
  });

  testAsSpecified("silences the platform")(
    "is shown without a goal while the sets can't be read",
    async () => {
      world.platform.faults.add({ kind: "unauthorized", operation: "getCouponSet" });
      const reply = await world.sendText("olivia", "points");
      expect(altOf(reply)).toContain("18,400");
      expect(stringsOf(reply)).not.toContain("do=rewards");
    },
  );
});

describe("a gift of staff", () => {
  test.each([
    ["olivia", "en", "A gift for you: 2 × Cup", "Show coupon", /Use by|No expiry|No end/],
    ["somchai", "th", "มีของขวัญให้คุณค่ะ: Cup 2 ใบ", "เปิดคูปอง", /หมดเขต|ใช้ได้/],
    ["hina", "ja", "Cup 2枚をプレゼント", "クーポンを表示", /まで|期限/],
    ["yijun", "zh-TW", "有一份禮物送給您：Cup 2 張", "顯示優惠券", /到期|期限/],
  ] as const)(
    "comes to %s as a coupon in %s: with its picture, its end, and a button that shows it",
    async (label, _language, words, show, end) => {
      const { uuid } = await addReward({
        validity: { mode: "FIXED", end_on: "2026-12-31" },
      });
      const [card] = (await till.member(label)).cards;
      const ask = await world.sendText("manager", `/gift ${uuid} ${card?.card_no} 2`);
      await world.tapButton("manager", buttonIn(ask, /%2Fyes/));
      const reply = await world.sendText(label, "help");
      const [gift] = reply;
      expect(altOf(reply)).toContain(words);
      expect(textOf(gift)).toMatch(end);
      expect(stringsOf(gift)).toContain("https://shop.example/cup.png");
      const button = buttonsOf(gift).find((one) => one.label === show);
      const shown = await world.tapButton(label, button?.data ?? "");
      expectAnswerOrRefusal(shown, () => expect(textOf(shown)).toContain("Cup"));
    },
  );
});

describe("a redeemed coupon", () => {
  test.each([
    ["olivia", "Show coupon", "Undo", /✓ Redeemed: Cup/, /Use by/],
    ["somchai", "เปิดคูปอง", "ยกเลิกการแลก", /✓ แลกแล้ว: Cup/, /ใช้ได้|หมดเขต/],
    ["hina", "クーポンを表示", "取り消す", /✓ 交換しました：Cup/, /まで/],
    ["yijun", "顯示優惠券", "取消兌換", /✓ 已兌換：Cup/, /前|到期/],
  ] as const)(
    "is shown to %s as a coupon, and can be undone",
    async (label, show, undo, title, end) => {
      const { uuid } = await addReward({
        points_cost: 1,
        validity: { mode: "FIXED", end_on: "2026-12-31" },
      });
      const question = await world.tapButton(label, postbackData("redeem", { set: uuid }));
      const done = await world.tapButton(label, buttonIn(question, /yes=/));
      expectAnswerOrRefusal(done, () => {
        expect(textOf(done)).toMatch(title);
        expect(textOf(done)).toMatch(end);
        expect(stringsOf(done)).toContain("https://shop.example/cup.png");
        const labels = buttonsOf(done).map((one) => one.label);
        expect(labels.slice(0, 2)).toEqual([show, undo]);
      });
    },
  );
});

describe("who isn't a member", () => {
  test.each([
    ["en", "Rewards for members", "10% off · ลด 10% (150 points)", "150 points"],
    ["th", "รายการแลกแต้มสำหรับสมาชิก", "10% off · ลด 10% (150 แต้ม)", "150 แต้ม"],
    ["ja", "会員になると交換できる特典", "10% off · ลด 10%（150ポイント）", "150ポイント"],
    ["zh-TW", "會員可以兌換的項目", "10% off · ลด 10%（150 點）", "150 點"],
  ] as const)("sees rewards to join for in %s", async (language, title, line, price) => {
    await choose("stranger", language);
    const invitation = await world.sendText("stranger", "points");
    expect(textOf(invitation)).toContain(`${title}\n${line}`);
    const rewards = await world.tapButton("stranger", buttonIn(invitation, /^do=rewards$/));
    expect(rewards).toHaveLength(2);
    expect(textOf(rewards)).toContain(price);
    expect(stringsOf(rewards)).not.toMatch(/do=redeem|more points needed/);
    expect(buttonsOf(rewards).map(({ uri }) => uri)).toContain("https://shop.example/join");
    const campaigns = await world.tapButton("stranger", buttonIn(invitation, /^do=campaigns$/));
    expect(buttonsOf(campaigns).map(({ uri }) => uri)).toContain("https://shop.example/join");
  });

  testAsSpecified("injects a fault")(
    "sees the campaigns for everybody alone, and how to join alone while they can't be read",
    async () => {
      const shown = stringsOf(await world.sendText("stranger", "campaigns"));
      expect(shown).toContain("Double points on weekdays");
      expect(shown).not.toContain("GOLD only");
      world.platform.faults.add({ kind: "unauthorized", operation: "getCampaign" });
      const invitation = await world.sendText("stranger", "campaigns");
      expect(invitation).toHaveLength(1);
      expect(textOf(invitation)).toContain("Join us");
    },
  );

  testAsSpecified("needs the answer")("whose membership is in doubt sees none of it", async () => {
    for (const label of ["inactive", "ambiguous"]) {
      for (const word of ["rewards", "campaigns", "points"]) {
        const reply = await world.sendText(label, word);
        expect(stringsOf(reply)).not.toMatch(/150|do=rewards|do=campaigns/);
      }
    }
  });
});
