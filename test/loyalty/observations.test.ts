/** How a call's input is adapted to what was seen of the platform. */
import { expect, test } from "vitest";
import { adaptInput } from "../../src/loyalty/observations.ts";

const from = "2026-11-23T05:00:00Z";
const input = { page: 2, size: 1000, from, member_uuid: "m", ref_id: "r" };

test("nothing seen changes nothing", () => {
  expect(adaptInput("getTransaction", input, undefined)).toBe(input);
  expect(adaptInput("getTransaction", input, { fields: {} })).toEqual(input);
});

test("assumed fields are sent only if they work; published ones also if they are ignored", () => {
  const ignored = { from: "ignored", member_uuid: "ignored", ref_id: "works" } as const;
  expect(adaptInput("getTransaction", input, { fields: ignored })).toEqual({
    page: 2,
    size: 1000,
    from,
    ref_id: "r",
  });
  for (const effect of ["refused", "wrong"] as const) {
    const adapted = adaptInput("getTransaction", input, { fields: { from: effect } });
    expect(adapted).toEqual({ page: 2, size: 1000, member_uuid: "m", ref_id: "r" });
  }
});

test("a size is lowered to what is taken, never raised", () => {
  const observed = { fields: {}, maxSize: 100 };
  expect(adaptInput("getTransaction", { size: 1000 }, observed)).toEqual({ size: 100 });
  expect(adaptInput("getTransaction", { size: 20 }, observed)).toEqual({ size: 20 });
});

test("only a query is adapted: paths and bodies stay as they are", () => {
  const write = { memberUuid: "m", coupon_set_uuid: "s", ref_id: "r" };
  const observed = { fields: { ref_id: "ignored" } as const };
  expect(adaptInput("giveCouponToMemberId", write, observed)).toEqual(write);
});
