/** Lists that the platform never lets be read to their end: what was found is shown and said to be a part. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { bentBy } from "../support/bent-platform.ts";
import { factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { stringsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  let total = 1000;
  const front = bentBy({
    after({ url }, answer) {
      if (!/campaigns$|coupon\/set$|give\/history$/.test(url.pathname)) return;
      // Rows are added all the time.
      total += 1;
      answer.body = answer.body.replace(/"total":\d+/, `"total":${total}`);
    },
  });
  world = await createWorld({}, { asReal: true, behaviour: null, front });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test("a member's coupons", async () => {
  const { code } = await till.give("olivia", { name: "Cold brew" });
  const shown = stringsOf(await world.sendText("olivia", "coupons"));
  expect(shown).toContain("Cold brew");
  expect(shown).toContain("all your coupons just now, so there may be more");
  const told = stringsOf(await world.sendText("manager", "/member Olivia"));
  expect(told).toContain(code);
  expect(told).toContain("A part: not everything could be read");
});

test("of no coupon found nothing is known, which isn't told as none", async () => {
  const { data } = await till.connect.getGiveCouponHistory({ size: 100 });
  const { uuid } = await till.member("olivia");
  for (const coupon of data) {
    const isTheirs = coupon.member_uuid === uuid && coupon.status === "GIVEN";
    if (isTheirs) await till.connect.voidGiveCoupon({ couponUuid: coupon.uuid });
  }
  const shown = stringsOf(await world.sendText("olivia", "coupons"));
  expect(shown).toContain("Sorry");
  expect(shown).not.toContain("any coupons");
});

test("campaigns", async () => {
  const shown = stringsOf(await world.sendText("olivia", "promotions"));
  expect(shown).toContain("all campaigns just now, so there may be more");
  expect(factsOf(await world.sendText("manager", "/campaigns"))).toContain(
    "A part: not everything",
  );
});

test("sets that can be given", async () => {
  const shown = factsOf(await world.sendText("manager", "/sets"));
  expect(shown).toContain("#1");
  expect(shown).toContain("A part: not everything");
});
