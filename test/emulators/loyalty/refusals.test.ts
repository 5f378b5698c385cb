/** Provokes every refusal that the contract lists for an operation. */
import { expect, test } from "vitest";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import {
  contract,
  refusals,
  type Input,
  type Operation,
  type OperationName,
} from "../../../src/loyalty/contract.ts";
import { manualClock } from "../../support/clock.ts";
import { cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

const dayMs = 86_400_000;

async function stage() {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const loyalty = platform.client();
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const { card_no } = await cardOf(loyalty, "Olivia");
  const { card_no: emptyCard } = await cardOf(loyalty, "佐藤");
  const newSet = (more: Partial<Input<"createCouponSet">> = {}) =>
    loyalty.createCouponSet({ name: "S", type: "OTHER", source: "AUTO_GENERATE", ...more });
  const gift = async (more: Partial<Input<"createCouponSet">> = {}) => {
    const { uuid: coupon_set_uuid } = await newSet(more);
    const { data } = await loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
    return data[0]!;
  };
  /** An add with the given references whose points are spent. */
  const spent = async (references: { ref_no?: string; ref_id?: string }) => {
    const add = { card_no: emptyCard, method: 2, points: 10, ...references } as const;
    const { id } = await loyalty.addPoint(add);
    await loyalty.burnPoint({ card_no: emptyCard, points: 1 });
    return id;
  };
  return { clock, platform, connect: loyalty, memberUuid, card_no, emptyCard, newSet, gift, spent };
}

type Stage = Awaited<ReturnType<typeof stage>>;
type Scenario = (stage: Stage) => Promise<unknown>;

/** The refusals that adding and burning have in common. */
function movement(call: (loyalty: LoyaltyClient, body: object) => Promise<unknown>) {
  return {
    NOT_FOUND: ({ connect: loyalty }) => call(loyalty, { card_no: "none" }),
    CARD_AMBIGUOUS: ({ connect: loyalty }) => call(loyalty, { phone_number: "0800000018" }),
    CARD_MISMATCH: ({ connect: loyalty, card_no }) =>
      call(loyalty, { card_no, phone_number: "0800000001" }),
    async REF_NO_TAKEN({ connect: loyalty, card_no }) {
      await call(loyalty, { card_no, ref_no: "R" });
      return call(loyalty, { card_no, ref_no: "R" });
    },
  } satisfies Record<string, Scenario>;
}

const scenarios: { [Name in OperationName]?: Record<string, Scenario> } = {
  getAccessToken: {
    UNAUTHORIZED: ({ connect: loyalty }) =>
      loyalty.getAccessToken({ business_code: "SAKURA01", api_key: "a", api_secret: "b" }),
  },
  generateExchangeToken: {
    NOT_FOUND: ({ connect: loyalty, platform }) =>
      loyalty.generateExchangeToken(
        { business_code: "NOBODY", app_uuid: "a" },
        { bearer: platform.credentials.management_token },
      ),
  },
  exchangeAccessToken: {
    UNAUTHORIZED: ({ connect: loyalty }) => loyalty.exchangeAccessToken({ exchange_token: "a" }),
  },
  renewAccessToken: {
    UNAUTHORIZED: ({ connect: loyalty }) => loyalty.renewAccessToken({ refresh_token: "a" }),
  },
  addPoint: movement((loyalty, body) => loyalty.addPoint({ method: 2, points: 1, ...body })),
  burnPoint: {
    ...movement((loyalty, body) => loyalty.burnPoint({ points: 1, ...body })),
    INSUFFICIENT_POINTS: ({ connect: loyalty, emptyCard }) =>
      loyalty.burnPoint({ card_no: emptyCard, points: 1 }),
  },
  voidTransactionById: {
    NOT_FOUND: ({ connect: loyalty }) => loyalty.voidTransactionById({ id: 999_999 }),
    POINTS_ALREADY_SPENT: async ({ connect: loyalty, spent }) =>
      loyalty.voidTransactionById({ id: await spent({}) }),
  },
  voidTransactionByRefNo: {
    NOT_FOUND: ({ connect: loyalty }) => loyalty.voidTransactionByRefNo({ refNo: "none" }),
    async POINTS_ALREADY_SPENT({ connect: loyalty, spent }) {
      await spent({ ref_no: "R" });
      return loyalty.voidTransactionByRefNo({ refNo: "R" });
    },
  },
  voidTransactionByRefId: {
    NOT_FOUND: ({ connect: loyalty }) => loyalty.voidTransactionByRefId({ refId: "none" }),
    async POINTS_ALREADY_SPENT({ connect: loyalty, spent }) {
      await spent({ ref_id: "K" });
      return loyalty.voidTransactionByRefId({ refId: "K" });
    },
    async REF_ID_AMBIGUOUS({ connect: loyalty, card_no }) {
      await loyalty.addPoint({ card_no, method: 2, points: 1, ref_id: "K" });
      await loyalty.burnPoint({ card_no, points: 1, ref_id: "K" });
      return loyalty.voidTransactionByRefId({ refId: "K" });
    },
  },
  createCouponSet: {
    CODE_TAKEN: ({ newSet }) => newSet({ source: "IMPORT", codes: ["A1", "a-1"] }),
  },
  giveCouponToMemberId: {
    NOT_FOUND: ({ connect: loyalty, memberUuid }) =>
      loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid: "none" }),
    async MEMBER_INACTIVE({ connect: loyalty, newSet }) {
      const { uuid: memberUuid } = await memberBy(loyalty, "อนงค์");
      const { uuid: coupon_set_uuid } = await newSet();
      return loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
    },
    COUPON_SET_NOT_ACTIVE: ({ gift }) => gift({ status: "PAUSED" }),
    async OUT_OF_STOCK({ connect: loyalty, memberUuid, newSet }) {
      const { uuid: coupon_set_uuid } = await newSet({ source: "IMPORT", codes: ["A1"] });
      return loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid, quantity: 2 });
    },
    async MEMBER_LIMIT_REACHED({ connect: loyalty, memberUuid, newSet }) {
      const { uuid: coupon_set_uuid } = await newSet({ limit: { per_member: 1 } });
      return loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid, quantity: 2 });
    },
  },
  voidGiveCoupon: {
    NOT_FOUND: ({ connect: loyalty }) => loyalty.voidGiveCoupon({ couponUuid: "none" }),
    async COUPON_USED({ connect: loyalty, gift }) {
      const { uuid } = await gift();
      await loyalty.markUseCoupon({ coupon_uuid: uuid });
      return loyalty.voidGiveCoupon({ couponUuid: uuid });
    },
  },
  checkCoupon: { NOT_FOUND: ({ connect: loyalty }) => loyalty.checkCoupon({ code: "NONE1" }) },
  markUseCoupon: {
    NOT_FOUND: ({ connect: loyalty }) => loyalty.markUseCoupon({ code: "NONE1" }),
    async COUPON_VOIDED({ connect: loyalty, gift }) {
      const { uuid, code } = await gift();
      await loyalty.voidGiveCoupon({ couponUuid: uuid });
      return loyalty.markUseCoupon({ code });
    },
    async COUPON_USED({ connect: loyalty, gift }) {
      const { code } = await gift();
      await loyalty.markUseCoupon({ code });
      return loyalty.markUseCoupon({ code });
    },
    async COUPON_EXPIRED({ clock, connect: loyalty, gift }) {
      const { code } = await gift({ validity: { mode: "DAYS_AFTER_GIVE", days: 0 } });
      clock.turn(dayMs);
      return loyalty.markUseCoupon({ code });
    },
    async COUPON_NOT_STARTED({ clock, connect: loyalty, gift }) {
      const start_at = new Date(clock.now() + dayMs).toISOString();
      const { code } = await gift({ validity: { mode: "FIXED", start_at } });
      return loyalty.markUseCoupon({ code });
    },
    async COUPON_NOT_GIVEN({ connect: loyalty, newSet }) {
      await newSet({ source: "IMPORT", codes: ["FREE-1"] });
      return loyalty.markUseCoupon({ code: "free1" });
    },
    async COUPON_OTHER_MEMBER({ connect: loyalty, gift }) {
      const { code } = await gift();
      const { uuid: member_uuid } = await memberBy(loyalty, "Nok");
      return loyalty.markUseCoupon({ code, member_uuid });
    },
  },
};

test("there is a scenario for every refusal of every operation", () => {
  const listed = Object.entries(contract).map(([name, { errors }]: [string, Operation]) => [
    name,
    errors.toSorted(),
  ]);
  const covered = Object.keys(contract).map((name) => [
    name,
    Object.keys(scenarios[name as OperationName] ?? {}).toSorted(),
  ]);
  expect(covered).toEqual(listed);
});

const all = Object.entries(scenarios).flatMap(([operation, byCode]) =>
  Object.entries(byCode).map(([code, scenario]) => ({ operation, code, scenario })),
);

test.each(all)("$operation is refused with $code", async ({ operation, code, scenario }) => {
  await expect(scenario(await stage())).rejects.toMatchObject({
    operation,
    code,
    status: refusals[code as keyof typeof refusals],
    ambiguous: false,
  });
});
