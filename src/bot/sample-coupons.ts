/** Made-up coupons for samples. */
import type { Coupon } from "../connect/contract.ts";
import type { Look } from "./context.ts";

const dayMs = 86_400_000;

/** The first one ends today, each other a week after the one before. */
export function sampleCoupons({ now }: Look, count: number, name: string): Coupon[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: `sample-${index}`,
    code: `SAMPLE${index}A7X`,
    coupon_set_uuid: "sample",
    coupon_set_name: name,
    status: "GIVEN",
    member_uuid: "sample",
    expires_at: new Date(now + 1 + index * 7 * dayMs).toISOString(),
  }));
}
