/** The demo's coupon sets: one of each kind, validity and state. */
import { demoGiftSets } from "../../../config/demo-rules.ts";
import type { Input } from "../../../loyalty/contract.ts";
import { addDays, endOfDay, localDate } from "../calendar.ts";
import { iso } from "../context.ts";
import { uuidOf } from "./identifiers.ts";

/** Drawings by the sets' short names. */
export const setPictures: Readonly<Record<string, string>> = {
  fifty: "ticket",
  latte: "latte",
  ten: "percent",
  soon: "latte",
  ended: "two-cups",
  single: "ticket",
  week: "cake",
};

/** The uuids of those that are given by rules, by their short names. */
export const ruleSets: Readonly<Record<string, string>> = {
  single: demoGiftSets.welcome,
  week: demoGiftSets.birthday,
};

/** By short name. @param now milliseconds since 1970. */
export function demoCouponSets(
  now: number,
  timeZone: string,
): Record<string, Input<"createCouponSet">> {
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
