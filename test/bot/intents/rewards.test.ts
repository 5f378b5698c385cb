/** The rewards that are shown when the platform's list can't be read to its end. */
import { expect, test } from "vitest";
import type { Context } from "../../../src/bot/context.ts";
import { rewardsIntent } from "../../../src/bot/intents/rewards/rewards.ts";
import { sampleCards, sampleMember } from "../../../src/bot/views/sample-data.ts";
import type { Input, MemberProfile } from "../../../src/loyalty/contract.ts";
import { createRewardPrices } from "../../../src/loyalty/reward-prices.ts";
import { renderContextIn } from "../../support/render-context.ts";
import { textsOf } from "../../support/views.ts";

const total = 5000;
const setAt = (index: number) => ({
  uuid: String(index),
  name: `Mug ${index}`,
  description: "",
  type: "FREE_ITEM",
  points_cost: index + 1,
  source: "AUTO_GENERATE",
  status: "ACTIVE",
  validity: { mode: "DAYS_AFTER_GIVE", days: 30 },
  limit: {},
  count: { total: 0, pending: 0, given: 0, used: 0, voided: 0 },
});

test("a list with more pages than are read says that there may be more", async () => {
  const pages: number[] = [];
  const context = {
    ...renderContextIn("en"),
    details: {},
    loyalty: {
      getCouponSet: async ({ page = 1, size = 100 }: Input<"getCouponSet">) => {
        pages.push(page);
        const data = Array.from({ length: size }, (_, index) => setAt((page - 1) * size + index));
        return { pagination: { total, page, size }, data };
      },
    },
    rewardPrices: createRewardPrices({ file: {}, staffPrices: async () => new Map() }),
    signal: AbortSignal.any([]),
  } as unknown as Context;
  const member = { active: true, ...sampleCards(context, 1, sampleMember(context), 5) };
  if (rewardsIntent.access !== "member") throw new Error("rewards are for members");
  const { messages } = await rewardsIntent.answer(context, member as MemberProfile);
  expect(Math.max(...pages)).toBeLessThan(total / 100);
  expect(messages.map(({ type }) => type)).toEqual(["text", "flex"]);
  expect(textsOf(messages)[0]).toContain("couldn’t load all rewards");
  expect(textsOf(messages)).toContain("Mug 0");
});
