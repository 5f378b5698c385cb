/** What rows of the platform prove about a write whose answer was lost; whatever proves nothing is left to a person. */
import { describe, expect, test } from "vitest";
import {
  adjustPoints,
  type AdjustPoints,
  voidTransactions,
  type VoidTransactions,
} from "../../../src/bot/staff/operations/points.ts";
import {
  giveCoupons,
  type GiveCoupons,
  useCoupon,
  voidCoupons,
} from "../../../src/bot/staff/operations/coupons.ts";
import type {
  FindContext,
  WriteOperation,
} from "../../../src/bot/staff/operations/write-operation.ts";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { Coupon, CouponCheck, Page, Transaction } from "../../../src/loyalty/contract.ts";

const since = Date.parse("2026-03-15T05:00:00Z");
const soon = "2026-03-15T05:00:01.000Z";
const before = "2026-03-15T04:59:59.000Z";

/** A platform that ignores every filter and answers with these rows; `total` = what it says that there are. */
const listOf = <Row>(rows: readonly Row[], total = rows.length) =>
  async function list({ page = 1 }: { page?: number | undefined }): Promise<Page<Row>> {
    return { pagination: { total, page, size: 100 }, data: page === 1 ? [...rows] : [] };
  };

const contextOf = (loyalty: Partial<LoyaltyClient>): FindContext => ({
  loyalty: loyalty as LoyaltyClient,
  transactions: null,
  staff: { roleOf: async () => null },
  prices: { of: async () => null },
  signal: new AbortController().signal,
  refId: "ours",
  isOtherOrder: async (rowRefId) => rowRefId === "another",
  since,
});

const who = { memberUuid: "m1", lineId: "", who: "" };

describe("points that were added", () => {
  const order: AdjustPoints = {
    ...who,
    type: "ADD",
    card: "1111",
    points: 50,
    refNo: null,
    staffCode: "",
  };
  const row: Transaction = {
    id: 7,
    uuid: "t7",
    type: "ADD",
    status: "COMPLETED",
    points: 50,
    balance_after: 150,
    card_uuid: "c1",
    card_no: "1111",
    member_uuid: "m1",
    ref_id: "ours",
    channel: "LINE",
    created_at: soon,
  };
  const keyless = { ...row, ref_id: undefined };
  const find = (rows: readonly Transaction[], total?: number) =>
    adjustPoints.find(contextOf({ getTransaction: listOf(rows, total) }), order);

  test("are booked by the row with the order's key, card, member, type and points", async () => {
    const others = [
      { ...row, id: 8, uuid: "t8", ref_id: "another" },
      { ...row, id: 9, uuid: "t9", ref_id: "another", card_no: "2222", member_uuid: "m2" },
    ];
    const done = { done: { id: 7, balance: 150 } };
    expect(await find([...others, row])).toEqual(done);
    expect(await find([...others, { ...row, member_uuid: "" }])).toEqual(done);
  });

  test.each<[string, Partial<Transaction>]>([
    ["another card", { card_no: "2222" }],
    ["another member", { member_uuid: "m2" }],
    ["another type", { type: "BURN" }],
    ["other points", { points: 51 }],
    ["points below zero", { points: -50 }],
    ["a void", { status: "VOIDED" }],
  ])("aren't proven by a row with the order's key, but %s", async (_, change) => {
    expect(await find([{ ...row, ...change }])).toBe("unclear");
  });

  test("aren't proven by two rows with the order's key", async () => {
    expect(await find([row, { ...row, id: 8, uuid: "t8" }])).toBe("unclear");
  });

  test.each<[string, Partial<Transaction>, string]>([
    ["since the order", {}, "unclear"],
    ["but with one that no order has", { ref_id: "strange" }, "unclear"],
    ["at a time that can't be read", { created_at: "" }, "unclear"],
    ["before the order", { created_at: before }, "nothing"],
    ["on the day of the order", { created_at: "2026-03-15" }, "unclear"],
    ["on the last day but one before the order", { created_at: "2026-03-13" }, "nothing"],
    ["at a time in free form", { created_at: "14/03/2026" }, "unclear"],
    ["whose points are below zero", { points: -50 }, "unclear"],
    ["on another card", { card_no: "2222" }, "nothing"],
    ["of no member", { member_uuid: "" }, "unclear"],
    ["of another member", { member_uuid: "m2" }, "nothing"],
    ["of other points", { points: 51 }, "nothing"],
  ])("and a row without a key %s", async (_, change, expected) => {
    expect(await find([{ ...keyless, ...change }])).toBe(expected);
  });

  test("aren't booked where rows of other orders are all that there is", async () => {
    expect(await find([{ ...row, ref_id: "another" }])).toBe("nothing");
    expect(await find([])).toBe("nothing");
  });

  test("can't be told where the platform shows fewer rows than it says that there are", async () => {
    expect(await find([], 3)).toBe("unclear");
    expect(await find([{ ...row, ref_id: "another" }], 3)).toBe("unclear");
  });
});

describe("coupons that were given", () => {
  const order: GiveCoupons = {
    ...who,
    input: { memberUuid: "m1", coupon_set_uuid: "s1", quantity: 1 },
    set: "Iced",
    quantity: 1,
  };
  const row: Coupon = {
    uuid: "u1",
    code: "ABC123",
    coupon_set_uuid: "s1",
    coupon_set_name: "Iced",
    status: "GIVEN",
    source: "GENERATE",
    member_uuid: "m1",
    given_at: soon,
    given_ref_id: "ours",
  };
  const find = (rows: readonly Coupon[]) =>
    giveCoupons.find(contextOf({ getGiveCouponHistory: listOf(rows) }), order);

  test("are found by the order's key, member and set", async () => {
    const others = [
      { ...row, uuid: "u2", given_ref_id: "another" },
      { ...row, uuid: "u3", given_ref_id: "another", member_uuid: "m2" },
    ];
    expect(await find([...others, row])).toMatchObject({ done: { coupons: [{ uuid: "u1" }] } });
    const used = { ...row, status: "USED" as const, ref_id: "a use" };
    expect(await find([used])).toMatchObject({ done: { coupons: [{ uuid: "u1" }] } });
  });

  test.each<[string, Partial<Coupon>]>([
    ["another member", { member_uuid: "m2" }],
    ["no member", { member_uuid: undefined }],
    ["another set", { coupon_set_uuid: "s2" }],
    ["taken back", { status: "VOIDED" }],
  ])("aren't proven by a row with the order's key, but %s", async (_, change) => {
    expect(await find([{ ...row, ...change }])).toBe("unclear");
  });

  test("aren't proven by more rows than were ordered", async () => {
    expect(await find([row, { ...row, uuid: "u2" }])).toBe("unclear");
  });

  test.each<[string, Partial<Coupon>, string]>([
    ["since the order", {}, "unclear"],
    ["but with one that no order has", { given_ref_id: "strange" }, "unclear"],
    ["whose use has another order's key", { ref_id: "another", status: "USED" }, "unclear"],
    ["of no member", { member_uuid: undefined }, "unclear"],
    ["of another member", { member_uuid: "m2" }, "nothing"],
    ["before the order", { given_at: before }, "nothing"],
  ])("and a row without a key %s", async (_, change, expected) => {
    expect(await find([{ ...row, given_ref_id: undefined, ...change }])).toBe(expected);
  });

  test("aren't given where rows of other orders are all that there is", async () => {
    expect(await find([{ ...row, given_ref_id: "another" }])).toBe("nothing");
  });
});

describe("transactions that were voided", () => {
  const order: VoidTransactions = {
    ...who,
    movements: [{ id: 7, type: "ADD", points: 50, card: "1111" }],
  };
  const row: Transaction = {
    id: 7,
    uuid: "t7",
    type: "ADD",
    status: "VOIDED",
    points: 50,
    balance_after: 150,
    card_uuid: "c1",
    card_no: "1111",
    member_uuid: "m1",
    channel: "LINE",
    created_at: before,
  };
  const find = (rows: readonly Transaction[]) =>
    voidTransactions.find(contextOf({ getTransaction: listOf(rows) }), order);

  test("are voided, or not, by the row with their id, card, member, type and points", async () => {
    const other = { ...row, id: 8, uuid: "t8", card_no: "2222", member_uuid: "m2" };
    expect(await find([other, row])).toMatchObject({ done: { voided: [7] } });
    expect(await find([other, { ...row, status: "COMPLETED" }])).toBe("nothing");
  });

  test.each<[string, Partial<Transaction>]>([
    ["another id", { id: 8 }],
    ["another card", { card_no: "2222" }],
    ["another member", { member_uuid: "m2" }],
    ["another type", { type: "BURN" }],
    ["other points", { points: 51 }],
  ])("can't be told by a row of %s", async (_, change) => {
    expect(await find([{ ...row, ...change }])).toBe("unclear");
  });
});

describe("a coupon that was used", () => {
  const coupon: Coupon = {
    uuid: "u1",
    code: "ABC123",
    coupon_set_uuid: "s1",
    coupon_set_name: "Iced",
    status: "USED",
    source: "GENERATE",
    member_uuid: "m1",
    used_ref_id: "ours",
  };

  test.each<[string, Partial<Coupon>, unknown]>([
    ["by the order", {}, { done: { uuid: "u1", code: "ABC123" } }],
    ["by another key", { used_ref_id: "another" }, "unclear"],
    ["without a key", { used_ref_id: undefined }, "unclear"],
    ["of another member", { member_uuid: "m2" }, "unclear"],
    ["not yet", { status: "GIVEN" }, "nothing"],
  ])("%s", async (_, change, expected) => {
    const checked = { usable: false, coupon: { ...coupon, ...change } } as CouponCheck;
    const context = contextOf({ checkCoupon: async () => checked });
    const order = { ...who, code: "ABC123", set: "Iced", staffCode: "" };
    expect(await useCoupon.find(context, order)).toEqual(expected);
  });
});

test.each<[string, Partial<Coupon>, unknown]>([
  ["given to the member is still to be taken back", {}, "nothing"],
  ["that was used isn't", { status: "USED" }, { refused: "COUPON_USED", detail: null }],
  ["of another member may have been taken back before", { member_uuid: "m2" }, "unclear"],
  ["of another gift may have been taken back before", { uuid: "u2" }, "unclear"],
])("a coupon %s", async (_, change, expected) => {
  const coupon = { uuid: "u1", code: "ABC123", status: "GIVEN", member_uuid: "m1", ...change };
  const checked = { usable: true, coupon } as CouponCheck;
  const order = { ...who, set: "Iced", coupons: [{ uuid: "u1", code: "ABC123" }] };
  expect(await voidCoupons.find(contextOf({ checkCoupon: async () => checked }), order)).toEqual(
    expected,
  );
});

describe("an answer of success", () => {
  const movement: Transaction = {
    id: 7,
    uuid: "t7",
    type: "BURN",
    status: "COMPLETED",
    points: 50,
    balance_after: 150,
    card_uuid: "c1",
    card_no: "1111",
    member_uuid: "m1",
    channel: "LINE",
    created_at: soon,
  };
  const coupon: Coupon = {
    uuid: "u1",
    code: "ABC123",
    coupon_set_uuid: "s1",
    coupon_set_name: "Iced",
    status: "GIVEN",
    source: "GENERATE",
    member_uuid: "m1",
  };
  const card = { card: "1111", points: 50, refNo: null };
  const gift = {
    input: { memberUuid: "m1", coupon_set_uuid: "s1", quantity: 2 },
    set: "Iced",
    quantity: 2,
  };
  const given = [coupon, { ...coupon, uuid: "u2" }];
  const void_ = { movements: [{ id: 7, type: "BURN", points: 50, card: "1111" }] };
  const held = { set: "Iced", coupons: [{ uuid: "u1", code: "ABC123" }] };
  const use = { code: "ABC123", set: "Iced", staffCode: "" };
  const [points, coupons, voids, takeBack, uses] = [
    adjustPoints,
    giveCoupons,
    voidTransactions,
    voidCoupons,
    useCoupon,
  ] as WriteOperation[];

  const perform = (operation: WriteOperation | undefined, order: object, answer: unknown) => {
    const write = async () => answer;
    const loyalty = {
      addPoint: write,
      burnPoint: write,
      giveCouponToMemberId: write,
      voidTransactionById: write,
      voidGiveCoupon: write,
      markUseCoupon: write,
      checkCoupon: async () => ({ usable: true, coupon }),
    } as unknown as LoyaltyClient;
    const { staff, prices } = contextOf({});
    const context = { loyalty, staff, prices, options: {} } as Parameters<
      WriteOperation["perform"]
    >[0];
    return operation?.perform(context, { ...who, ...order }, "ours", null);
  };

  test.each<[string, WriteOperation | undefined, object, unknown]>([
    ["a burn", points, { ...card, type: "BURN" }, movement],
    ["an add", points, { ...card, type: "ADD" }, { ...movement, type: "ADD" }],
    ["a gift", coupons, gift, { data: given }],
    ["a void", voids, void_, { ...movement, status: "VOIDED" }],
    ["a coupon taken back", takeBack, held, { ...coupon, status: "VOIDED" }],
    ["a coupon back in the stock", takeBack, held, { ...coupon, status: "PENDING" }],
    ["a use", uses, use, { ...coupon, status: "USED" }],
  ])("that shows %s is believed", async (_, operation, order, answer) => {
    expect(await perform(operation, order, answer)).toHaveProperty("done");
  });

  test.each<[string, WriteOperation | undefined, object, unknown]>([
    [
      "a burn of points below zero",
      points,
      { ...card, type: "BURN" },
      { ...movement, points: -50 },
    ],
    ["a burn of fewer points", points, { ...card, type: "BURN" }, { ...movement, points: 40 }],
    ["a burn of another card", points, { ...card, type: "BURN" }, { ...movement, card_no: "2222" }],
    ["an add for a burn", points, { ...card, type: "BURN" }, { ...movement, type: "ADD" }],
    ["a gift of nothing", coupons, gift, { data: [] }],
    ["a gift of fewer coupons", coupons, gift, { data: [coupon] }],
    ["a gift of one coupon twice", coupons, gift, { data: [coupon, coupon] }],
    [
      "a gift from another set",
      coupons,
      gift,
      { data: given.map((one) => ({ ...one, coupon_set_uuid: "s2" })) },
    ],
    [
      "a gift to another member",
      coupons,
      gift,
      { data: given.map((one) => ({ ...one, member_uuid: "m2" })) },
    ],
    ["a transaction that isn't voided", voids, void_, movement],
    ["the void of another transaction", voids, void_, { ...movement, id: 8, status: "VOIDED" }],
    ["a coupon that isn't taken back", takeBack, held, coupon],
    ["a burn that is voided", points, { ...card, type: "BURN" }, { ...movement, status: "VOIDED" }],
    [
      "a gift of voided coupons",
      coupons,
      gift,
      { data: given.map((one) => ({ ...one, status: "VOIDED" })) },
    ],
    [
      "a gift of coupons in the stock",
      coupons,
      gift,
      { data: given.map((one) => ({ ...one, status: "PENDING" })) },
    ],
    ["another coupon taken back", takeBack, held, { ...coupon, uuid: "u9", status: "VOIDED" }],
    ["a coupon that isn't used", uses, use, coupon],
    ["the use of another coupon", uses, use, { ...coupon, code: "ZZZ999", status: "USED" }],
    [
      "the use of another member's coupon",
      uses,
      { ...use, memberUuid: "m1" },
      { ...coupon, member_uuid: "m2", status: "USED" },
    ],
  ])("that shows %s leaves open whether it was done", async (_, operation, order, answer) => {
    await expect(perform(operation, order, answer)).rejects.toMatchObject({
      code: "UNEXPECTED_ANSWER",
      ambiguous: true,
    });
  });
});
