/** The replies to a usual member, who has one card, three coupons, three rewards, five transactions and four campaigns, take less than 4 KB. */
import { expect, test } from "vitest";
import type { Context, RenderContext } from "../../../src/bot/context.ts";
import { balance } from "../../../src/bot/intents/balance.ts";
import { campaigns } from "../../../src/bot/intents/campaigns.ts";
import { card } from "../../../src/bot/intents/card.ts";
import { coupons } from "../../../src/bot/intents/coupons.ts";
import { rewardsIntent } from "../../../src/bot/intents/rewards/rewards.ts";
import { history } from "../../../src/bot/intents/history.ts";
import { builtInCatalogues, createMessages } from "../../../src/bot/i18n/translate.ts";
import { sampleCards, sampleCoupons, sampleMember } from "../../../src/bot/views/sample-data.ts";
import { languages, type Language } from "../../../src/config/environment-schema.ts";
import { serializeMessages } from "../../../src/line/messages/prepare-reply.ts";
import { createCouponSetCache } from "../../../src/loyalty/coupon-sets.ts";
import type { Campaign, MemberProfile, Transaction } from "../../../src/loyalty/contract.ts";
import { createRewardPrices } from "../../../src/loyalty/reward-prices.ts";
import { manualClock } from "../../support/clock.ts";

const clock = manualClock();
const dayMs = 86_400_000;
/** The next midnight in Bangkok. */
const midnight = Date.parse("2026-11-23T17:00:00Z");
const translations = createMessages(builtInCatalogues, "Asia/Bangkok");
const address = (name: string) => `https://bot.shop.example/images/${name.repeat(80)}.png`;
const picture = "https://cdn.shop.example/pictures/1a2b3c4d5e6f.jpg";

const contextIn = (language: Language): RenderContext => ({
  language,
  t: translations.in(language),
  brand: {
    name: "Sakura Cafe",
    color: "#D4738C",
    accent: "#7A2E43",
    logo: "https://cdn.platform.example/brands/sakura-cafe/logo-256.png",
    cardStyles: new Map([["gold", { picture: "https://cdn.shop.example/cards/gold.jpg" }]]),
    registerUrl: null,
    contactUrl: null,
  },
  timeZone: "Asia/Bangkok",
  images: { qr: () => address("q"), barcode: () => address("b") },
  now: clock.now(),
});
const daysFromNow = (days: number) => new Date(clock.now() + days * dayMs).toISOString();
/** Coupons that expire, as the platform's do, at the end of a day: the first today. */
const couponsOf = (ctx: RenderContext) =>
  sampleCoupons(ctx, 3, set.name).map((coupon, index) => ({
    ...coupon,
    expires_at: new Date(midnight + index * 7 * dayMs).toISOString(),
  }));
const page = (data: readonly unknown[]) =>
  Promise.resolve({ pagination: { total: data.length, page: 1, size: 100 }, data });

const transactions = Array.from({ length: 5 }, (_, index): Transaction => ({
  id: index,
  uuid: String(index),
  type: index % 2 ? "BURN" : "ADD",
  status: "COMPLETED",
  points: 50,
  balance_after: 1250,
  card_uuid: "0",
  card_no: "880000000001",
  member_uuid: "sample",
  channel: "API",
  ...(index % 2 ? { remark: "Iced latte" } : { ref_no: `POS1-004${index}` }),
  created_at: daysFromNow(-index),
}));
const activeCampaigns = ["Double points", "Birthday month", "Breakfast set", "Happy hour"].map(
  (name, index): Campaign => ({
    uuid: String(index),
    name,
    description: `${name} at all branches.`,
    image: picture,
    type: "INFO",
    status: "ACTIVE",
    start_date: daysFromNow(-3),
    end_date: daysFromNow(30),
    card_types: [],
  }),
);
const set = {
  uuid: "sample",
  name: "50 THB off",
  description: "",
  image: picture,
  type: "DISCOUNT_AMOUNT",
  value: 50,
  terms: "One coupon per bill.",
};
/** Prices of rewards; the member can afford all but the last. */
const prices = [500, 8000, 20_000];
const rewardSets = prices.map((points_cost, index) => ({
  ...set,
  uuid: `5f0c6f0e-8f0b-4c52-9c1e-2f4f8b9d7a1${index}`,
  description: "50 THB off any order from 150 THB.",
  points_cost,
  source: "GENERATE",
  status: "ACTIVE",
  validity: { mode: "FIXED", end_on: daysFromNow(30).slice(0, 10) },
  limit: {},
  // Of the first, few are left.
  count: { total: 500, pending: index === 0 ? 3 : 300, given: 0, used: 0, voided: 0 },
}));

test.each(languages)("in %s", async (language) => {
  const ctx = contextIn(language);
  const member = {
    active: true,
    ...sampleCards(ctx, 1, sampleMember(ctx), 12_500),
  };
  const context = {
    ...ctx,
    details: {},
    loyalty: {
      getGiveCouponHistory: () => page(couponsOf(ctx)),
      getCouponSet: () => page([set, ...rewardSets]),
      getTransaction: () => page(transactions),
      getCampaign: () => page(activeCampaigns),
    },
    couponSets: createCouponSetCache(clock),
    redeemer: { ofMember: () => Promise.resolve([]) },
    rewardPrices: createRewardPrices({ file: {}, staffPrices: async () => new Map() }),
    signal: AbortSignal.any([]),
  } as unknown as Context;
  const sizes: Record<string, number> = {};
  for (const intent of [balance, card, coupons, rewardsIntent, history, campaigns]) {
    if (intent.access !== "member") throw new Error(`${intent.name} isn't for members`);
    const { messages } = await intent.answer(context, member as MemberProfile);
    const { json, replaced } = serializeMessages(messages, { allowHttpImages: false });
    expect([messages[0]?.type, replaced]).toEqual(["flex", []]);
    sizes[intent.name] = Buffer.byteLength(json);
  }
  const large = Object.entries(sizes).filter(([, bytes]) => bytes >= 4096);
  expect(large).toEqual([]);
});
