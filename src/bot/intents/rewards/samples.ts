/** Sample rewards, for the samples of replies that show them. */
import type { CouponSet } from "../../../loyalty/contract.ts";
import type { RenderContext } from "../../context.ts";
import type { OfferedRewards, Reward } from "./offered-rewards.ts";

/** A reward made of these values. */
function sampleReward(ctx: RenderContext, points: number, values: Partial<CouponSet>): Reward {
  const { samplePicture: image } = ctx.images;
  const set: CouponSet = {
    uuid: "sample",
    name: "Free iced latte",
    description: "One iced latte of any size.",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    status: "ACTIVE",
    validity: { mode: "DAYS_AFTER_GIVE", days: 30 },
    limit: {},
    count: { total: 0, pending: 0, given: 0, used: 0, voided: 0 },
    ...(image && { image }),
    ...values,
  };
  const plain = { order: null, hidden: false, limitPerMember: null };
  return { set, terms: { points, source: "platform", ...plain } };
}

export function sampleRewards(ctx: RenderContext, count: number): OfferedRewards {
  const stock = { total: 50, pending: 3, given: 47, used: 0, voided: 0 };
  const all = [
    sampleReward(ctx, 200, {}),
    sampleReward(ctx, 500, {
      name: "50 THB off",
      description: "50 THB off any order from 150 THB.",
      type: "DISCOUNT_AMOUNT",
      value: 50,
      source: "GENERATE",
      count: stock,
    }),
    sampleReward(ctx, 2000, {
      name: "Cake half price",
      description: "",
      type: "DISCOUNT_PERCENT",
      value: 50,
      validity: { mode: "FIXED", end_on: new Date(ctx.now).toISOString().slice(0, 10) },
    }),
  ];
  return { rewards: all.slice(0, count), isComplete: true };
}

export function longestRewards(ctx: RenderContext, price = 1_000_000_000): OfferedRewards {
  const long = "Wolfeschlegelstein".repeat(20);
  const all = Array.from({ length: 25 }, () =>
    sampleReward(ctx, price, { name: long, description: long }),
  );
  return { rewards: all, isComplete: true };
}
