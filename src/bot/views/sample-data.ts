/** Sample cards and coupons for the replies' samples. */
import type { Coupon, MemberProfile } from "../../loyalty/contract.ts";
import type { RenderContext } from "../context.ts";

const types = ["GOLD", "SILVER", "PLATINUM"];

/** A profile with `count` cards of the given points each. */
export function sampleCards(
  count: number,
  name: string,
  point: number,
): Pick<MemberProfile, "name" | "lastName" | "cards"> {
  return {
    name,
    lastName: "",
    cards: Array.from({ length: count }, (_, index) => ({
      uuid: String(index),
      card_no: String(880_000_000_001 + index),
      card_nickname: `${name} ${index + 1}`,
      card_type: types[index % types.length] ?? "",
      point,
    })),
  };
}

const dayMs = 86_400_000;

/** Coupons of which the first expires in 10 minutes and each other a week after the one before. */
export function sampleCoupons({ now }: RenderContext, count: number, name: string): Coupon[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: `sample-${index}`,
    code: `SAMPLE${index}A7X`,
    coupon_set_uuid: "sample",
    coupon_set_name: name,
    status: "GIVEN",
    member_uuid: "sample",
    expires_at: new Date(now + 600_000 + index * 7 * dayMs).toISOString(),
  }));
}
