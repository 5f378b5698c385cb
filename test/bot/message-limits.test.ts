/** Property tests of the intents: for any data that the contract allows, the reply is within LINE's limits and has no blank line. */
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import * as fc from "../support/properties.ts";
import { describe, expect, test } from "vitest";
import type { CardFact, CodeAddresses, Context, Redeemer } from "../../src/bot/context.ts";
import type { FallbackDetail } from "../../src/bot/routing/fallback-throttle.ts";
import { intents } from "../../src/bot/intents/intents.ts";
import { redemptionOf, type Redemption, type RedemptionState } from "../../src/bot/redemption.ts";
import { languages } from "../../src/config/environment-schema.ts";
import type { LoyaltyClient } from "../../src/loyalty/client.ts";
import { createCouponSetCache } from "../../src/loyalty/coupon-sets.ts";
import { contract, type MemberProfile, type OperationName } from "../../src/loyalty/contract.ts";
import { faultsOf } from "../../src/line/messages/prepare-reply.ts";
import { createRewardPrices } from "../../src/loyalty/reward-prices.ts";
import { newStep, openOrder, type Step } from "../../src/store/rules/order.ts";
import { redemption as asked } from "../store/conformance/harness.ts";
import { manualClock } from "../support/clock.ts";
import { brand, builtInMessages, renderContextIn } from "../support/render-context.ts";
import { textsOf } from "../support/views.ts";

const me = "0f2c";
const clock = manualClock();

/** Any text that JSON can hold: of any script, with lone surrogates and control characters, empty or far too long. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("", " ", "{x}", "<b>&\"'\\", "กิ์".repeat(400), "👨‍👩‍👧‍👦".repeat(300), "a".repeat(6000)),
);
const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    "2026-11-23T17:00:00Z",
    "2026-11-30T16:59:59.999+07:00",
    "-271821-04-20T00:00:00Z",
  ),
  text,
);
const address = fc.oneof(
  fc.webUrl(),
  fc.constantFrom("http://x", "javascript:alert(1)", `https://x.example/${"ก".repeat(900)}`),
  text,
);
const integer = fc.maxSafeInteger();
const amount = fc.double({ noNaN: true, noDefaultInfinity: true });
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

/** Facts of every kind with labels of the greatest length, each read from the same field of a card. */
const cardFacts = (
  ["points", "number", "money", "date", "expiry", "text", "text", "text"] as const
).map((kind, index): CardFact => ({
  owner: "card",
  path: ["extra"],
  kind,
  currency: "THB",
  label: Object.fromEntries(languages.map((language) => [language, "แต้มที่กำลังจะหมดอายุเร็วๆนี้"])),
  place: index % 2 ? "face" : "below",
}));
const card = fc.record({
  extra: fc.oneof(text, time, integer, amount, fc.boolean(), fc.constant("ก".repeat(99))),
  uuid: text,
  card_no: text,
  card_nickname: text,
  card_type: text,
  point: integer,
});
const profile = fc.record({
  uuid: fc.constant(me),
  name: nullable(text),
  lastName: nullable(text),
  active: fc.constant(true),
  cards: fc.array(card, { maxLength: 40 }),
});
const coupon = fc.record({
  uuid: text,
  code: text,
  coupon_set_uuid: fc.constantFrom("set", "another"),
  coupon_set_name: nullable(text),
  status: fc.constantFrom("GIVEN", "GIVEN", "USED", "VOIDED", "EXPIRED"),
  member_uuid: fc.constant(me),
  starts_at: nullable(time),
  expires_at: nullable(time),
  used_at: nullable(time),
});
const couponSet = fc.record({
  uuid: fc.constant("set"),
  image: nullable(address),
  name: text,
  description: nullable(text),
  type: fc.oneof(fc.constantFrom("DISCOUNT_AMOUNT", "DISCOUNT_PERCENT", "FREE_ITEM"), text),
  source: fc.constantFrom("IMPORT", "GENERATE", "AUTO_GENERATE"),
  status: fc.constantFrom("DRAFT", "ACTIVE", "PAUSED", "ENDED"),
  terms: nullable(text),
  value: nullable(amount),
  points_cost: nullable(fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1 }))),
  validity: fc.oneof(
    fc.constantFrom(
      { mode: "DAYS_AFTER_GIVE", days: 30 },
      { mode: "DAYS_AFTER_GIVE" },
      { mode: "FIXED", end_on: "2026-12-31" },
      { mode: "FIXED", end_on: "2027-02-30" },
      { mode: "FIXED" },
    ),
    fc.record({ mode: fc.constant("FIXED"), end_on: time }),
  ),
  limit: fc.constantFrom({}, { per_member: 40 }),
  count: fc.record({
    total: fc.nat(),
    pending: fc.constantFrom(1, 10, 1_000_000),
    given: fc.nat(),
    used: fc.nat(),
    voided: fc.nat(),
  }),
});
const couponCheck = fc.record({
  usable: fc.boolean(),
  reason: nullable(
    fc.constantFrom(
      "COUPON_VOIDED",
      "COUPON_USED",
      "COUPON_EXPIRED",
      "COUPON_NOT_STARTED",
      "COUPON_NOT_GIVEN",
      "COUPON_OTHER_MEMBER",
    ),
  ),
  coupon,
  coupon_set: couponSet,
  checked_at: time,
});
const transaction = fc.record({
  id: integer,
  uuid: text,
  type: fc.constantFrom("ADD", "BURN"),
  status: fc.constantFrom("COMPLETED", "VOIDED"),
  points: integer,
  value: nullable(amount),
  balance_after: integer,
  remark: nullable(text),
  ref_no: nullable(text),
  card_uuid: text,
  card_no: text,
  member_uuid: fc.constant(me),
  created_at: time,
});
const campaign = fc.record({
  uuid: text,
  name: text,
  description: nullable(text),
  image: nullable(address),
  type: text,
  status: fc.constant("ACTIVE"),
  start_date: time,
  end_date: nullable(time),
  card_types: nullable(fc.constant([])),
  url: nullable(address),
});

/** A list with its true total: when it can't be read completely, the reply is an apology. */
const listOf = (row: fc.Arbitrary<unknown>) =>
  fc
    .array(row, { maxLength: 40 })
    .map((data) => ({ pagination: { total: data.length, page: 1, size: 10 }, data }));
const anyAnswers = fc.record({
  getGiveCouponHistory: listOf(coupon),
  checkCoupon: couponCheck,
  getCouponSet: listOf(couponSet),
  getTransaction: listOf(transaction),
  getCampaign: listOf(campaign),
} satisfies Partial<Record<OperationName, unknown>>);

const images = (origin: string | null): CodeAddresses => ({
  qr: () => origin && `${origin}/images/a.png`,
  barcode: () => origin && `${origin}/images/b.png`,
});

const redemptionId = "0123456789abcdef";
const givenCoupon = fc.record({ code: text, uuid: text, expires_at: time });
const done = (step: Pick<Step, "operation" | "input">, result: object): Step => ({
  ...newStep({ ...step, refId: "ref" }),
  state: "done",
  result,
});
/** A redemption that stands in any way, with what a tap on its buttons comes to. */
const redemption = fc
  .record({
    state: fc.constantFrom<RedemptionState[]>(
      ...(["asked", "cancelled", "checking", "refused", "done", "done", "refunding"] as const),
      ...(["refunded", "undoing", "undone", "needs_review", "closed", "foreign"] as const),
    ),
    points: integer,
    set: text,
    asker: fc.constantFrom("U1", "U1", "U2"),
    expiresAt: fc.constantFrom(clock.now() - 1, clock.now() + 1),
    undoExpiresAt: fc.constantFrom(null, clock.now() - 1, clock.now() + 1),
    burn: fc.record({ id: integer, balance: integer }, { requiredKeys: ["id"] }),
    coupons: fc.array(givenCoupon, { maxLength: 2 }),
    code: fc.constantFrom(
      null,
      "INSUFFICIENT_POINTS",
      "MEMBER_LIMIT_REACHED",
      "MEMBER_INACTIVE",
      "OUT_OF_STOCK",
      "COUPON_USED",
      "COUPON_SET_NOT_ACTIVE",
      "UNAVAILABLE",
    ),
  })
  .map(({ points, set, asker, expiresAt, undoExpiresAt, burn, coupons, code, state }) => {
    const question = asked(redemptionId, clock.now(), { asker, memberUuid: me, expiresAt });
    const price = { card: "1", points, who: "" };
    const steps = [
      done({ operation: "adjust_points", input: price }, burn),
      done({ operation: "give_coupons", input: { set } }, { coupons }),
    ];
    const order = openOrder("U0", { ...question, steps });
    const expiring = { ...question, expiresAt: undoExpiresAt ?? 0 };
    const undo = undoExpiresAt === null ? null : openOrder("U0", expiring);
    const refusal = code === null ? null : { code, detail: null };
    return { ...redemptionOf(order, undo), state, refusal };
  });
const tap = fc.record({
  kind: fc.constantFrom("claimed", "already", "blocked", "expired", "none"),
  by: fc.record({ redemptions: fc.constantFrom("busy", "day", "set") }),
});

/** Knows of one redemption, and answers every tap on it the same way. */
function redeemerOf(row: Redemption, answer: object, asker: object): Redeemer {
  const tapped = async () => ({ ...answer, redemption: row });
  return {
    question: () => ({ id: redemptionId }),
    find: async () => row,
    ofMember: async () => [row.order],
    inReview: async () => row,
    freshMember: async () => ({ kind: "member", profile: asker }),
    confirm: tapped,
    cancel: tapped,
    undo: tapped,
  } as unknown as Redeemer;
}

/** A client that returns these answers, if they are within the contract. */
function clientReturning(
  answers: fc.Arbitrary<object> extends fc.Arbitrary<infer Value> ? Value : never,
): LoyaltyClient {
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      () => Promise.resolve(contract[name as OperationName].output.parse(answer)),
    ]),
  ) as unknown as LoyaltyClient;
}

describe.each(intents.map((intent) => [intent.name, intent] as const))("%s", (_name, intent) => {
  test("the reply to any data is within LINE's limits, without a blank line", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAnswers,
        profile,
        fc.constantFrom(...languages),
        fc.constantFrom("https://bot.example", null),
        fc.record({
          page: fc.constantFrom("", "1", "2", "99"),
          code: text,
          set: fc.constantFrom("set", "another"),
          button: fc.constantFrom("yes", "no", "undo"),
        }),
        fc.constantFrom<FallbackDetail>("full", "short", "person"),
        redemption,
        tap,
        async (
          answers,
          asker,
          language,
          origin,
          { button, ...details },
          fallbackDetail,
          row,
          tapAnswer,
        ) => {
          const member: MemberProfile = contract.getProfile.output.shape.data.parse([asker])[0]!;
          const context: Context = {
            ...renderContextIn(language, {
              brand: { ...brand, cardFacts },
              images: images(origin),
            }),
            event: {
              type: "postback",
              webhookEventId: "01",
              timestamp: clock.now(),
              postback: { data: "" },
            },
            account: "U0",
            lineId: "U1",
            details: { ...details, [button]: redemptionId },
            loyalty: clientReturning(answers),
            transactions: null,
            couponSets: createCouponSetCache(clock),
            rewardPrices: createRewardPrices({ file: {}, staffPrices: async () => new Map() }),
            signal: AbortSignal.any([]),
            redeemer: redeemerOf(row, tapAnswer, member),
            codeGuesses: { begin: async () => ({ allowed: true, forgive: async () => {} }) },
            addressee: async () => member,
            fallbackDetail: () => fallbackDetail,
            offeredLanguages: languages,
            translationsVersion: builtInMessages.version,
            translatorFor: builtInMessages.in,
          };
          // A list that can't be read to its end isn't shown: the bot apologises.
          const reply = await (async () => intent.answer(context, member))().catch(
            (error: unknown) => {
              if (error instanceof LoyaltyError) return null;
              throw error;
            },
          );
          if (!reply) return;
          const { messages } = reply;
          expect(messages.length).toBeGreaterThan(0);
          for (const message of messages) expect(faultsOf(message)).toEqual([]);
          expect(textsOf(messages).filter((line) => line.trim() === "")).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each(languages)("the samples in %s are within LINE's limits", (language) => {
    const ctx = renderContextIn(language, { images: images("https://bot.example") });
    const samples = intent.samples(ctx);
    expect(samples.length).toBeGreaterThan(0);
    for (const { messages } of samples) {
      expect(messages.length).toBeGreaterThan(0);
      for (const message of messages) expect(faultsOf(message)).toEqual([]);
    }
  });
});
