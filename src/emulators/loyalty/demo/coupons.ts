/** Creates the demo's coupon sets, and gives coupons from them in every status. */
import type { RandomSource } from "../random.ts";
import type { Context } from "../context.ts";
import { drawingPath } from "../pictures.ts";
import { createCouponSet } from "../operations/createCouponSet.ts";
import { giveCouponToMemberId } from "../operations/giveCouponToMemberId.ts";
import { markUseCoupon } from "../operations/markUseCoupon.ts";
import { voidGiveCoupon } from "../operations/voidGiveCoupon.ts";
import type { SeededMember } from "./members.ts";
import { demoCouponSets, ruleSets, setPictures } from "./coupon-sets.ts";

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
