/** Coupon sets, gifts, checks and uses. */
import { expect, test } from "vitest";
import { manualClock } from "../../support/clock.ts";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { Input } from "../../../src/loyalty/contract.ts";
import { memberBy, startPlatform } from "./loyalty-world.ts";

const dayMs = 86_400_000;

const setOf = (loyalty: LoyaltyClient, more: Partial<Input<"createCouponSet">> = {}) =>
  loyalty.createCouponSet({
    name: "Free latte",
    type: "FREE_ITEM",
    source: "GENERATE",
    ...(more.source === undefined && { quantity: 5 }),
    ...more,
  });

test("a set generates unique codes without ambiguous characters", async () => {
  const loyalty = (await startPlatform()).client();
  const set = await setOf(loyalty, { quantity: 10, description: "One latte", value: 60 });
  expect(set).toMatchObject({
    name: "Free latte",
    description: "One latte",
    status: "ACTIVE",
    validity: { mode: "FIXED" },
    count: { total: 10, pending: 10, given: 0, used: 0, voided: 0 },
  });
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const { data } = await loyalty.giveCouponToMemberId({
    memberUuid,
    coupon_set_uuid: set.uuid,
    quantity: 10,
  });
  const codes = data.map(({ code }) => code);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?=.*\d)[2-9A-HJKMNP-Z]{10,}$/);
});

test("a coupon is used once, and every check shows its state", async () => {
  const loyalty = (await startPlatform()).client();
  const set = await setOf(loyalty, { source: "IMPORT", codes: ["AB-12 cd", "EF34"] });
  const olivia = await memberBy(loyalty, "Olivia");
  const before = await loyalty.checkCoupon({ code: "ab12CD" });
  expect(before).toMatchObject({
    usable: false,
    reason: "COUPON_NOT_GIVEN",
    coupon: { code: "AB-12 cd", status: "PENDING" },
    coupon_set: { uuid: set.uuid },
  });
  const { data } = await loyalty.giveCouponToMemberId({
    memberUuid: olivia.uuid,
    coupon_set_uuid: set.uuid,
    staff_code: "S1",
    ref_id: "gift-1",
  });
  const [gift] = data;
  expect(gift).toMatchObject({
    code: "AB-12 cd",
    status: "GIVEN",
    member_uuid: olivia.uuid,
    coupon_set_name: "Free latte",
    given_by: "S1",
    given_ref_id: "gift-1",
  });
  await expect(
    loyalty.checkCoupon({ code: "ab-12-CD", member_uuid: olivia.uuid }),
  ).resolves.toMatchObject({ usable: true, coupon: { uuid: gift!.uuid } });
  const lin = await memberBy(loyalty, "怡君");
  await expect(
    loyalty.checkCoupon({ code: "AB12CD", member_uuid: lin.uuid }),
  ).resolves.toMatchObject({ usable: false, reason: "COUPON_OTHER_MEMBER" });
  await expect(
    loyalty.markUseCoupon({ code: "AB12CD", member_uuid: lin.uuid }),
  ).rejects.toMatchObject({ code: "COUPON_OTHER_MEMBER", status: 409 });

  const used = await loyalty.markUseCoupon({
    code: "ａｂ１２ｃｄ",
    staff_code: "S2",
    branch_code: "B1",
    ref_id: "use-1",
  });
  expect(used).toMatchObject({
    uuid: gift!.uuid,
    status: "USED",
    used_by: "S2",
    branch_code: "B1",
  });
  await expect(loyalty.markUseCoupon({ coupon_uuid: gift!.uuid })).rejects.toMatchObject({
    code: "COUPON_USED",
    detail: { used_at: used.used_at, used_by: "S2", branch_code: "B1" },
  });
  await expect(loyalty.voidGiveCoupon({ couponUuid: gift!.uuid })).rejects.toMatchObject({
    code: "COUPON_USED",
  });
  for (const ref_id of ["gift-1", "use-1"]) {
    const history = await loyalty.getGiveCouponHistory({ ref_id });
    expect(history.data).toMatchObject([{ uuid: gift!.uuid, used_ref_id: "use-1" }]);
  }
  const { data: sets } = await loyalty.getCouponSet({ search: "LATTE" });
  expect(sets.find(({ uuid }) => uuid === set.uuid)).toMatchObject({
    count: { total: 2, pending: 1, given: 0, used: 1, voided: 0 },
  });
});

test("a void returns an imported code to its set and deletes one made for the gift", async () => {
  const loyalty = (await startPlatform()).client();
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const give = async (coupon_set_uuid: string) =>
    (await loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid })).data[0]!;

  const imported = await setOf(loyalty, { source: "IMPORT", codes: ["ONE-1"] });
  const first = await give(imported.uuid);
  const voided = await loyalty.voidGiveCoupon({ couponUuid: first.uuid });
  expect(voided).toMatchObject({ status: "VOIDED", voided_at: expect.any(String) });
  expect(await loyalty.voidGiveCoupon({ couponUuid: first.uuid })).toEqual(voided);
  await expect(loyalty.checkCoupon({ code: "one1" })).resolves.toMatchObject({
    reason: "COUPON_NOT_GIVEN",
  });
  const second = await give(imported.uuid);
  expect(second).toMatchObject({ code: "ONE-1", status: "GIVEN" });
  expect(second.uuid).not.toBe(first.uuid);

  const auto = await setOf(loyalty, { source: "AUTO_GENERATE" });
  const made = await give(auto.uuid);
  await loyalty.voidGiveCoupon({ couponUuid: made.uuid });
  await expect(loyalty.checkCoupon({ code: made.code })).resolves.toMatchObject({
    usable: false,
    reason: "COUPON_VOIDED",
  });
  await expect(loyalty.markUseCoupon({ code: made.code })).rejects.toMatchObject({
    code: "COUPON_VOIDED",
  });
  const history = await loyalty.getGiveCouponHistory({ member_uuid: memberUuid, status: "VOIDED" });
  const uuids = history.data.map(({ uuid }) => uuid);
  expect(uuids).toEqual(expect.arrayContaining([first.uuid, made.uuid]));
});

test("coupons become valid and expire at midnight in the business's time zone", async () => {
  // 23:30 in Bangkok.
  const clock = manualClock(Date.parse("2026-11-23T16:30:00Z"));
  const loyalty = (await startPlatform({ clock })).client();
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const give = async (validity: Input<"createCouponSet">["validity"]) => {
    const { uuid } = await setOf(loyalty, { source: "AUTO_GENERATE", validity });
    const { data } = await loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid: uuid });
    return data[0]!;
  };
  const today = await give({ mode: "DAYS_AFTER_GIVE", days: 0 });
  expect(today.expires_at).toBe("2026-11-23T17:00:00.000Z");
  const week = await give({ mode: "DAYS_AFTER_GIVE", days: 7 });
  expect(week.expires_at).toBe("2026-11-30T17:00:00.000Z");
  const fixed = await give({
    mode: "FIXED",
    start_at: "2026-11-24T00:00:00+07:00",
    end_on: "2026-12-31",
  });
  expect(fixed).toMatchObject({
    starts_at: "2026-11-23T17:00:00.000Z",
    expires_at: "2026-12-31T17:00:00.000Z",
  });
  await expect(loyalty.markUseCoupon({ code: fixed.code })).rejects.toMatchObject({
    code: "COUPON_NOT_STARTED",
  });
  const usable = async () => {
    const filter = { member_uuid: memberUuid, usable: true, sort: "expires_at" };
    const mine = new Set([today.uuid, week.uuid, fixed.uuid]);
    const { data } = await loyalty.getGiveCouponHistory(filter);
    return data.map(({ uuid }) => uuid).filter((uuid) => mine.has(uuid));
  };
  expect(await usable()).toEqual([today.uuid, week.uuid]);
  clock.turn(30 * 60_000 - 1);
  await expect(loyalty.checkCoupon({ code: today.code })).resolves.toMatchObject({ usable: true });
  clock.turn(1);
  await expect(loyalty.checkCoupon({ code: today.code })).resolves.toMatchObject({
    usable: false,
    reason: "COUPON_EXPIRED",
    coupon: { status: "EXPIRED" },
  });
  await expect(loyalty.markUseCoupon({ code: today.code })).rejects.toMatchObject({
    code: "COUPON_EXPIRED",
  });
  expect(await usable()).toEqual([week.uuid, fixed.uuid]);
});

test("a set gives only while it is active, in stock and within its limits", async () => {
  const clock = manualClock();
  const loyalty = (await startPlatform({ clock })).client();
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const give = (coupon_set_uuid: string, quantity = 1) =>
    loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid, quantity });
  const refused = async (set: { uuid: string }, code: string, quantity = 1) => {
    await expect(give(set.uuid, quantity)).rejects.toMatchObject({ code, status: 409 });
  };
  const giveable = async (set: { uuid: string }) =>
    (await loyalty.getCouponSet({ search: set.uuid, giveable: true })).data.length === 1;
  const later = new Date(clock.now() + dayMs).toISOString();

  for (const status of ["DRAFT", "PAUSED", "ENDED"] as const) {
    const set = await setOf(loyalty, { status });
    await refused(set, "COUPON_SET_NOT_ACTIVE");
    expect(await giveable(set)).toBe(false);
  }
  const soon = await setOf(loyalty, { give_start_at: later });
  await refused(soon, "COUPON_SET_NOT_ACTIVE");
  expect(await giveable(soon)).toBe(false);
  const brief = await setOf(loyalty, { give_end_at: later });
  expect(await giveable(brief)).toBe(true);

  const few = await setOf(loyalty, { quantity: 2 });
  await refused(few, "OUT_OF_STOCK", 3);
  await give(few.uuid, 2);
  await refused(few, "OUT_OF_STOCK");
  expect(await giveable(few)).toBe(false);

  const limited = await setOf(loyalty, { source: "AUTO_GENERATE", limit: { total: 2 } });
  await refused(limited, "OUT_OF_STOCK", 3);
  await give(limited.uuid, 2);
  await refused(limited, "OUT_OF_STOCK");
  expect(await giveable(limited)).toBe(false);

  const single = await setOf(loyalty, { limit: { per_member: 1 } });
  const { data } = await give(single.uuid);
  await refused(single, "MEMBER_LIMIT_REACHED");
  expect((await loyalty.checkCoupon({ code: data[0]!.code })).coupon_set?.count).toMatchObject({
    pending: 4,
    given: 1,
  });
  await loyalty.voidGiveCoupon({ couponUuid: data[0]!.uuid });
  await give(single.uuid);

  clock.turn(dayMs);
  await refused(brief, "COUPON_SET_NOT_ACTIVE");
  await give(soon.uuid);
  const inactive = await memberBy(loyalty, "อนงค์");
  await expect(
    loyalty.giveCouponToMemberId({ memberUuid: inactive.uuid, coupon_set_uuid: soon.uuid }),
  ).rejects.toMatchObject({ code: "MEMBER_INACTIVE" });
});

test("a code exists once in a business", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  await setOf(loyalty, { source: "IMPORT", codes: ["SAME-1"] });
  await expect(
    setOf(loyalty, { source: "IMPORT", codes: ["new1", "same 1"] }),
  ).rejects.toMatchObject({ code: "CODE_TAKEN", detail: { codes: ["SAME1"], count: 1 } });
  await expect(setOf(loyalty, { source: "IMPORT", codes: ["x1", "X-1"] })).rejects.toMatchObject({
    code: "CODE_TAKEN",
  });
  await expect(loyalty.checkCoupon({ code: "new1" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await setOf(platform.client({}, platform.lotus), { source: "IMPORT", codes: ["SAME-1"] });
});
