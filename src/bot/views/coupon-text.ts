/** Formats a coupon's name and expiry, and tells whether it can be used. */
import type { Coupon } from "../../loyalty/contract.ts";
import type { RenderContext } from "../context.ts";
import { endTimeOfDay, parseInstant, isSameDay, lastInstantBefore } from "./dates.ts";
import { clip } from "./flex-components.ts";

const maxNameLength = 100;

export const couponName = ({ t }: RenderContext, coupon: Coupon): string =>
  clip(coupon.coupon_set_name.trim() || t("coupon.name"), maxNameLength);

/** Until when it can be used, as text; `today` = it expires today in the business's time zone. */
export function validUntil(ctx: RenderContext, coupon: Coupon): { text: string; today: boolean } {
  const { t, now, timeZone } = ctx;
  const lastInstant = lastInstantBefore(coupon.expires_at);
  if (lastInstant === null) return { text: t("coupon.endless"), today: false };
  const today = isSameDay(lastInstant, now, timeZone);
  const end = endTimeOfDay(coupon.expires_at, timeZone);
  if (end !== null) return { text: t(today ? "coupon.todayAt" : "coupon.untilAt", { end }), today };
  return { text: today ? t("coupon.today") : t("coupon.until", { last: lastInstant }), today };
}

/** Whether a coupon belongs to the member and can be used now; the platform's filters aren't relied on. */
export function isAvailable(coupon: Coupon, memberUuid: string, now: number): boolean {
  const start = parseInstant(coupon.starts_at);
  const lastInstant = lastInstantBefore(coupon.expires_at);
  return (
    coupon.member_uuid === memberUuid &&
    coupon.status === "GIVEN" &&
    (start === null || start <= now) &&
    (lastInstant === null || now <= lastInstant)
  );
}
