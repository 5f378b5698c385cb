/** One business can neither read nor change what another has. */
import { expect, test } from "vitest";
import { cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

const notFound = { status: 404, code: "NOT_FOUND" };

test("cards, members, transactions and coupons of another business don't exist", async () => {
  const platform = await startPlatform();
  const sakura = platform.client();
  const lotus = platform.client({}, platform.lotus);
  const olivia = await memberBy(sakura, "Olivia");
  const { card_no } = await cardOf(sakura, "Olivia");
  const added = await sakura.addPoint({ card_no, method: 2, points: 5, ref_id: "add" });
  const set = await lotus.createCouponSet({
    name: "Tea",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
  });
  const [own] = (await sakura.getGiveCouponHistory({ member_uuid: olivia.uuid })).data;
  if (!own) throw new Error("the demo's member has no coupon");

  await expect(lotus.addPoint({ card_no, method: 2, points: 1 })).rejects.toMatchObject(notFound);
  await expect(lotus.burnPoint({ card_no, points: 1 })).rejects.toMatchObject(notFound);
  await expect(lotus.voidTransactionById({ id: added.id })).rejects.toMatchObject(notFound);
  await expect(lotus.voidTransactionByRefId({ refId: "add" })).rejects.toMatchObject(notFound);
  await expect(lotus.checkCoupon({ code: own.code })).rejects.toMatchObject(notFound);
  await expect(lotus.markUseCoupon({ code: own.code })).rejects.toMatchObject(notFound);
  await expect(lotus.voidGiveCoupon({ couponUuid: own.uuid })).rejects.toMatchObject(notFound);
  await expect(
    lotus.giveCouponToMemberId({ memberUuid: olivia.uuid, coupon_set_uuid: set.uuid }),
  ).rejects.toMatchObject(notFound);
  expect((await lotus.getProfile({ search: olivia.uuid })).data).toEqual([]);
  expect((await lotus.getGiveCouponHistory({ member_uuid: olivia.uuid })).data).toEqual([]);
  expect((await lotus.getTransaction({ size: 1000 })).data.map(({ id }) => id)).not.toContain(
    added.id,
  );
});
