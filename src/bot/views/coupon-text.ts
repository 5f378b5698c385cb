/** How a coupon is spoken of, in lists and on its own. */
import type { Coupon } from "../../loyalty/contract.ts";
import type { Look } from "../context.ts";
import { instantOf, isSameDay, lastMomentOf } from "./dates.ts";
import { clip } from "./flex-components.ts";

const longestName = 100;

export const nameOf = ({ say }: Look, coupon: Coupon): string =>
  clip(coupon.coupon_set_name || say("coupon.name"), longestName);

/** Until when it can be used, in words. */
export function untilOf(look: Look, coupon: Coupon): { words: string; today: boolean } {
  const { say, now, timeZone } = look;
  const last = lastMomentOf(coupon.expires_at);
  if (last === null) return { words: say("coupon.endless"), today: false };
  const today = isSameDay(last, now, timeZone);
  return { words: today ? say("coupon.today") : say("coupon.until", { last }), today };
}

/** The platform's filters are hints: what is shown belongs to the member and can be used now. */
export function isInHand(coupon: Coupon, memberUuid: string, now: number): boolean {
  const start = instantOf(coupon.starts_at);
  const last = lastMomentOf(coupon.expires_at);
  return (
    coupon.member_uuid === memberUuid &&
    coupon.status === "GIVEN" &&
    (start === null || start <= now) &&
    (last === null || now <= last)
  );
}
