/** Creates the demo's coupon sets, and gives coupons from them in every status. */
import { demoGiftSets } from "../../../config/config.ts";
import type { Input } from "../../../loyalty/contract.ts";
import { addDays, endOfDay, localDate } from "../calendar.ts";
import { type Context, iso } from "../context.ts";
import {
  createCouponSet,
  giveCouponToMemberId,
  markUseCoupon,
  voidGiveCoupon,
} from "../operations/coupons.ts";
import { drawingPath } from "../pictures.ts";
import type { RandomSource } from "../random.ts";
import { uuidOf } from "./businesses.ts";
import type { SeededMember } from "./members.ts";

const dayMs = 86_400_000;
const branches = ["SIAM", "ARI", "THONGLOR"];

/** Creates the nine sets, dated 61 days ago. @returns their uuids by short name. */
function addSets(context: Context): Record<string, string> {
  const sets = demoCouponSets(context.now, context.business.timezone);
  let at = context.now - 61 * dayMs;
  return Object.fromEntries(
    Object.entries(sets).map(([key, set]) => {
      at += 60_000;
      const { uuid: made } = createCouponSet(set, { ...context, now: at });
      const uuid = ruleSets[key] ?? made;
      context.database.run("UPDATE coupon_set SET uuid = ? WHERE uuid = ?", uuid, made);
      const picture = setPictures[key];
      if (picture)
        context.database.run(
          "UPDATE coupon_set SET image = ? WHERE uuid = ?",
          drawingPath(picture),
          uuid,
        );
      return [key, uuid];
    }),
  );
}

/** Creates the sets and gives coupons from them. @returns the uuid of the welcome set. */
export function addCoupons(
  context: Context,
  members: SeededMember[],
  random: RandomSource,
): string {
  const { database, now } = context;
  const sets = addSets(context);
  const active = members.filter((member) => member.active);
  const randomMember = () => active[random.below(active.length)]!;
  const [somchai, suphansa, hina] = active;

  function give(set: string, to: SeededMember | undefined, daysAgo: number) {
    const at = now - daysAgo * dayMs;
    const [coupon] = giveCouponToMemberId(
      { memberUuid: to!.uuid, coupon_set_uuid: sets[set]!, staff_code: "S02" },
      { ...context, now: at },
    ).data;
    return { uuid: coupon!.uuid, at };
  }
  const use = (gift: { uuid: string; at: number }, hoursLater: number) =>
    markUseCoupon(
      {
        coupon_uuid: gift.uuid,
        staff_code: "S03",
        branch_code: branches[random.below(branches.length)],
      },
      { ...context, now: Math.min(gift.at + hoursLater * 3_600_000, now) },
    );
  const voidGift = (gift: { uuid: string; at: number }) =>
    voidGiveCoupon({ couponUuid: gift.uuid }, { ...context, now: gift.at + 60_000 });

  // Chosen coupons for the members that a demo starts with.
  give("fifty", somchai, 20);
  give("latte", somchai, 2);
  // Valid for seven days: expires at the end of today.
  give("week", somchai, 7);
  use(give("single", somchai, 30), 48);
  const late = give("week", somchai, 3);
  database.run("UPDATE give SET expires_at = ? WHERE uuid = ?", now - 1000, late.uuid);
  voidGift(give("ten", suphansa, 10));
  give("ten", suphansa, 9);
  voidGift(give("latte", suphansa, 8));
  give("single", hina, 12);
  give("latte", hina, 1);

  for (let index = 0; index < 10; index += 1) {
    const gift = give("soldOut", randomMember(), 50 - index);
    if (index % 2 === 0) use(gift, 30);
  }
  // 47 of 50 codes are given.
  for (let index = 0; index < 46; index += 1) {
    const gift = give("ten", randomMember(), 45 - index * 0.8);
    if (index % 3 === 0) use(gift, 5 + index);
  }
  for (let index = 0; index < 8; index += 1) {
    const gift = give("ended", randomMember(), 40 - index);
    if (index % 4 === 0) use(gift, 50);
  }
  for (let index = 0; index < 10; index += 1) {
    const gift = give("fifty", randomMember(), 30 - index * 2);
    if (index % 4 === 1) use(gift, 20);
    if (index % 4 === 2) voidGift(gift);
  }
  for (let index = 0; index < 6; index += 1) give("week", randomMember(), 14 - index * 2);
  // Ends in two days.
  give(
    "week",
    active.find(({ label }) => label === "no-cards"),
    5,
  );
  database.run("UPDATE coupon_set SET status = 'ENDED' WHERE uuid = ?", sets["ended"]!);
  return sets["single"]!;
}

// The demo's coupon sets: one of each kind, validity and state.

/** Drawings by the sets' short names. */
const setPictures: Readonly<Record<string, string>> = {
  fifty: "ticket",
  latte: "latte",
  ten: "percent",
  soon: "latte",
  ended: "two-cups",
  single: "ticket",
  week: "cake",
};

/** The uuids of those that are given by rules, by their short names. */
const ruleSets: Readonly<Record<string, string>> = {
  single: demoGiftSets.welcome,
  week: demoGiftSets.birthday,
};

/** By short name. @param now milliseconds since 1970. */
function demoCouponSets(now: number, timeZone: string): Record<string, Input<"createCouponSet">> {
  const today = localDate(now, timeZone);
  const tomorrow = endOfDay(today, timeZone);
  const yesterday = addDays(today, -1);
  const endOn = (days: number) =>
    ({ validity: { mode: "FIXED", end_on: addDays(today, days) } }) as const;
  return {
    fifty: {
      name: "50 THB off · ลด 50 บาท",
      description: "50 THB off any order from 150 THB.",
      type: "DISCOUNT_AMOUNT",
      value: 50,
      source: "GENERATE",
      quantity: 500,
      points_cost: 500,
      terms: "One coupon per bill. Not with other offers.",
      ...endOn(90),
    },
    latte: {
      name: "Free iced latte · ลาเต้เย็นฟรี",
      description: "One iced latte of any size.",
      type: "FREE_ITEM",
      source: "AUTO_GENERATE",
      points_cost: 200,
      ...endOn(45),
    },
    ten: {
      name: "10% off · ลด 10%",
      description: "10 % off the whole bill.",
      type: "DISCOUNT_PERCENT",
      value: 10,
      source: "IMPORT",
      codes: Array.from({ length: 50 }, (_, i) =>
        `T10-${uuidOf(`ten ${i}`).slice(0, 8)}`.toUpperCase(),
      ),
      points_cost: 150,
      ...endOn(30),
    },
    soldOut: {
      name: "Opening gift · ของขวัญเปิดร้าน",
      description: "A tote bag for the first ten guests.",
      type: "FREE_ITEM",
      source: "GENERATE",
      quantity: 10,
      points_cost: 100,
      ...endOn(60),
    },
    soon: {
      name: "Cold brew week · สัปดาห์โคลด์บรูว์",
      description: "Starts tomorrow.",
      type: "DISCOUNT_AMOUNT",
      value: 30,
      source: "AUTO_GENERATE",
      give_start_at: iso(tomorrow),
      ...endOn(14),
    },
    ended: {
      name: "Rainy day tea · ชาวันฝนตก",
      description: "Ended yesterday.",
      type: "FREE_ITEM",
      source: "GENERATE",
      quantity: 20,
      give_end_at: iso(endOfDay(yesterday, timeZone)),
      ...endOn(-1),
    },
    single: {
      name: "Welcome: 50 THB · ยินดีต้อนรับ",
      description: "One per member.",
      type: "DISCOUNT_AMOUNT",
      value: 50,
      source: "AUTO_GENERATE",
      limit: { per_member: 1 },
      ...endOn(200),
    },
    paused: {
      name: "Bakery voucher · บัตรกำนัลเบเกอรี่",
      description: "Paused while the oven is repaired.",
      type: "OTHER",
      source: "GENERATE",
      quantity: 30,
      status: "PAUSED",
      ...endOn(60),
    },
    week: {
      name: "Seven days: cake half price · เค้กครึ่งราคา",
      description: "Valid seven days after the gift.",
      type: "DISCOUNT_PERCENT",
      value: 50,
      source: "AUTO_GENERATE",
      points_cost: 2000,
      validity: { mode: "DAYS_AFTER_GIVE", days: 7 },
    },
  };
}
