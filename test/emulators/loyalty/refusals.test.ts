/** Every refusal that the contract gives an operation, provoked from that operation. */
import { expect, test } from "vitest";
import type { Connect } from "../../../src/loyalty/client.ts";
import {
  contract,
  refusals,
  type Input,
  type Operation,
  type OperationName,
} from "../../../src/loyalty/contract.ts";
import { handClock } from "../../support/clock.ts";
import { cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

const dayMs = 86_400_000;

async function stage() {
  const clock = handClock();
  const platform = await startPlatform({ clock });
  const connect = platform.client();
  const { uuid: memberUuid } = await memberBy(connect, "Olivia");
  const { card_no } = await cardOf(connect, "Olivia");
  const { card_no: emptyCard } = await cardOf(connect, "佐藤");
  const newSet = (more: Partial<Input<"createCouponSet">> = {}) =>
    connect.createCouponSet({ name: "S", type: "OTHER", source: "AUTO_GENERATE", ...more });
  const gift = async (more: Partial<Input<"createCouponSet">> = {}) => {
    const { uuid: coupon_set_uuid } = await newSet(more);
    const { data } = await connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
    return data[0]!;
  };
  /** An add whose points are spent, under the references given. */
  const spent = async (references: { ref_no?: string; ref_id?: string }) => {
    const add = { card_no: emptyCard, method: 2, points: 10, ...references } as const;
    const { id } = await connect.addPoint(add);
    await connect.burnPoint({ card_no: emptyCard, points: 1 });
    return id;
  };
  return { clock, platform, connect, memberUuid, card_no, emptyCard, newSet, gift, spent };
}

type Stage = Awaited<ReturnType<typeof stage>>;
type Scene = (stage: Stage) => Promise<unknown>;

/** The refusals that adding and burning share. */
function movement(call: (connect: Connect, body: object) => Promise<unknown>) {
  return {
    NOT_FOUND: ({ connect }) => call(connect, { card_no: "none" }),
    CARD_AMBIGUOUS: ({ connect }) => call(connect, { phone_number: "0800000018" }),
    CARD_MISMATCH: ({ connect, card_no }) => call(connect, { card_no, phone_number: "0800000001" }),
    async REF_NO_TAKEN({ connect, card_no }) {
      await call(connect, { card_no, ref_no: "R" });
      return call(connect, { card_no, ref_no: "R" });
    },
  } satisfies Record<string, Scene>;
}

const scenes: { [Name in OperationName]?: Record<string, Scene> } = {
  getAccessToken: {
    UNAUTHORIZED: ({ connect }) =>
      connect.getAccessToken({ business_code: "SAKURA01", api_key: "a", api_secret: "b" }),
  },
  generateExchangeToken: {
    NOT_FOUND: ({ connect, platform }) =>
      connect.generateExchangeToken(
        { business_code: "NOBODY", app_uuid: "a" },
        { bearer: platform.credentials.management_token },
      ),
  },
  exchangeAccessToken: {
    UNAUTHORIZED: ({ connect }) => connect.exchangeAccessToken({ exchange_token: "a" }),
  },
  renewAccessToken: {
    UNAUTHORIZED: ({ connect }) => connect.renewAccessToken({ refresh_token: "a" }),
  },
  addPoint: movement((connect, body) => connect.addPoint({ method: 2, points: 1, ...body })),
  burnPoint: {
    ...movement((connect, body) => connect.burnPoint({ points: 1, ...body })),
    INSUFFICIENT_POINTS: ({ connect, emptyCard }) =>
      connect.burnPoint({ card_no: emptyCard, points: 1 }),
  },
  voidTransactionById: {
    NOT_FOUND: ({ connect }) => connect.voidTransactionById({ id: 999_999 }),
    POINTS_ALREADY_SPENT: async ({ connect, spent }) =>
      connect.voidTransactionById({ id: await spent({}) }),
  },
  voidTransactionByRefNo: {
    NOT_FOUND: ({ connect }) => connect.voidTransactionByRefNo({ refNo: "none" }),
    async POINTS_ALREADY_SPENT({ connect, spent }) {
      await spent({ ref_no: "R" });
      return connect.voidTransactionByRefNo({ refNo: "R" });
    },
  },
  voidTransactionByRefId: {
    NOT_FOUND: ({ connect }) => connect.voidTransactionByRefId({ refId: "none" }),
    async POINTS_ALREADY_SPENT({ connect, spent }) {
      await spent({ ref_id: "K" });
      return connect.voidTransactionByRefId({ refId: "K" });
    },
    async REF_ID_AMBIGUOUS({ connect, card_no }) {
      await connect.addPoint({ card_no, method: 2, points: 1, ref_id: "K" });
      await connect.burnPoint({ card_no, points: 1, ref_id: "K" });
      return connect.voidTransactionByRefId({ refId: "K" });
    },
  },
  createCouponSet: {
    CODE_TAKEN: ({ newSet }) => newSet({ source: "IMPORT", codes: ["A1", "a-1"] }),
  },
  giveCouponToMemberId: {
    NOT_FOUND: ({ connect, memberUuid }) =>
      connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid: "none" }),
    async MEMBER_INACTIVE({ connect, newSet }) {
      const { uuid: memberUuid } = await memberBy(connect, "อนงค์");
      const { uuid: coupon_set_uuid } = await newSet();
      return connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
    },
    COUPON_SET_NOT_ACTIVE: ({ gift }) => gift({ status: "PAUSED" }),
    async OUT_OF_STOCK({ connect, memberUuid, newSet }) {
      const { uuid: coupon_set_uuid } = await newSet({ source: "IMPORT", codes: ["A1"] });
      return connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid, quantity: 2 });
    },
    async MEMBER_LIMIT_REACHED({ connect, memberUuid, newSet }) {
      const { uuid: coupon_set_uuid } = await newSet({ limit: { per_member: 1 } });
      return connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid, quantity: 2 });
    },
  },
  voidGiveCoupon: {
    NOT_FOUND: ({ connect }) => connect.voidGiveCoupon({ couponUuid: "none" }),
    async COUPON_USED({ connect, gift }) {
      const { uuid } = await gift();
      await connect.markUseCoupon({ coupon_uuid: uuid });
      return connect.voidGiveCoupon({ couponUuid: uuid });
    },
  },
  checkCoupon: { NOT_FOUND: ({ connect }) => connect.checkCoupon({ code: "NONE1" }) },
  markUseCoupon: {
    NOT_FOUND: ({ connect }) => connect.markUseCoupon({ code: "NONE1" }),
    async COUPON_VOIDED({ connect, gift }) {
      const { uuid, code } = await gift();
      await connect.voidGiveCoupon({ couponUuid: uuid });
      return connect.markUseCoupon({ code });
    },
    async COUPON_USED({ connect, gift }) {
      const { code } = await gift();
      await connect.markUseCoupon({ code });
      return connect.markUseCoupon({ code });
    },
    async COUPON_EXPIRED({ clock, connect, gift }) {
      const { code } = await gift({ validity: { mode: "DAYS_AFTER_GIVE", days: 0 } });
      clock.turn(dayMs);
      return connect.markUseCoupon({ code });
    },
    async COUPON_NOT_STARTED({ clock, connect, gift }) {
      const start_at = new Date(clock.now() + dayMs).toISOString();
      const { code } = await gift({ validity: { mode: "FIXED", start_at } });
      return connect.markUseCoupon({ code });
    },
    async COUPON_NOT_GIVEN({ connect, newSet }) {
      await newSet({ source: "IMPORT", codes: ["FREE-1"] });
      return connect.markUseCoupon({ code: "free1" });
    },
    async COUPON_OTHER_MEMBER({ connect, gift }) {
      const { code } = await gift();
      const { uuid: member_uuid } = await memberBy(connect, "Nok");
      return connect.markUseCoupon({ code, member_uuid });
    },
  },
};

test("there is a scene for every refusal of every operation", () => {
  const told = Object.entries(contract).map(([name, { errors }]: [string, Operation]) => [
    name,
    errors.toSorted(),
  ]);
  const staged = Object.keys(contract).map((name) => [
    name,
    Object.keys(scenes[name as OperationName] ?? {}).toSorted(),
  ]);
  expect(staged).toEqual(told);
});

const all = Object.entries(scenes).flatMap(([operation, byCode]) =>
  Object.entries(byCode).map(([code, scene]) => ({ operation, code, scene })),
);

test.each(all)("$operation is refused with $code", async ({ operation, code, scene }) => {
  await expect(scene(await stage())).rejects.toMatchObject({
    operation,
    code,
    status: refusals[code as keyof typeof refusals],
    ambiguous: false,
  });
});
