/** How a coupon is spoken of, in lists and on its own. */
import type { Coupon } from "../../loyalty/contract.ts";
import type { RenderContext } from "../context.ts";
import { parseInstant, isSameDay, lastInstantBefore } from "./dates.ts";
import { clip } from "./flex-components.ts";

const maxNameLength = 100;

export const couponName = ({ t }: RenderContext, coupon: Coupon): string =>
  clip(coupon.coupon_set_name || t("coupon.name"), maxNameLength);

/** Until when it can be used, in words. */
export function validUntil(ctx: RenderContext, coupon: Coupon): { words: string; today: boolean } {
  const { t, now, timeZone } = ctx;
  const last = lastInstantBefore(coupon.expires_at);
  if (last === null) return { words: t("coupon.endless"), today: false };
  const today = isSameDay(last, now, timeZone);
  return { words: today ? t("coupon.today") : t("coupon.until", { last }), today };
}

/** The platform's filters are hints: what is shown belongs to the member and can be used now. */
export function isAvailable(coupon: Coupon, memberUuid: string, now: number): boolean {
  const start = parseInstant(coupon.starts_at);
  const last = lastInstantBefore(coupon.expires_at);
  return (
    coupon.member_uuid === memberUuid &&
    coupon.status === "GIVEN" &&
    (start === null || start <= now) &&
    (last === null || now <= last)
  );
}
